import { expect, test } from 'vitest';
import { mapConcurrently } from '../../server/src/platform/map-concurrently.ts';
import { findingsIn, isLost, isObjectedTo } from '../conformance/plugin-verdicts.ts';
import type { PluginInput, PluginObservation } from '../conformance/recorded-plugin.ts';
import { isEveryTest } from '../every-test.ts';
import { Random } from '../mutation/random.ts';
import { askAboutPlugin } from '../record/observe-plugin.ts';
import { damaged, damages } from './random-plugins.ts';
import { installedRelease } from './verified-release.ts';

/*
 * Each kind of damage once; `SKILLWRIGHT_PLUGIN_SEED=7 SKILLWRIGHT_PLUGINS=300 npm run test:claude --
 * test/claude/random-plugins.test.ts` tries others.
 */
const seed = process.env.SKILLWRIGHT_PLUGIN_SEED ?? '1';
const count = Number(process.env.SKILLWRIGHT_PLUGINS ?? damages.length);
/** How many kinds of damage are left out for each that is tried. */
const step = isEveryTest || process.env.SKILLWRIGHT_PLUGINS ? 1 : 48;

test('damaged plugins and marketplaces are refused, and accepted, as Claude Code does it', {
  timeout: 1_800_000,
}, async () => {
  expect(damages.length).toBeGreaterThan(60);
  const random = new Random(`plugins ${seed}`);
  const cases = Array.from({ length: Math.ceil(count / step) }, (_, index) => {
    const damage = damages[(index * step) % damages.length]!;
    return { kind: damage.kind, input: damaged(damage, random) };
  });
  const counts = { accepted: 0, refused: 0, lost: 0 };
  const differences: object[] = [];
  await mapConcurrently(cases, 2, async ({ kind, input }) => {
    const observed = await askAboutPlugin(installedRelease().command, input);
    counts[isLost(observed, input) ? 'lost' : isObjectedTo(observed) ? 'refused' : 'accepted']++;
    const difference = await compare(observed, input);
    if (difference) differences.push({ kind, difference, said: saidOf(observed), input: input.files });
  });
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(differences).toEqual([]);
  expect(counts.accepted).toBeGreaterThan(0);
});

/** Why our findings and Claude Code do not agree; undefined if they do. */
async function compare(observed: PluginObservation, input: PluginInput): Promise<string | undefined> {
  const findings = await findingsIn(input);
  const errors = findings.filter(({ severity, rule }) => severity === 'error' && rule !== 'server-config');
  if (isLost(observed, input) && errors.length === 0) return 'not an error here';
  if (isObjectedTo(observed)) return findings.length === 0 ? 'nothing is reported here' : undefined;
  return errors.length === 0 ? undefined : `refused here: ${errors.map(({ message }) => message).join('; ')}`;
}

function saidOf({ validate, added, installed, list }: PluginObservation): object {
  return { validate: validate.errors, added, installed, list };
}
