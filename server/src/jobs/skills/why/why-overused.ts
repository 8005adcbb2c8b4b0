import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { isUsable } from '../../../catalog/resolve/skill-status.ts';
import { readDescription } from '../../../catalog/similar/read-description.ts';
import { AMBIGUITY_THRESHOLD } from '../../../catalog/similar/similar-descriptions.ts';
import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import { readsSkillField } from '../../../dialect/targets.ts';
import { inPercent } from '../../../features/text/amounts.ts';
import type { WhyReport, WhyStep } from '../../../protocol.ts';
import { readsAsEnglish } from '../../../rules/readings/descriptions/english-prose.ts';
import type { RuleId } from '../../../rules/rule-id.ts';
import {
  good,
  howToDistinguish,
  locationOf,
  openField,
  otherOf,
  quoted,
  stepsFromFindings,
  type WhyQuestion,
  whyReport,
} from './why-question.ts';

/** Number of competing descriptions that are shown. */
const maxCompetitors = 5;

/** Similarity below which descriptions do not compete. */
const minSimilarity = 0.15;

/** Minimum number of words that tell what a skill is about, not counting common phrases. */
const minWords = 2;

/** UTF-16 units of a competitor's description that are quoted. */
const quotedLength = 160;

/** Words that make a description fit nearly every request. */
const wideWords =
  /\b(?:anything|everything|whatever|always (?:use|used|invoke|load|apply|run|consult|needed)|proactively|general-purpose|must be used|(?:any|every|all) (?:kinds?|sorts?|types?|tasks?|requests?|questions?|projects?)|(?:any|every) (?:\w+ )?(?:code|files?))\b/gi;

const emptyBeginningRules: ReadonlySet<RuleId> = new Set(['description-front-load']);

/** Why the model uses a skill when it should not: the competing descriptions. */
export function overusedReport(question: WhyQuestion): WhyReport {
  const { name } = question.skill;
  const title = `Why is \`${name}\` used too often?`;
  const absence = whyAbsent(question.skill);
  if (absence !== undefined) return whyReport(title, [], absence);
  const steps = [...breadthSteps(question), ...competitorSteps(question), ...narrowingSteps(question)];
  const otherwise = `Its description is not too broad. If \`${name}\` is still used too often, say in the description what it is not for`;
  return whyReport(title, steps, otherwise);
}

/** Why the model cannot choose a skill at all; undefined if it can, even if only for some files. */
function whyAbsent(skill: CatalogSkill): string | undefined {
  const { name, status, reason, facts, modelInvocable, entry } = skill;
  if (status === 'conditional' && !facts.hiddenFromModel) return undefined;
  if (modelInvocable && entry !== undefined) return undefined;
  if (isUsable(skill)) {
    return `The model does not see \`${name}\`, so it was used by typing \`/${name}\``;
  }
  return `\`${name}\` cannot be used by the model${reason === undefined ? '' : `. ${reason}`}`;
}

/** Is the description too broad? */
function breadthSteps(question: WhyQuestion): WhyStep[] {
  const { facts } = question.skill;
  const text = [facts.description, facts.whenToUse].filter((it) => it !== undefined).join(' - ');
  const fix = openField(question, 'description', 'Edit Description');
  if (text === '') {
    const why = `It has no \`description\`, so the model guesses from “${facts.fallback}”. Say what it does and when to use it`;
    return [{ state: 'bad', text: why, fix }];
  }
  const steps: WhyStep[] = stepsFromFindings(question, emptyBeginningRules);
  const wide = readsAsEnglish(text) ? [...new Set(text.match(wideWords)?.map((word) => word.toLowerCase()))] : [];
  if (wide.length > 0) {
    const why = `Its description is too broad: it says ${quoted(wide, 4)}. Name the situations it is for instead`;
    steps.push({ state: 'bad', text: why, fix });
  }
  const { words } = readDescription(text);
  const terms = new Set(words.filter(({ isExcluded }) => !isExcluded).map(({ term }) => term));
  if (terms.size < minWords) {
    const why = 'Its description says very little, so it fits almost any request. Name what it works on';
    steps.push({ state: 'bad', text: why, fix });
  }
  if (!words.some(({ isExcluded }) => isExcluded)) {
    steps.push({
      state: 'note',
      text: 'Its description does not say what the skill is not for. Add “Not for …” to narrow it',
      fix,
    });
  }
  return steps.some(({ state }) => state === 'bad')
    ? steps
    : [good('Its description says what the skill is about'), ...steps];
}

/** The descriptions that compete with it. */
function competitorSteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill } = question;
  const steps = catalog
    .competitorsOf(skill.id, maxCompetitors)
    .filter(({ similarity }) => similarity >= minSimilarity)
    .flatMap((pair): WhyStep[] => {
      const other = otherOf(question, pair);
      if (!other) return [];
      const shared = pair.sharedWords.length > 0 ? `; both mention ${quoted(pair.sharedWords, 4)}` : '';
      const says = `\`${other.name}\` is ${inPercent(pair.similarity, 1)} similar${shared}. It says: “${beginningOf(other.facts.description ?? '')}”`;
      if (pair.similarity < AMBIGUITY_THRESHOLD) return [{ state: 'note', text: says, locations: [locationOf(other)] }];
      const fix = openField(question, 'description', 'Edit Description');
      return [{ state: 'bad', text: `${says}. ${howToDistinguish(pair)}`, fix, locations: [locationOf(other)] }];
    });
  return steps.length > 0 ? steps : [good('No other description competes with it')];
}

/** Settings that would keep the model from using it. */
function narrowingSteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill } = question;
  const { kind, source, name, facts, id } = skill;
  const steps: WhyStep[] = [];
  const top = openField(question, 'description', 'Edit Frontmatter');
  const isForPaths = readsSkillField(catalog.runtime, 'paths') && kind === 'skill' && source.plugin === undefined;
  if (isForPaths && facts.paths.length === 0 && !source.lazy) {
    const text = 'It is always available. `paths` limits it to when Claude works with a matching file';
    steps.push({ state: 'note', text, ...(facts.hiddenFromUser && { fix: top }) });
  }
  const text = `With \`disable-model-invocation: true\`, it runs only when a user types \`/${name}\``;
  if (!facts.hiddenFromUser) steps.push({ state: 'note', text, fix: top });
  if (source.plugin === undefined && capabilities(catalog.runtime).readsSkillOverrides && !facts.hiddenFromUser) {
    steps.push({
      state: 'note',
      text: '`skillOverrides` hides it from the model on this machine or in this project, without changing its file',
      fix: { kind: 'override', title: 'Hide from Model', skill: id, value: 'user-invocable-only' },
    });
  }
  return steps;
}

function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length <= quotedLength ? line : `${line.slice(0, quotedLength).replace(/\s+\S*$/, '')}…`;
}
