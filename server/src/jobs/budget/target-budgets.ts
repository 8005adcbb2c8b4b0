import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isUsable } from '../../catalog/resolve/skill-status.ts';
import { consumerFacts, type ListingFacts, type SkillTargetId } from '../../dialect/targets.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { percentOf } from '../../features/text/amounts.ts';
import type { TargetBudget, TargetBudgetEntry } from '../../protocol.ts';

/** A skill as a target lists it. */
export interface TargetSkill {
  readonly name: string;
  readonly description: string;
  /** Of its SKILL.md. */
  readonly path: string;
  /** `disable-model-invocation` */
  readonly hiddenFromModel: boolean;
}

/**
 * How the skills of a session would fit into the lists of other products, if they were all installed there. Plugins and
 * commands are Claude Code's own.
 *
 * @param contextWindow in tokens; undefined if it is not known
 */
export function targetBudgets(
  catalog: Catalog,
  targets: readonly SkillTargetId[],
  contextWindow: number | undefined,
): readonly TargetBudget[] {
  const skills = catalog
    .skills()
    .filter(isOffered)
    .map(
      ({ baseName, path, facts }): TargetSkill => ({
        name: facts.name ?? baseName,
        description: facts.description ?? '',
        path,
        hiddenFromModel: facts.hiddenFromModel,
      }),
    );
  return targets.flatMap((id) => {
    const { title, listing } = consumerFacts(id);
    if (listing === undefined) return [];
    const fitted = fitTarget(skills, listing, contextWindow);
    return [{ target: id, title, summary: summaryOf(title, fitted), ...fitted }];
  });
}

/** One line about a budget. The numbers are estimates: the product adds skills of its own. */
function summaryOf(title: string, { used, budget, unit, detail, entries }: FittedTarget): string {
  const counted = (state: TargetBudgetEntry['state'], words: string) => {
    const { length } = entries.filter((it) => it.state === state);
    return length === 0 ? [] : [`${inThousands(length)} ${words}`];
  };
  const parts = [
    `${title}: ≈ ${inThousands(used)} of ${inThousands(budget)} ${unit} (${detail})`,
    ...counted('shortened', 'shortened'),
    ...counted('name-only', 'by name only'),
    ...counted('hidden', 'not listed'),
  ];
  return parts.join(', ');
}

function isOffered(skill: CatalogSkill): boolean {
  return skill.kind === 'skill' && skill.source.plugin === undefined && isUsable(skill);
}

/** The unit of a budget: characters, or tokens that are estimated from bytes. */
interface Measure {
  readonly budget: number;
  readonly unit: 'characters' | 'tokens';
  cost(text: string): number;
}

/** A skill with its texts and what they cost. */
interface Measured {
  readonly skill: TargetSkill;
  /** Its characters, up to the cap. */
  readonly text: readonly string[];
  readonly bare: number;
  readonly full: number;
}

type FittedTarget = Omit<TargetBudget, 'target' | 'title' | 'summary'>;

/** How skills fit into the list of one product. */
export function fitTarget(
  skills: readonly TargetSkill[],
  facts: ListingFacts,
  contextWindow: number | undefined,
): FittedTarget {
  const measure = measureOf(facts, contextWindow);
  const listed = skills
    .filter(({ hiddenFromModel }) => !(facts.hidesUninvocable && hiddenFromModel))
    .toSorted((a, b) => compare(a[facts.order], b[facts.order]))
    .map((skill): Measured => {
      const text = capped(skill.description.replace(/\s+/g, ' ').trim(), facts.textCap);
      const bare = measure.cost(rendered(skill, '', facts));
      return {
        skill,
        text,
        bare,
        full: text.length === 0 ? bare : measure.cost(rendered(skill, text.join(''), facts)),
      };
    });
  const wanted = sum(listed.map(({ full }) => full));
  const entries =
    wanted <= measure.budget
      ? listed.map((it) => entryOf(it, it.full, it.text.length))
      : facts.whenFull === 'shortens-evenly'
        ? shortened(listed, facts, measure)
        : withoutLaterTexts(listed, measure);
  const { source, setting } = facts;
  return {
    budget: measure.budget,
    unit: measure.unit,
    used: sum(entries.map(({ chars }) => chars)),
    wanted,
    detail: detailOf(facts, contextWindow),
    ...(setting !== undefined && { setting }),
    source: source.url,
    entries,
  };
}

function measureOf({ budget, share }: ListingFacts, contextWindow: number | undefined): Measure {
  if (!share || contextWindow === undefined) return { budget, unit: 'characters', cost: (text) => [...text].length };
  const { bytesPerToken, ofContextWindow } = share;
  return {
    // As an integer division, which a product with a fraction is not.
    budget: Math.max(1, Math.floor((contextWindow * Math.round(ofContextWindow * 100)) / 100)),
    unit: 'tokens',
    cost: (text) => Math.ceil(new TextEncoder().encode(text).length / bytesPerToken),
  };
}

function detailOf({ budget, share, setting }: ListingFacts, contextWindow: number | undefined): string {
  if (share && contextWindow !== undefined) {
    return `${percentOf(share.ofContextWindow * 100)} of ${inThousands(contextWindow)} tokens`;
  }
  const standard = setting === undefined ? '' : `, the default of ${setting}`;
  const unknown = share ? ' while the size of the context window is not known' : '';
  return `${inThousands(budget)} characters${standard}${unknown}`;
}

function rendered(
  { name, path }: TargetSkill,
  description: string,
  { entry, bareEntry, isEscaped }: ListingFacts,
): string {
  const values: Readonly<Record<string, string>> = { name, description, path, location: 'project' };
  const text = description === '' ? bareEntry : entry;
  return text.replace(/\{(name|description|path|location)\}/g, (_, key: string) =>
    isEscaped ? escaped(values[key]!) : values[key]!,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function capped(description: string, cap: number | undefined): readonly string[] {
  const characters = [...description];
  if (cap === undefined || characters.length <= cap) return characters;
  return [...characters.slice(0, cap - 3), ...'...'];
}

/** Gives every description one more character in turn, as long as there is space; then only names, as many as fit. */
function shortened(listed: readonly Measured[], facts: ListingFacts, measure: Measure): readonly TargetBudgetEntry[] {
  let left = measure.budget - sum(listed.map(({ bare }) => bare));
  if (left < 0) {
    let rest = measure.budget;
    return listed.map((it) => {
      if (it.bare > rest) return { ...entryOf(it, 0, 0), state: 'hidden' };
      rest -= it.bare;
      return entryOf(it, it.bare, 0);
    });
  }
  const states = listed.map((it) => ({ it, length: 0, cost: it.bare, costs: costsOf(it, facts, measure) }));
  for (let growing = states.filter(({ it }) => it.text.length > 0); growing.length > 0; ) {
    growing = growing.filter((state) => {
      const next = state.costs(state.length + 1);
      if (next - state.cost > left) return false;
      left -= next - state.cost;
      state.length++;
      state.cost = next;
      return state.length < state.it.text.length;
    });
  }
  return states.map(({ it, length, cost }) => entryOf(it, cost, length));
}

/** The cost of the line by the number of characters of its description, without rendering each. */
function costsOf({ skill, text, bare }: Measured, facts: ListingFacts, measure: Measure): (length: number) => number {
  if (measure.unit === 'characters') {
    const first = measure.cost(rendered(skill, 'x', facts));
    return (length) => first + length - 1;
  }
  const { bytesPerToken } = facts.share!;
  const bytes = new TextEncoder().encode(rendered(skill, 'x', facts)).length - 1;
  const sums = [0];
  for (const character of text) sums.push(sums.at(-1)! + bytesOf(character));
  return (length) => Math.max(bare, Math.ceil((bytes + sums[length]!) / bytesPerToken));
}

/** The bytes of a character in UTF-8. An encoder takes longer for each than all else that a list of thousands of skills needs. */
function bytesOf(character: string): number {
  const codePoint = character.codePointAt(0)!;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** Descriptions up to the first one that does not fit; the others are names alone. */
function withoutLaterTexts(listed: readonly Measured[], measure: Measure): readonly TargetBudgetEntry[] {
  let used = 0;
  let isFull = false;
  return listed.map((it) => {
    isFull ||= used + it.full > measure.budget;
    used += isFull ? 0 : it.full;
    return isFull ? entryOf(it, it.bare, 0) : entryOf(it, it.full, it.text.length);
  });
}

function entryOf({ skill, text, full }: Measured, chars: number, length: number): TargetBudgetEntry {
  const state = length === text.length ? 'full' : length === 0 ? 'name-only' : 'shortened';
  return { name: skill.name, path: skill.path, chars, full, state };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
