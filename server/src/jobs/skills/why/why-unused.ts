import { URI } from 'vscode-uri';
import { matchSkillRule } from '../../../catalog/settings/skill-rules.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import { PROJECT_SKILLS, readersOf } from '../../../dialect/skill-folders.ts';
import { inThousands } from '../../../document/text/numbers.ts';
import { inPercent } from '../../../features/text/amounts.ts';
import { denialText } from '../../../features/text/denial-text.ts';
import { tierLabel } from '../../../features/text/tier-label.ts';
import type { WhyReport, WhyStep } from '../../../protocol.ts';
import { readBy } from '../../../rules/messages/in-words.ts';
import type { RuleId } from '../../../rules/rule-id.ts';
import { skillDenial } from '../../../runtime/skill-tool/check-skill-call.ts';
import { missingWords, textCut } from '../../budget/shown-state.ts';
import {
  good,
  howToDistinguish,
  locationOf,
  openField,
  openFix,
  otherOf,
  quoted,
  stepsFromFindings,
  type WhyQuestion,
  whyReport,
} from './why-question.ts';

/** Rules about files, or fields of files, that Claude Code does not read as intended. */
const misplacedRules: ReadonlySet<RuleId> = new Set(['skill-misplaced', 'file-name-case']);
const refusedRules: ReadonlySet<RuleId> = new Set(['file-too-large', 'name-reserved']);
const unreadRules: ReadonlySet<RuleId> = new Set([
  'file-encoding',
  'frontmatter-missing',
  'frontmatter-not-first',
  'frontmatter-unclosed',
  'frontmatter-cut',
  'yaml-syntax',
  'description-lost',
]);
const uselessPathRules: ReadonlySet<RuleId> = new Set(['paths-glob']);
const unhelpfulDescriptionRules: ReadonlySet<RuleId> = new Set(['template-unfilled', 'description-no-trigger']);
const weakDescriptionRules: ReadonlySet<RuleId> = new Set(['description-front-load']);

/** Number of similar skills that are listed. */
const maxSimilar = 5;

/** Why the model does not use a skill: the facts, in order of precedence. */
export function unusedReport(question: WhyQuestion): WhyReport {
  const { name } = question.skill;
  const title = `Why isn't \`${name}\` used?`;
  const loaded = loadingSteps(question);
  // Nothing else is checked for a skill that is not loaded: this problem comes first.
  if (loaded.some(({ state }) => state === 'bad')) return whyReport(title, loaded, '');
  const steps = [
    ...loaded,
    ...frontmatterSteps(question),
    ...nameSteps(question),
    ...settingsSteps(question),
    ...flagSteps(question),
    ...descriptionSteps(question),
    ...conditionSteps(question),
    ...permissionSteps(question),
    ...listingSteps(question),
    ...similaritySteps(question),
    ...stepsFromFindings(question, unhelpfulDescriptionRules),
    ...stepsFromFindings(question, weakDescriptionRules, 'note'),
  ];
  const advice = 'If it is still not used, use words from its description, or name the skill in the request';
  const isFine = steps.every(({ state }) => state !== 'bad');
  return whyReport(isFine ? `Nothing keeps the model from using \`${name}\`` : title, steps, advice);
}

/** Is the file where Claude Code looks, and can Claude Code load it? */
function loadingSteps(question: WhyQuestion): WhyStep[] {
  const { skill, document } = question;
  const { status, reason, source } = skill;
  const open = openFix('Open File', skill.path);
  if (source.repository !== undefined) {
    const how =
      source.plugin === undefined
        ? 'Copy it to `.claude/skills`'
        : `Install the plugin \`${source.plugin}\`, or add its folder to the session`;
    const readers = readersOf(source.folder);
    if (readers.length > 0) {
      const where = shownPath(source.folder, question.catalog.session);
      const own = where.startsWith('~/') ? `~/${PROJECT_SKILLS}` : PROJECT_SKILLS;
      const text = `It is in \`${where}\`, which is ${readBy(readers)}. Link it to \`${own}\``;
      return [{ state: 'bad', text }];
    }
    if (source.refusedIn !== undefined && source.blockedBy !== undefined) {
      const shown = shownPath(source.refusedIn, question.catalog.session);
      const text = `It is in this repository, but Claude Code does not load it from there. ${source.blockedBy}. Fix \`${shown}\``;
      const locations = [{ label: shown, uri: URI.file(source.refusedIn).toString() }];
      return [{ state: 'bad', text, fix: openFix('Open File', source.refusedIn), locations }];
    }
    return [{ state: 'bad', text: `It is in this repository, but Claude Code does not load it from there. ${how}` }];
  }
  if (status === 'misplaced') {
    const found = stepsFromFindings(question, misplacedRules);
    if (found.length > 0) return found;
    return [
      {
        state: 'bad',
        text: `${reason ?? 'It is in a place where Claude Code never looks'}, so it is never loaded`,
        fix: open,
      },
    ];
  }
  const found = good(
    `Claude Code finds it in \`${shownPath(source.folder, question.catalog.session)}\` (${tierLabel(source.tier)})`,
  );
  if (!document) {
    const cause = status === 'invalid' && reason !== undefined ? reason : 'The file cannot be read';
    const text = `${cause}, so the skill is not loaded. Check its permissions, or where its link leads`;
    return [found, { state: 'bad', text, fix: open }];
  }
  if (status !== 'invalid') return [found];
  const refused = stepsFromFindings(question, refusedRules);
  if (refused.length > 0) return [found, ...refused];
  return [found, { state: 'bad', text: reason ?? 'Claude Code refuses the file', fix: open }];
}

function frontmatterSteps(question: WhyQuestion): WhyStep[] {
  if (question.document?.frontmatter.reading === 'unread') return stepsFromFindings(question, refusedRules, 'note');
  const found = stepsFromFindings(question, unreadRules);
  return found.length > 0 ? found : [good('Claude Code reads its frontmatter')];
}

/** Is its name unique? */
function nameSteps({ catalog, skill }: WhyQuestion): WhyStep[] {
  const { status, name, reason } = skill;
  if (status !== 'shadowed' && status !== 'duplicate') {
    // One that is hidden from the model leaves the name to this one for the model, but keeps it for users.
    const isTheirs = skill.userInvocable || skill.facts.hiddenFromUser || status !== 'active';
    return isTheirs || reason === undefined
      ? [good(`No other skill takes the name \`${name}\``)]
      : [{ state: 'note', text: reason }];
  }
  const other = skill.insteadId === undefined ? undefined : catalog.get(skill.insteadId);
  if (!other) return [{ state: 'bad', text: reason ?? `Another skill has the name \`${name}\`` }];
  const locations = [locationOf(other)];
  const fix = openFix('Open Other Skill', other.path);
  const where = `${tierLabel(other.source.tier)} (\`${shownPath(other.path, catalog.session)}\`)`;
  const text =
    status === 'duplicate'
      ? `The same file is loaded as \`${other.name}\` from ${where}. Use that name, or remove one of the two links`
      : `${where} has the name \`${name}\`, and Claude Code loads that one instead. Rename one of the two`;
  return [{ state: 'bad', text, fix, locations }];
}

/** The effect of `skillOverrides` on it. */
function settingsSteps({ catalog, skill }: WhyQuestion): WhyStep[] {
  const { overrides, files } = catalog.settings;
  if (skill.source.plugin !== undefined || !capabilities(catalog.runtime).readsSkillOverrides) return [];
  const override = overrides.get(skill.name) ?? overrides.get(skill.baseName);
  if (!override || override.value === 'on') {
    const unread = catalog.settings.errors.map(({ path, message }): WhyStep => {
      const text = `${shownPath(path, catalog.session)} may have a setting for it, but it is not read. ${message}`;
      return { state: 'note', text, fix: openFix('Open Settings', path) };
    });
    return [good('No setting disables it'), ...unread];
  }
  const { value, path } = override;
  const effect = {
    off: 'so nobody can use it',
    'user-invocable-only': 'so the model does not see it',
    'name-only': 'so the model sees its name but not its description',
  }[value];
  const managed = files.some((file) => file.path === path && file.scope === 'managed');
  const advice = managed ? 'Only the administrator of this machine can change that' : 'Enable it';
  return [
    {
      state: 'bad',
      text: `\`skillOverrides\` sets it to \`${value}\`, ${effect}. ${advice}`,
      locations: [{ label: shownPath(path, catalog.session), uri: URI.file(path).toString() }],
      ...(!managed && { fix: { kind: 'override', title: 'Enable Skill', skill: skill.id, value: 'on' } }),
    },
  ];
}

function flagSteps(question: WhyQuestion): WhyStep[] {
  const { name, facts } = question.skill;
  if (facts.hiddenFromModel) {
    const fix = openField(question, 'disable-model-invocation', 'Open Flag');
    const text = facts.hiddenFromUser
      ? '`disable-model-invocation` hides it from the model and `user-invocable` from users, so nobody can use it. Remove one of the two'
      : `\`disable-model-invocation\` hides it from the model, so it runs only as \`/${name}\`. Remove the flag to let the model choose it`;
    return [{ state: 'bad', text, fix }];
  }
  const free = good('No flag hides it from the model');
  if (!facts.hiddenFromUser) return [free];
  return [free, { state: 'note', text: `\`user-invocable\` hides \`/${name}\` from users; the model can use it` }];
}

/** Is there a description that the model could choose it by? */
function descriptionSteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill, findings } = question;
  const { facts, source, kind } = skill;
  if (facts.description !== undefined || facts.whenToUse !== undefined) return [good('It has a description')];
  const isAlreadyReported = findings.some(({ rule }) => unreadRules.has(rule));
  if (isAlreadyReported || facts.hiddenFromModel) return [];
  const fix = openField(question, 'description', 'Open File');
  const { listsUndescribedSkills } = capabilities(catalog.runtime);
  const neverListed = source.plugin !== undefined || (kind === 'skill' && !listsUndescribedSkills);
  const consequence = neverListed
    ? `It has no \`description\`, so ${source.plugin === undefined ? 'this Claude Code release never lists it' : 'Claude Code never lists it as a plugin skill'}`
    : `It has no \`description\`, so the model sees only the first line of its body: “${facts.fallback}”`;
  return [{ state: 'bad', text: `${consequence}. Say what it does and when to use it`, fix }];
}

/** Does it wait for a file? */
function conditionSteps(question: WhyQuestion): WhyStep[] {
  const { source, facts, status } = question.skill;
  if (status !== 'conditional') return [];
  if (facts.paths.length === 0) {
    const text = `It loads only when Claude reads or writes a file under \`${source.scope ?? source.owner}\`. To load it from the start, start Claude Code there or move the skill up`;
    return [{ state: 'bad', text }];
  }
  const never = stepsFromFindings(question, uselessPathRules).filter(({ text }) => text.includes('never loads'));
  if (never.length > 0) return never;
  const text = `It loads only when Claude reads or writes a file that matches ${quoted(facts.paths, 4)}. Remove \`paths\` to load it from the start`;
  return [{ state: 'bad', text, fix: openField(question, 'paths', 'Open `paths`') }];
}

/** The effect of permission rules on the model's call. */
function permissionSteps({ catalog, skill, document }: WhyQuestion): WhyStep[] {
  const { runtime, settings } = catalog;
  const { name, alias, facts } = skill;
  const isByNeed = capabilities(runtime).skillCheck === 'by-need';
  // Some releases know a skill by either name, others by the one that is called.
  const names = alias === undefined || !isByNeed ? [name] : [name, alias];
  const matching = settings.permissions.flatMap((rule) => {
    const kind = matchSkillRule(rule.rule, names, runtime);
    return kind === undefined ? [] : [{ ...rule, kind }];
  });
  const step = (state: 'bad' | 'note', text: string, path: string): WhyStep => ({
    state,
    text,
    fix: openFix('Open Settings', path),
    locations: [{ label: shownPath(path, catalog.session), uri: URI.file(path).toString() }],
  });
  const denial = skillDenial(skill, settings.permissions, runtime);
  if (denial) return [step('bad', `${denialText(denial)}. Remove the rule`, denial.rule.path)];
  const asked = matching.find(({ behavior }) => behavior === 'ask');
  if (asked) {
    return [
      step('note', `\`permissions.ask\` has \`${asked.rule}\`, so Claude Code may ask before it is used`, asked.path),
    ];
  }
  const isAllowed = matching.some(({ behavior, kind }) => behavior === 'allow' && kind !== 'parameter');
  const asksFor = [
    ...(facts.allowedTools.length > 0 ? ['allowed-tools'] : []),
    ...(facts.disallowedTools.length > 0 ? ['disallowed-tools'] : []),
    ...(document?.frontmatter.fields.has('hooks') ? ['hooks'] : []),
  ];
  if (isAllowed || (isByNeed && asksFor.length === 0)) return [good('No permission rule blocks it')];
  const because = isByNeed ? `, because it has ${quoted(asksFor)}` : '';
  const text = `Claude Code asks before the model uses it${because}, and refuses where it cannot ask. Add \`Skill(${name})\` to \`permissions.allow\` to let it run`;
  return [{ state: 'note', text }];
}

/** The rest of its line after the budget and the cap. */
function listingSteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill } = question;
  const { entry } = skill;
  if (!entry) return [];
  const listing = catalog.listing();
  const listed = listing.entries.find((it) => it.skill?.id === skill.id);
  if (!listed) return [];
  const { listingUnit: unit } = capabilities(catalog.runtime);
  const fix = openField(question, 'description', 'Edit Description');
  const steps: WhyStep[] = [];
  if (listed.missing !== undefined) {
    const seen = listed.state === 'hidden' ? 'nothing of it' : 'only its name';
    const wanted = `${inThousands(listing.wanted)} of ${inThousands(listing.budget.budget)} ${unit}`;
    const text = `All skills together need ${wanted}, so the model sees ${seen}. ${missingWords(listed, unit)}. Shorten this description or others, or use it more often`;
    const old = `All skills together need ${wanted}, so the model sees ${seen}. Shorten the descriptions of those before it`;
    steps.push({ state: 'bad', text: listed.state === 'hidden' ? old : text, fix });
  } else if (listed.state === 'full') {
    steps.push(good(`It is in the listing and takes ${inThousands(listed.chars)} ${unit}`));
  }
  const cut = textCut(skill);
  if (cut) {
    const text = `Its text is cut at ${inThousands(entry.text.length)} characters, after “${cut.end}”: the model never sees the last ${inThousands(cut.lost)}. Shorten it, or put the important part first`;
    steps.push({ state: 'bad', text, fix });
  }
  return steps;
}

/** Could the model confuse it with another one? */
function similaritySteps(question: WhyQuestion): WhyStep[] {
  const { catalog, skill } = question;
  if (!skill.entry) return [];
  const steps = catalog.similarTo(skill.id).flatMap((pair): WhyStep[] => {
    const other = otherOf(question, pair);
    if (!other) return [];
    const shared = pair.sharedWords.length > 0 ? ` (both mention ${quoted(pair.sharedWords, 4)})` : '';
    const text = `Its description is ${inPercent(pair.similarity, 1)} similar to that of \`${other.name}\`${shared}, so the model may choose that skill instead. ${howToDistinguish(pair)}`;
    return [
      {
        state: 'bad',
        text,
        fix: openField(question, 'description', 'Edit Description'),
        locations: [locationOf(other)],
      },
    ];
  });
  return steps.length > 0 ? steps.slice(0, maxSimilar) : [good('No other description is similar to it')];
}
