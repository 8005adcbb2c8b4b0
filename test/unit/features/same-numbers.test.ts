import fc from 'fast-check';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver-types';
import { catalogLocation } from '../../../server/src/catalog/file/catalog-location.ts';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { budgetText } from '../../../server/src/cli/reports/budget-text.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { resolveCodeLens } from '../../../server/src/features/annotations/code-lenses.ts';
import { hover } from '../../../server/src/features/hover/hover.ts';
import { budgetReport } from '../../../server/src/jobs/budget/budget-report.ts';
import { skillCost } from '../../../server/src/jobs/budget/skill-cost.ts';
import { treeTooltip } from '../../../server/src/jobs/skills/tree/skill-tooltip.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { openText } from './open-text.ts';
import { described, home, project, treeOf } from './tree-of.ts';
import { whyUnused } from './why-unused.ts';

/*
 * Each number about a listing is shown in several places: the tree, its tooltip, the code lens, the hover, the finding,
 * the budget, the command line and the answer to "why". They must be the same.
 */

/** Skills by the lengths of their descriptions, the settings, and the runtime. */
interface Case {
  readonly lengths: readonly number[];
  /** Indexes of skills of which the settings show only the name. */
  readonly nameOnly: readonly number[];
  readonly cap: number;
  /** Columns. */
  readonly budget: number;
  readonly runtime: RuntimeId;
}

const arbitraryCase: fc.Arbitrary<Case> = fc.record({
  lengths: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
  nameOnly: fc.uniqueArray(fc.nat(4), { maxLength: 1 }),
  cap: fc.constantFrom(60, 200, 1536),
  budget: fc.integer({ min: 30, max: 1200 }),
  runtime: fc.constant<RuntimeId>('claude-code'),
});

const examples: Readonly<Record<string, Case>> = {
  'in full': { lengths: [100, 200], nameOnly: [], cap: 1536, budget: 5000, runtime: 'claude-code' },
  'cut by the usual limit': { lengths: [1981], nameOnly: [], cap: 1536, budget: 5000, runtime: 'claude-code' },
  'cut by a limit in the settings': { lengths: [100, 61], nameOnly: [], cap: 60, budget: 5000, runtime: 'claude-code' },
  'name only': { lengths: [100, 300, 20], nameOnly: [], cap: 1536, budget: 200, runtime: 'claude-code' },
  'name only by a setting': { lengths: [100, 300], nameOnly: [0], cap: 1536, budget: 5000, runtime: 'claude-code' },
  'cut and name only': { lengths: [300, 300], nameOnly: [], cap: 200, budget: 250, runtime: 'claude-code' },
  hidden: { lengths: [9000, 5000, 4000], nameOnly: [], cap: 1536, budget: 0, runtime: 'claude-code@2.1.7' },
};

test.each(Object.entries(examples))('every place gives the same numbers: %s', (_, it) => expectSameNumbers(it));

test('every place gives the same numbers for any listing', async () => {
  await fc.assert(fc.asyncProperty(arbitraryCase, expectSameNumbers), { numRuns: 60 });
}, 60_000);

async function expectSameNumbers({ lengths, nameOnly, cap, budget, runtime }: Case): Promise<void> {
  const name = (index: number) => `skill-${index}`;
  const pathOf = (index: number) => `${project}/.claude/skills/${name(index)}/SKILL.md`;
  const settings = {
    skillListingMaxDescChars: cap,
    skillListingBudgetFraction: budget / 3_000_000,
    skillOverrides: Object.fromEntries([
      ['plugin-authoring', 'off'],
      ...nameOnly.map((index) => [name(index), 'name-only']),
    ]),
  };
  const content: MemoryFiles = {
    [`${home}/.claude/settings.json`]: JSON.stringify(settings),
    ...Object.fromEntries(lengths.map((length, index) => [pathOf(index), described(text(length))])),
  };
  const { sessions, files, find } = await treeOf(content, { runtime });
  const { catalog, info } = sessions[0]!;
  const report = atOnce(budgetReport(catalog, undefined, [], info));
  const terminal = budgetText(report, picocolors.createColors(false));
  const environment = { home, managed: '/etc/claude-code', variable: () => undefined };

  expect(terminal).toContain(`${report.usage}, ${report.share}`);
  expect(/Not in full \((\d+)\)/.exec(terminal)?.[1] ?? '0').toBe(String(report.notInFull));
  expect(report.notInFull).toBe(report.entries.filter((entry) => entry.notInFull).length);
  expect(report.tiers.reduce((sum, { chars }) => sum + chars, 0)).toBe(report.used);

  for (const [index, length] of lengths.entries()) {
    const id = `project:${pathOf(index)}`;
    const entry = report.entries.find((it) => it.id === id)!;
    const numbers = numbersOf(entry.explanation);
    const node = await find('Project', name(index));
    const tooltip = treeTooltip(sessions, node.id)!.replaceAll('\\', '');
    const why = (await whyUnused(catalog, id, { files, environment }))!.steps.map((step) => step.text).join('\n');
    const context = (await readFileContext(pathOf(index), files, home))!;
    const file = { ...context, inCatalog: catalogLocation(catalog, pathOf(index)) };
    const marked = described(text(length)).replace('description: ', () => '$0description: ');
    const { open, offset } = openText(marked, { path: pathOf(index), file, runtime });
    const lens = resolveCodeLens('listing', open, catalog)!.title;
    const hovered = (hover(open, offset, {})!.contents as MarkupContent).value;
    const cost = (await skillCost(catalog, id, files))!;
    const finding = open.findings.find(({ rule }) => rule === 'description-too-long')?.message;

    // The state in words.
    expect(lens.endsWith(entry.state === 'full' ? '· in full' : entry.label)).toBe(true);
    if (entry.state === 'full') expect(node.description).not.toMatch(/name only|cut|not listed/);
    else expect(node.description).toMatch(new RegExp(`^${entry.label}( ·|$)`));
    if (entry.notInFull) expect(terminal).toContain(`${name(index)}  ${entry.label}, ${entry.detail}`);

    // Its size, and its tokens.
    if (entry.state !== 'hidden') {
      expect(tooltip).toContain(
        `${count(entry.chars)} of ${count(report.budget)} ${report.unit} · ≈ ${count(cost.l1.tokens)} token`,
      );
    } else expect(cost.l1.tokens).toBe(0);
    if (entry.state === 'full' || entry.state === 'cut')
      expect(why).toContain(`takes ${count(entry.chars)} ${report.unit}`);
    expect(terminal).toMatch(
      new RegExp(
        ` ${count(entry.chars)}${entry.chars === entry.full ? '' : ` of ${count(entry.full)}`}  ${name(index)}`,
      ),
    );

    // What is missing.
    if (entry.missing !== undefined) {
      const words = `needs ${count(entry.missing)} more`;
      for (const place of [tooltip, entry.explanation, entry.detail!]) expect(place).toContain(words);
      if (entry.state === 'name-only') expect(why).toContain(words);
    }

    // What is cut.
    const [written, most] = numbersOf(lens);
    const isCut = most !== undefined && written! > most;
    expect(finding !== undefined).toBe(isCut);
    expect(numbersOf(/[\d,]+( of [\d,]+)? characters in the listing/.exec(hovered)![0])).toEqual(
      most === undefined ? [written] : [written, most],
    );
    if (!isCut) continue;
    const lost = Number(/last ([\d,]+),/.exec(finding!)![1]!.replaceAll(',', ''));
    expect(why).toContain(`never sees the last ${count(lost)}.`);
    if (entry.state !== 'cut') continue;
    expect(numbers).toEqual([most - 1, written]);
    expect(written! - numbers[0]!).toBe(lost);
    expect(tooltip).toContain(entry.explanation.slice(0, -1));
    expect(entry.detail).toBe(`${count(lost)} characters lost`);
  }
}

/** Words of a length. */
function text(length: number): string {
  return 'Reads maps when asked. '
    .repeat(Math.ceil(length / 23))
    .slice(0, length)
    .trim()
    .padEnd(length, 'x');
}

function numbersOf(words: string): number[] {
  return (words.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
}

function count(value: number): string {
  return value.toLocaleString('en');
}
