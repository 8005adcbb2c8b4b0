import type { Catalog, ListedSkill, Listing } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import type { AnsweredSkill } from './claude-code-answers.ts';
import type { Difference } from './difference.ts';

/** A skill that Skillwright lists, with its entry of the listing. */
interface Expected {
  readonly skill: CatalogSkill;
  readonly entry: ListedSkill;
}

/** Skillwright's side for a skill that it does not know. */
export const unknownSkill = 'there is no such skill';

/** The differences in the listing for the model: skills, their files, their texts and their order. */
export function compareListing(catalog: Catalog, skills: readonly AnsweredSkill[]): readonly Difference[] {
  const listing = catalog.listing();
  const expected = listing.entries.flatMap((entry): readonly Expected[] => {
    return entry.skill === undefined || entry.state === 'hidden' ? [] : [{ skill: entry.skill, entry }];
  });
  const answered = skills.filter(({ isBuiltIn }) => !isBuiltIn);
  const answeredAt = new Map(answered.map((it) => [it.path, it]));
  const expectedAt = new Map(expected.map((it) => [it.skill.path, it]));
  const isElsewhere = ({ path }: AnsweredSkill) => path === undefined || !expectedAt.has(path);
  const differences: Difference[] = [];
  const moved = new Set<AnsweredSkill>();
  for (const { skill, entry } of expected) {
    const about = { subject: skill.name, path: skill.path };
    const found = answeredAt.get(skill.path);
    if (found) {
      const tokens = expectedTokens(listing, entry, found.name);
      if (found.tokens === undefined || tokens.length === 0 || tokens.includes(found.tokens)) continue;
      differences.push({ kind: 'tokens', ...about, expected: inTokens(tokens[0]!), answered: inTokens(found.tokens) });
      continue;
    }
    const other = answered.find((it) => isElsewhere(it) && !moved.has(it) && namesOf(skill).includes(it.name));
    if (other) {
      moved.add(other);
      const answer = other.path === undefined ? 'no file' : shownPath(other.path, catalog.session);
      differences.push({
        kind: 'path',
        ...about,
        expected: shownPath(skill.path, catalog.session),
        answered: answer,
      });
    } else {
      differences.push({
        kind: 'unseen',
        ...about,
        expected: 'the model sees it',
        answered: 'the model does not see it',
      });
    }
  }
  for (const it of answered.filter((it) => isElsewhere(it) && !moved.has(it))) {
    const known = it.path === undefined ? undefined : catalog.at(it.path);
    differences.push({
      kind: 'seen',
      subject: known?.name ?? it.name,
      path: it.path,
      expected: known ? whyUnseen(known) : unknownSkill,
      answered: 'the model sees it',
    });
  }
  const inBoth = expected.flatMap(({ skill }) => (answeredAt.has(skill.path) ? [skill] : []));
  const inAnswer = answered.flatMap(({ path }) => (path === undefined ? [] : (expectedAt.get(path)?.skill ?? [])));
  return [...differences, ...compareOrder(inBoth, inAnswer)];
}

/** The first place at which the order differs. */
function compareOrder(expected: readonly CatalogSkill[], answered: readonly CatalogSkill[]): readonly Difference[] {
  const at = expected.findIndex((skill, index) => answered[index] !== undefined && answered[index] !== skill);
  if (at < 0) return [];
  const next = (skills: readonly CatalogSkill[]) =>
    skills
      .slice(at, at + 3)
      .map(({ name }) => name)
      .join(', ');
  return [
    {
      kind: 'order',
      subject: `Order from entry ${at + 1} on`,
      path: undefined,
      expected: next(expected),
      answered: next(answered),
    },
  ];
}

/**
 * The tokens that Claude Code may state for a line: its characters by those that it assumes per token. It may count the
 * field `name` even where the listing leaves it out because another skill or command has it, and where texts do not fit, it
 * does not drop the same ones as in the listing. Seen with the verified release, whose requests were as Skillwright lists them.
 */
function expectedTokens({ budget, entries }: Listing, { line, skill }: ListedSkill, name: string): readonly number[] {
  const perToken = budget.context?.charactersPerToken;
  if (perToken === undefined || line === undefined || skill?.entry === undefined) return [];
  const { label, text } = skill.entry;
  const mayBeCounted = label === skill.name && name !== skill.name && !/\s/.test(name);
  const labels = mayBeCounted ? [label, `${label} (${name})`] : [label];
  const isCrowded = entries.some(({ missing }) => missing !== undefined);
  const isBare = line === `- ${label}`;
  const lines = labels.flatMap((it) => {
    const [bare, full] = [`- ${it}`, `- ${it}: ${text}`];
    return isCrowded ? [isBare ? bare : full, bare, full] : [isBare ? bare : full];
  });
  return lines.map((shown) => Math.round(shown.length / perToken));
}

function displayName({ facts: { name }, source: { plugin } }: CatalogSkill): string | undefined {
  return name === undefined || plugin === undefined ? name : `${plugin}:${name}`;
}

/** The names under which Claude Code may list a skill. */
function namesOf(skill: CatalogSkill): readonly string[] {
  return [skill.name, ...(skill.alias === undefined ? [] : [skill.alias]), displayName(skill) ?? skill.name];
}

function whyUnseen({ status, reason, facts }: CatalogSkill): string {
  if (reason !== undefined) return reason;
  if (facts.hiddenFromModel) return '`disable-model-invocation` hides it from the model';
  return status === 'active' ? 'the model does not see it' : `${status}, so the model does not see it`;
}

function inTokens(count: number): string {
  return count === 1 ? '1 token' : `${count} tokens`;
}
