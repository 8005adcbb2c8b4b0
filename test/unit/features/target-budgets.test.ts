import { describe, expect, test } from 'vitest';
import { consumerFacts, TARGETS } from '../../../server/src/dialect/targets.ts';
import { fitTarget, type TargetSkill } from '../../../server/src/jobs/budget/target-budgets.ts';

const codex = consumerFacts('codex').listing!;
const vscode = consumerFacts('vscode').listing!;

function skills(count: number, description: string): TargetSkill[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `skill-${String(index).padStart(3, '0')}`;
    return { name, description, path: `/p/${name}/SKILL.md`, hiddenFromModel: false };
  });
}

test('every documented list has a source', () => {
  const listed = TARGETS.filter(({ listing }) => listing !== undefined);
  expect(listed.map(({ id }) => id)).toEqual(['vscode', 'codex']);
  for (const { listing } of listed) expect(new URL(listing!.source.url).protocol).toBe('https:');
});

describe('Codex', () => {
  test('lists name, description and path, in 8,000 characters while the context window is not known', () => {
    const { entries, ...fitted } = fitTarget(skills(1, 'Sows beans.'), codex, undefined);
    const line = '- skill-000: Sows beans. (file: /p/skill-000/SKILL.md)\n';
    expect(fitted).toMatchObject({ budget: 8000, unit: 'characters', used: line.length, wanted: line.length });
    expect(entries).toMatchObject([{ name: 'skill-000', chars: line.length, state: 'full' }]);
  });

  test('has 2% of the context window in tokens, of four bytes each', () => {
    const { budget, unit, used, detail } = fitTarget(skills(1, 'ä'.repeat(10)), codex, 200_000);
    expect({ budget, unit, detail }).toEqual({ budget: 4000, unit: 'tokens', detail: '2\u00a0% of 200,000 tokens' });
    const bytes = Buffer.byteLength(`- skill-000: ${'ä'.repeat(10)} (file: /p/skill-000/SKILL.md)\n`);
    expect(used).toBe(Math.ceil(bytes / 4));
  });

  test('shortens the longest descriptions first: all get the same, and short ones stay whole', () => {
    const long = skills(20, 'x'.repeat(1000));
    const all = [...long, { ...skills(1, 'Short.')[0]!, name: 'short', path: '/p/a/SKILL.md' }];
    const { entries, used, budget, wanted } = fitTarget(all, codex, undefined);
    expect(wanted).toBeGreaterThan(budget);
    expect(used).toBe(budget);
    expect(entries.find(({ name }) => name === 'short')).toMatchObject({ state: 'full' });
    const lengths = new Set(entries.filter(({ state }) => state === 'shortened').map(({ chars }) => chars));
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    const tokens = fitTarget(all, codex, 100_000);
    expect(tokens.used).toBeLessThanOrEqual(tokens.budget);
    expect(tokens.used).toBeGreaterThan(tokens.budget - 25);
  });

  test('lists names as long as they fit, and leaves out others', () => {
    const { entries, used, budget } = fitTarget(skills(400, 'Sows.'), codex, undefined);
    expect(used).toBeLessThanOrEqual(budget);
    expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['name-only', 'hidden']));
    expect(entries.at(-1)).toMatchObject({ state: 'hidden', chars: 0 });
  });

  test('cuts a description of more than 1,024 characters, and keeps half of no character', () => {
    const { entries } = fitTarget(skills(1, '😀'.repeat(2000)), codex, undefined);
    expect(entries[0]!.full).toBe('- skill-000:  (file: /p/skill-000/SKILL.md)\n'.length + 1024);
  });

  test('takes time in proportion to the text', () => {
    const many = skills(3000, 'word '.repeat(200));
    expect(fitTarget(many, codex, 10_000_000).entries).toHaveLength(3000);
  });
});

describe('VS Code Copilot', () => {
  test('lists names in order with escaped texts, without those that the model may not call', () => {
    const [one] = skills(1, 'Tom & Jerry <tag>');
    const hidden = { ...one!, name: 'hidden', hiddenFromModel: true };
    const { entries, used, budget } = fitTarget(
      [{ ...one!, name: 'b' }, hidden, { ...one!, name: 'a' }],
      vscode,
      200_000,
    );
    const block =
      '<skill>\n  <name>a</name>\n  <description>Tom &amp; Jerry &lt;tag&gt;</description>\n  <location>project</location>\n</skill>\n';
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b']);
    expect([used, budget]).toEqual([block.length * 2, 15_000]);
  });

  test('shows names alone from the first description on that does not fit', () => {
    const { entries } = fitTarget(skills(20, 'x'.repeat(900)), vscode, undefined);
    const states = entries.map(({ state }) => state);
    expect(states).toEqual([...Array(14).fill('full'), ...Array(6).fill('name-only')]);
  });
});
