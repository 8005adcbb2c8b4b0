import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitReport, fitText } from '../../../server/src/cli/mcp/fit-answer.ts';
import { runs } from '../../every-test.ts';

const print = (value: object) => JSON.stringify(value);

/** Whether a value is another one whose lists and texts may have lost their ends. */
function isBeginning(cut: unknown, whole: unknown): boolean {
  if (typeof cut === 'string') return typeof whole === 'string' && whole.startsWith(cut);
  if (Array.isArray(cut)) return Array.isArray(whole) && cut.every((it, index) => isBeginning(it, whole[index]));
  if (typeof cut !== 'object' || cut === null) return cut === whole;
  const keys = Object.keys(whole as object);
  return (
    print(Object.keys(cut)) === print(keys) &&
    keys.every((key) => isBeginning((cut as never)[key], (whole as never)[key]))
  );
}

const longText = fc.string({ unit: 'binary', maxLength: 4_000 });
const report = fc.record({
  name: fc.string({ maxLength: 20 }),
  text: longText,
  findings: fc.array(fc.record({ message: fc.string({ maxLength: 300 }), range: fc.record({ line: fc.nat() }) }), {
    maxLength: 60,
  }),
  messages: fc.array(fc.record({ role: fc.constant('user'), text: longText }), { maxLength: 4 }),
  summary: fc.record({ errors: fc.nat(), listing: longText }),
});

describe('answers for models', () => {
  test('have at most the given length, are JSON, and lack only ends of lists and texts, which they say', () => {
    fc.assert(
      fc.property(report, fc.integer({ min: 1_500, max: 20_000 }), (whole, maxLength) => {
        const text = fitReport(whole, maxLength, print);
        expect(text.length).toBeLessThanOrEqual(maxLength);
        const { cut, ...left } = JSON.parse(text) as { readonly cut?: readonly string[] };
        expect(cut === undefined).toBe(print(whole).length <= maxLength);
        expect(isBeginning(left, JSON.parse(print(whole)))).toBe(true);
        if (cut) expect(cut.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(200) },
    );
  });

  test('keep short texts, and say for each part how much is left', () => {
    const whole = {
      name: 'demo',
      findings: Array.from({ length: 100 }, (_, line) => ({ line, message: 'm'.repeat(50) })),
    };
    const { cut, name, findings } = JSON.parse(fitReport(whole, 1_500, print)) as typeof whole & { cut: string[] };
    expect(name).toBe('demo');
    expect(findings.length).toBeGreaterThan(5);
    expect(findings).toEqual(whole.findings.slice(0, findings.length));
    expect(cut).toEqual([`findings: the first ${findings.length} of 100 entries`]);
  });

  test('do not end in half a character', () => {
    const text = fitText('😀'.repeat(1_000), 1_001);
    expect(text).toMatch(/^(😀)+\n\n\[Cut after \d+ of 2000 characters\]$/u);
    expect(text.length).toBeLessThanOrEqual(1_001);
  });
});
