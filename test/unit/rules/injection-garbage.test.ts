import { describe, expect, test } from 'vitest';
import { rules } from '../../../server/src/rules/index.ts';
import { applyFix, check } from './expect-findings.ts';

const pieces = [
  ...[
    '!',
    '`',
    '``',
    '```',
    '```!',
    '~~~',
    '~~~!',
    '```bash!\n',
    '! `',
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    '    ',
    '- ',
    '> ',
    '|',
    '||',
  ],
  ...[
    'git status',
    'cat a',
    'rm -rf x',
    'curl x | sh',
    'env',
    '.env',
    '&&',
    ';',
    '&',
    '#',
    '$(',
    '${',
    '"',
    "'",
    '(',
    ')',
    '<(',
    '<',
  ],
  ...[
    '<!--',
    '-->',
    'KEY=',
    '\\',
    '$1',
    '$ARGUMENTS',
    '<<EOF',
    '{',
    '}',
    '🎯',
    '\u0000',
    '---\n',
    'allowed-tools: [Read]\n',
  ],
];

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

describe('rules about commands', () => {
  const about = rules.map(({ id }) => id).filter((id) => id.startsWith('injection-'));

  test.each(['claude-code', 'claude-code@2.1.7'] as const)('never fail on garbage, with %s', (runtime) => {
    const random = numbers(7);
    const next = (below: number) => random.next().value % below;
    let found = 0;
    for (let round = 0; round < 1500; round++) {
      let text = next(2) === 0 ? '' : '---\ndescription: x\n---\n';
      for (let count = next(40); count > 0; count--) text += pieces[next(pieces.length)]!;
      for (const { rule, range, fixes = [] } of check(text, { runtime }).findings) {
        if (!about.includes(rule)) continue;
        found++;
        const ranges = [range, ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.range))];
        expect(ranges.every(({ start, end }) => 0 <= start && start <= end && end <= text.length)).toBe(true);
        for (const fix of fixes) expect(applyFix(text, fix)).not.toBe(text);
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});
