import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { readDescription } from '../../catalog/similar/read-description.ts';
import { AMBIGUITY_THRESHOLD } from '../../catalog/similar/similar-descriptions.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WhyReport, WhyStep } from '../../protocol.ts';
import { readsAsEnglish } from '../../rules/readings/english-prose.ts';
import {
  good,
  howToTellApart,
  inPercent,
  openField,
  otherOf,
  placeOf,
  quoted,
  readQuestion,
  stepsFromFindings,
  type WhyQuestion,
  whyReport,
} from './why-question.ts';

/** How many descriptions that compete are shown. */
const mostCompetitors = 5;

/** Less in common is none. */
const leastSimilarity = 0.15;

/** How many words beside the idiom of descriptions it takes to say what a skill is about. */
const fewestWords = 2;

/** UTF-16 units of a competitor's description that are quoted. */
const quotedLength = 160;

/** Words that make a description fit nearly every request. */
const wideWords =
  /\b(?:anything|everything|whatever|always (?:use|used|invoke|load|apply|run|consult|needed)|proactively|general-purpose|must be used|(?:any|every|all) (?:kinds?|sorts?|types?|tasks?|requests?|questions?|projects?)|(?:any|every) (?:\w+ )?(?:code|files?))\b/gi;

const emptyBeginningRules: ReadonlySet<string> = new Set(['description-front-load']);

/** Why the model uses a skill when it should not: the descriptions that compete. Undefined for a skill that is gone. */
export async function whyOverused(
  catalog: Catalog,
  id: string,
  platform: Pick<Platform, 'files' | 'environment'>,
): Promise<WhyReport | undefined> {
  const question = await readQuestion(catalog, id, platform);
  if (!question) return undefined;
  const { name } = question.skill;
  const title = `Why is \`${name}\` used too often?`;
  const absence = whyAbsent(question.skill);
  if (absence !== undefined) return whyReport(title, [good(absence)], absence);
  const steps = [...breadthSteps(question), ...competitorSteps(question), ...narrowingSteps(question)];
  const otherwise = `Its description is not too broad. If \`${name}\` is still used too often, say in the description what it is not for`;
  return whyReport(title, steps, otherwise);
}

/** Why the model cannot choose a skill at all; undefined where it can, if only beside some files. */
function whyAbsent({ name, status, reason, facts, modelInvocable, entry }: CatalogSkill): string | undefined {
  if (status === 'conditional' && !facts.hiddenFromModel) return undefined;
  if (modelInvocable && entry !== undefined) return undefined;
  if (status === 'active' || status === 'conditional' || status === 'name-only') {
    return `The model does not see \`${name}\`, so it was used by typing \`/${name}\``;
  }
  return `\`${name}\` cannot be used by the model${reason === undefined ? '' : `. ${reason}`}`;
}

/** Does the description claim more than it should? */
function breadthSteps(question: WhyQuestion): WhyStep[] {
  const { facts } = question.skill;
  const text = [facts.description, facts.whenToUse].filter((it) => it !== undefined).join(' - ');
  const mend = openField(question, 'description', 'Open Description');
  if (text === '') {
    const why = `It has no \`description\`, so the model guesses from “${facts.fallback}”. Say what it does and when to use it`;
    return [{ state: 'bad', text: why, mend }];
  }
  const steps: WhyStep[] = stepsFromFindings(question, emptyBeginningRules);
  const wide = readsAsEnglish(text) ? [...new Set(text.match(wideWords)?.map((word) => word.toLowerCase()))] : [];
  if (wide.length > 0) {
    const why = `Its description is too broad: it says ${quoted(wide, 4)}. Name the situations it is for instead`;
    steps.push({ state: 'bad', text: why, mend });
  }
  const { words } = readDescription(text);
  const terms = new Set(words.filter(({ isExcluded }) => !isExcluded).map(({ term }) => term));
  if (terms.size < fewestWords) {
    const why = 'Its description says very little, so it fits almost any request. Name what it works on';
    steps.push({ state: 'bad', text: why, mend });
  }
  if (!words.some(({ isExcluded }) => isExcluded)) {
    steps.push({
      state: 'note',
      text: 'Its description does not say what the skill is not for. Add “Not for …” to narrow it',
      mend,
    });
  }
  return steps.some(({ state }) => state === 'bad')
    ? steps
    : [good('Its description says what the skill is about'), ...steps];
}

/** The descriptions beside which the model chooses. */
function competitorSteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill } = question;
  const steps = catalog
    .competitorsOf(skill.id, mostCompetitors)
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .flatMap((pair): WhyStep[] => {
      const other = otherOf(question, pair);
      if (!other) return [];
      const shared = pair.sharedWords.length > 0 ? `; both mention ${quoted(pair.sharedWords, 4)}` : '';
      const says = `\`${other.name}\` is ${inPercent(pair.similarity)} similar${shared}. It says: “${beginningOf(other.facts.description ?? '')}”`;
      if (pair.similarity < AMBIGUITY_THRESHOLD) return [{ state: 'note', text: says, places: [placeOf(other)] }];
      const mend = openField(question, 'description', 'Open Description');
      return [{ state: 'bad', text: `${says}. ${howToTellApart(pair)}`, mend, places: [placeOf(other)] }];
    });
  return steps.length > 0 ? steps : [good('No other description competes with it')];
}

/** What would keep it away when it is not wanted. */
function narrowingSteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill } = question;
  const { kind, source, name, facts, id } = skill;
  const steps: WhyStep[] = [];
  const top = openField(question, 'description', 'Open Frontmatter');
  const isForPaths = catalog.runtime === 'claude-code' && kind === 'skill' && source.plugin === undefined;
  if (isForPaths && facts.paths.length === 0 && !source.lazy) {
    const text = 'It is always available. `paths` limits it to when Claude works with a matching file';
    steps.push({ state: 'note', text, mend: top });
  }
  const text = `With \`disable-model-invocation: true\`, it runs only when a user types \`/${name}\``;
  if (!facts.hiddenFromUser) steps.push({ state: 'note', text, mend: top });
  if (source.plugin === undefined && catalog.runtime === 'claude-code' && !facts.hiddenFromUser) {
    steps.push({
      state: 'note',
      text: '`skillOverrides` hides it from the model on this machine or in this project, without changing its file',
      mend: { kind: 'override', title: 'Hide from Model', skill: id, value: 'user-invocable-only' },
    });
  }
  return steps;
}

function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length <= quotedLength ? line : `${line.slice(0, quotedLength).replace(/\s+\S*$/, '')}…`;
}
