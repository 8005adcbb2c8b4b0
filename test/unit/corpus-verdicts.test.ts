import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../../server/src/rules/index.ts';
import { changesSince, type Reported, settled, tally } from '../corpus-verdicts/compare-verdicts.ts';
import { DRAWN_PER_RULE, drawPlaces } from '../corpus-verdicts/draw-places.ts';
import {
  hashOf,
  placeKey,
  readVerdicts,
  truths,
  type Verdict,
  worths,
  writeVerdicts,
} from '../corpus-verdicts/verdict.ts';

const found = (file: string, line: number, mark = 'x', said = 'It is long'): Reported => ({
  rule: 'body-too-long',
  file: `someone/${file}/SKILL.md`,
  line,
  mark: hashOf(mark),
  said: hashOf(said),
});
const judged = (finding: Reported, truth: Verdict['truth'] = 'right'): Verdict => ({
  ...finding,
  truth,
  worth: 'useful',
  why: 'Read it',
});

describe('the verdicts on findings of public skills', () => {
  const text = readFileSync(new URL('../corpus-verdicts/verdicts.jsonl', import.meta.url), 'utf8');
  const verdicts = readVerdicts(text);

  test('are about rules that exist, at places, without texts of others', () => {
    const ids = new Set<string>(rules.map(({ id }) => id));
    // A finding that has changed loses its verdict until somebody reads it again.
    expect(verdicts.length).toBeGreaterThanOrEqual(143);
    for (const verdict of verdicts) {
      expect(Object.keys(verdict)).toEqual(['rule', 'file', 'line', 'mark', 'said', 'truth', 'worth', 'why']);
      expect(ids).toContain(verdict.rule);
      expect(verdict.file).toMatch(/^[^/\\]+\+[^/\\]+\/(?!.*(?:^|\/)\.\.\/).+\.(md|json)$/);
      expect(verdict.line).toBeGreaterThan(0);
      for (const hash of [verdict.mark, verdict.said]) expect(hash).toMatch(/^[0-9a-f]{12}$/);
      expect(truths).toContain(verdict.truth);
      expect(worths).toContain(verdict.worth);
      // A reason is one short clause of ours: anything longer, or in code, may be a quotation.
      expect(verdict.why).toMatch(/^[A-Z][^`\n]{8,160}[^.\s]$/);
    }
  });

  test('are one for each place, spread over the rules, and stored in order', () => {
    expect(new Set(verdicts.map(placeKey)).size).toBe(verdicts.length);
    const counts = [...new Set(verdicts.map(({ rule }) => rule))].map(
      (rule) => verdicts.filter((it) => it.rule === rule).length,
    );
    expect(Math.max(...counts) / verdicts.length).toBeLessThan(0.1);
    expect(writeVerdicts(verdicts)).toBe(text);
  });
});

describe('a comparison with verdicts', () => {
  test('tells what is gone, moved, marked elsewhere or worded differently', () => {
    const before = [found('a', 3), found('b', 3), found('c', 3), found('d', 3), found('e', 3)].map((it) => judged(it));
    const now = [found('a', 3), found('b', 7), found('c', 3, 'y'), found('d', 3, 'x', 'Shorten it')];
    const changes = changesSince(before, now);
    expect(changes.map(({ verdict, what }) => [verdict.file, what])).toEqual([
      ['someone/b/SKILL.md', 'moved'],
      ['someone/c/SKILL.md', 'new text'],
      ['someone/d/SKILL.md', 'new message'],
      ['someone/e/SKILL.md', 'gone'],
    ]);
    expect(settled(before, changes)).toEqual([found('a', 3), found('b', 7), now[3]!].map((it) => judged(it)));
  });

  test('asks again about what was wrong once it is worded differently', () => {
    const before = [judged(found('a', 3), 'wrong')];
    expect(tally(before)).toEqual({ judged: 1, right: 0, useful: 1 });
    expect(settled(before, changesSince(before, [found('a', 3)]))).toEqual(before);
    expect(settled(before, changesSince(before, [found('a', 3, 'x', 'Shorten it')]))).toEqual([]);
  });

  test('takes each finding once: of two that moved, one may be gone', () => {
    const before = [judged(found('a', 3)), judged(found('a', 9))];
    const changes = changesSince(before, [found('a', 4)]);
    expect(changes.map(({ what, now }) => [what, now?.line])).toEqual([
      ['moved', 4],
      ['gone', undefined],
    ]);
  });
});

describe('the draw', () => {
  const loud = Array.from({ length: 60 }, (_, index) => found(`loud+one/${index}`, 1));
  const others = Array.from({ length: 5 }, (_, index) => ({ ...found('x', 1), file: `other+${index}/SKILL.md` }));

  test('has a fixed number per rule, from every repository first, in whatever order they are found', () => {
    const drawn = drawPlaces([...loud, ...others]);
    expect(drawn).toHaveLength(DRAWN_PER_RULE);
    expect(drawn).toEqual(expect.arrayContaining(others));
    expect(drawPlaces([...others, ...loud.toReversed()])).toEqual(drawn);
  });

  test('keeps what it has drawn when one of the findings is gone', () => {
    const drawn = drawPlaces(loud);
    const rest = drawPlaces(loud.filter((it) => it !== drawn[0]));
    expect(rest.slice(0, -1)).toEqual(drawn.slice(1));
  });
});
