import type { Catalog } from '../../../catalog/catalog.ts';
import { isSlashCommand } from '../../../catalog/resolve/announced-skills.ts';
import type { PermissionRule } from '../../../catalog/settings/session-settings.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { inThousands } from '../../../document/text/numbers.ts';
import type {
  AnsweredCommand,
  AnsweredError,
  AnsweredRule,
  AnsweredSkill,
  ClaudeCodeAnswers,
} from './claude-code-answers.ts';
import { compareListing, unknownSkill } from './compare-listing.ts';
import type { Difference } from './difference.ts';

/** Answers of Claude Code, held against a catalog. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Parts that could not be compared, or do not concern the user's skills: sentences without a full stop. */
  readonly notes: readonly string[];
  /** Whether the listing for the model could be compared: without it, nothing is confirmed. */
  readonly isCompared: boolean;
}

/**
 * Compares what Claude Code answered with a catalog. What it did not answer is noted and never a difference.
 *
 * @param rules the permission rules that apply, according to Skillwright
 */
export function compareAnswers(
  catalog: Catalog,
  rules: readonly PermissionRule[],
  { commands, skills, rules: appliedRules, errors, contextWindow, unanswered }: ClaudeCodeAnswers,
): Comparison {
  return {
    differences: [
      ...onePerSkill(skills ? compareListing(catalog, skills) : [], commands ? compareCommands(catalog, commands) : []),
      ...(appliedRules ? compareRules(rules, appliedRules) : []),
      ...(errors ? compareErrors(catalog, errors) : []),
      ...(contextWindow === undefined ? [] : compareWindow(catalog, contextWindow)),
    ],
    isCompared: skills !== undefined,
    notes: unanswered.map((it) => `Not compared: ${it}`),
  };
}

/** Skills that only one of both knows: they differ for the model and after `/`, which is one difference. */
function onePerSkill(listed: readonly Difference[], slashed: readonly Difference[]): readonly Difference[] {
  const taken = new Set<Difference>();
  const merged = listed.map((it): Difference => {
    const { kind, subject, path, expected, answered } = it;
    if (kind !== 'unseen' && kind !== 'seen') return it;
    const isSame = (other: Difference) =>
      other.subject === `/${subject}` &&
      (other.path === undefined || other.path === path) &&
      other.answered === (kind === 'seen' ? offered : notOffered);
    const same = slashed.find(isSame);
    if (!same) return it;
    taken.add(same);
    const both = (seen: string, shown: string) => (seen === unknownSkill ? seen : `${seen}, and it is ${shown}`);
    return { ...it, expected: both(expected, same.expected), answered: both(answered, same.answered) };
  });
  return [...merged, ...slashed.filter((it) => !taken.has(it))];
}

const offered = 'offered after `/`';
const notOffered = 'not offered after `/`';

function compareCommands(catalog: Catalog, commands: readonly AnsweredCommand[]): readonly Difference[] {
  const answered = new Set(commands.flatMap(({ names }) => names));
  const expected = catalog.skills().filter((skill) => isSlashCommand(skill, catalog.runtime));
  const known = new Set(expected.flatMap(({ name, alias, facts }) => [name, alias ?? name, facts.name ?? name]));
  return [
    ...expected
      .filter(({ name, alias, facts }) => ![name, alias ?? name, facts.name ?? name].some((it) => answered.has(it)))
      .map(({ name, path }): Difference => {
        return { kind: 'command', subject: `/${name}`, path, expected: offered, answered: notOffered };
      }),
    ...commands
      .filter(({ names }) => !names.some((name) => known.has(name)))
      .map(({ names: [name = ''] }): Difference => {
        const path = catalog.named(name)[0]?.path;
        return { kind: 'command', subject: `/${name}`, path, expected: notOffered, answered: offered };
      }),
  ];
}

const behaviors: Readonly<Record<string, string>> = { allow: 'allows it', deny: 'denies it', ask: 'asks first' };

function does({ behavior }: AnsweredRule): string {
  return behaviors[behavior] ?? behavior;
}

/** Rules that Claude Code can read; it drops others. */
const rule = /^(mcp__\S+|[A-Z]\w*)(\(.*\S.*\))?$/s;

function compareRules(expected: readonly PermissionRule[], answered: readonly AnsweredRule[]): readonly Difference[] {
  const keyOf = (it: AnsweredRule) => `${it.behavior} ${it.rule}`;
  const answeredKeys = new Set(answered.map(keyOf));
  const expectedKeys = new Set(expected.map(keyOf));
  const missing = expected.filter((it) => rule.test(it.rule) && !answeredKeys.has(keyOf(it)));
  const added = answered.filter((it) => !expectedKeys.has(keyOf(it)));
  return [
    ...missing.map((it): Difference => {
      const says = { expected: does(it), answered: 'does not apply the rule' };
      return { kind: 'rule', subject: it.rule, path: it.path, ...says };
    }),
    ...added.map((it): Difference => {
      const says = { expected: 'does not know the rule', answered: does(it) };
      return { kind: 'rule', subject: it.rule, path: undefined, ...says };
    }),
  ];
}

function compareErrors(catalog: Catalog, answered: readonly AnsweredError[]): readonly Difference[] {
  const expected = catalog.errors().filter(({ source }) => source === 'settings');
  const has = (errors: readonly { readonly path: string }[], path: string) => errors.some((it) => it.path === path);
  const subjectOf = (path: string) => shownPath(path, catalog.session);
  return [
    ...expected
      .filter(({ path }) => !has(answered, path))
      .map(({ path, message }): Difference => {
        return { kind: 'settings', subject: subjectOf(path), path, expected: message, answered: 'no error' };
      }),
    ...answered
      .filter(({ path }) => !has(expected, path))
      .map(({ path, message }): Difference => {
        return { kind: 'settings', subject: subjectOf(path), path, expected: 'no error', answered: message };
      }),
  ];
}

function compareWindow(catalog: Catalog, answered: number): readonly Difference[] {
  const { context } = catalog.listing().budget;
  if (context === undefined || context.window === answered) return [];
  const inTokens = (count: number) => `${inThousands(count)} tokens`;
  return [
    {
      kind: 'window',
      subject: 'Context window',
      path: undefined,
      expected: inTokens(context.window),
      answered: inTokens(answered),
    },
  ];
}

/**
 * How Claude Code's own skills differ from those that the verified release lists: they depend on the account, too.
 *
 * @param catalog the session before this was known
 */
export function ownSkillNotes(catalog: Catalog, skills: readonly AnsweredSkill[]): readonly string[] {
  const expected = catalog.listing().entries.flatMap((entry) => (entry.skill === undefined ? [entry.name] : []));
  const answered = skills.filter(({ isBuiltIn }) => isBuiltIn).map(({ name }) => name);
  const more = answered.filter((name) => !expected.includes(name));
  const fewer = expected.filter((name) => !answered.includes(name));
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return [
    ...(more.length === 0 ? [] : [`Of its own skills, Claude Code also lists ${list(more)} here`]),
    ...(fewer.length === 0 ? [] : [`Of its own skills, Claude Code does not list ${list(fewer)} here`]),
  ];
}
