import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isEvaluationKind } from '../../server/src/document/runtime-id.ts';
import { runs } from '../every-test.ts';
import { Random } from '../mutation/random.ts';
import type { FuzzInput } from './fuzz-input.ts';
import { readSeeds } from './inputs/seeds.ts';
import { failureOf, inputOf } from './run-target.ts';
import { shrinkInput } from './shrink-input.ts';
import { fuzzTargets } from './targets/targets.ts';

const found = path.join(import.meta.dirname, 'found');
/** Inputs of all targets together; `npm run fuzz` tries more, and others. */
const inputs = runs(2_000);

const seeds = readSeeds();

describe('random inputs of a fixed seed', () => {
  const shares = fuzzTargets.reduce((sum, { share }) => sum + share, 0);

  test.for(fuzzTargets.map((target) => [target.name, target] as const))('%s', async ([, target]) => {
    const count = Math.ceil((inputs * target.share) / shares);
    for (let index = 0; index < count; index++) {
      const input = inputOf(target, 'tests', index, seeds);
      const failure = await failureOf(target, input);
      if (failure) throw new Error(`${target.name} fails with ${JSON.stringify(input)}`, { cause: failure });
    }
  });
});

describe('inputs that once failed', () => {
  const names = readdirSync(found).filter((name) => name.endsWith('.json'));

  test.for(names)('%s', async (name) => {
    const { target, input } = JSON.parse(readFileSync(path.join(found, name), 'utf8')) as {
      target: string;
      input: FuzzInput;
    };
    const known = fuzzTargets.find((it) => it.name === target);
    expect(known, `a target ${target}`).toBeDefined();
    await known!.check(input);
  });
});

describe('the inputs', () => {
  test('begin with many files of every kind', () => {
    const kinds = [...seeds.byKind.keys()].filter((kind) => !isEvaluationKind(kind)).sort();
    expect(kinds).toEqual([
      ...['agent', 'command', 'hooks', 'lsp-servers', 'marketplace', 'mcp-servers', 'plugin', 'settings', 'skill'],
    ]);
    // Few tests need files of hooks and servers.
    const least = (kind: string) => (/hooks|servers/.test(kind) ? 2 : 25);
    for (const kind of kinds) expect([kind, seeds.byKind.get(kind)!.length > least(kind)]).toEqual([kind, true]);
    expect(seeds.lines.length).toBeGreaterThan(1000);
  });

  test('are the same for the same seed and number, and others for others', () => {
    for (const target of fuzzTargets) {
      const of = (seed: string, index: number) => JSON.stringify(inputOf(target, seed, index, seeds));
      expect(of('a', 1)).toBe(of('a', 1));
      expect(new Set(Array.from({ length: 50 }, (_, index) => of('a', index))).size).toBeGreaterThan(40);
      expect(of('a', 1)).not.toBe(of('b', 1));
    }
  });

  test('that fail are made small', async () => {
    const input = inputOf(fuzzTargets[0]!, 'a', 1, seeds);
    const long = {
      ...input,
      text: `${'x'.repeat(300)}needle${'y'.repeat(300)}`,
      given: 'a b',
      cursor: new Random('x').below(1000),
    };
    const small = await shrinkInput(long, async ({ text }) => text.includes('needle'));
    expect(small).toMatchObject({ text: 'needle', given: '', cursor: 0 });
  });
});
