import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { layOut, type SessionRecording } from '../conformance/recorded-session.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { runPrompt, setVariables } from '../conformance/run-prompt.ts';
import { isEveryTest } from '../every-test.ts';
import { Random } from '../mutation/random.ts';
import { runClient } from '../record/client-run.ts';
import { readOutput } from '../record/observe.ts';
import { type CommandBatch, randomBatch } from './random-commands.ts';
import { sentTexts } from './sent-texts.ts';
import { installedRelease } from './verified-release.ts';

/*
 * `SKILLWRIGHT_COMMAND_SEED=7 SKILLWRIGHT_COMMANDS=300 npm run test:claude -- test/claude/random-commands.test.ts` tries
 * others.
 */
const seed = process.env.SKILLWRIGHT_COMMAND_SEED ?? '1';
const count = Number(process.env.SKILLWRIGHT_COMMANDS ?? (isEveryTest ? '60' : '16'));

/** Skills that one client is asked about, in one project. */
const skillsOfBatch = 6;

const before = { ...process.env };
afterAll(() => setVariables(before));

test('random commands run, and are refused, as Claude Code does it', { timeout: 1_200_000 }, async () => {
  const random = new Random(`commands ${seed}`);
  const differences: unknown[] = [];
  const counts = { refused: 0, refusedOtherwise: 0, failed: 0, sent: 0, unknown: 0 };
  for (let asked = 0; asked < count; asked += skillsOfBatch) {
    const batch = randomBatch(random, Math.min(skillsOfBatch, count - asked));
    const [theirs, ours] = [await sentByClaudeCode(batch), await sentHere(batch)];
    for (const [index, prompt] of batch.prompts.entries()) {
      const [sent, { texts, isUnknown }] = [theirs[index]!, ours[index]!];
      if (isUnknown) counts.unknown++;
      else if (texts.includes(sent)) counts[isRefusal(sent) ? 'refused' : isFailure(sent) ? 'failed' : 'sent']++;
      else if (isRefusal(sent) && texts.some(isRefusal)) counts.refusedOtherwise++;
      else differences.push({ asked: asked + index, ...caseOf(batch, index), prompt, theirs: sent, ours: texts });
    }
  }
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(differences).toEqual([]);
  // All of it is frequent, and what is refused is nearly always explained as Claude Code does.
  expect(counts.unknown).toBeLessThan(count / 10);
  expect(counts.refusedOtherwise).toBeLessThan(count / 10);
  expect(counts.refused).toBeGreaterThan(count / 6);
  expect(counts.sent + counts.failed).toBeGreaterThan(count / 6);
});

const isRefusal = (text: string | null): boolean => /^Shell command permission check failed/.test(text ?? '');
const isFailure = (text: string): boolean => text.startsWith('Shell command failed');

/** One prompt of a batch as a case of its own, to be asked again. */
function caseOf({ input }: CommandBatch, index: number): object {
  const file = `.claude/skills/s${index}/SKILL.md`;
  return { settings: input.settings, skill: input.files[file] };
}

/** What Claude Code sends for each prompt, or the message instead. */
async function sentByClaudeCode({ input, prompts }: CommandBatch): Promise<string[]> {
  const { root, project, dispose } = layOut(recordingOf(input));
  const server = await startModelServer([]);
  try {
    const places = { home: path.join(root, 'home'), project, managed: path.join(root, 'managed') };
    const run = await runClient([installedRelease().program], { ...input, prompts }, places, server, 120_000);
    const results = readOutput(run.stdout).events.filter(({ type }) => type === 'result');
    expect(results.length, run.stderr).toBe(prompts.length);
    const sent = sentTexts(server.requests.at(-1));
    return prompts.map((prompt, index) =>
      withoutPlaces(sent.get(prompt.split(' ')[0]!) ?? String(results[index]!.result), root),
    );
  } finally {
    await server.close();
    dispose();
  }
}

interface SentHere {
  /** What is sent in any order in which the commands may end. */
  readonly texts: readonly (string | null)[];
  /** Whether it is not known if Claude Code runs one of the commands. */
  readonly isUnknown: boolean;
}

async function sentHere({ input, prompts }: CommandBatch): Promise<SentHere[]> {
  const { session, root, dispose } = layOut(recordingOf(input));
  setVariables({ PATH: '/usr/bin:/bin', HOME: path.join(root, 'home') });
  try {
    const sent: SentHere[] = [];
    for (const prompt of prompts) {
      const { inOtherOrders, isUnknown } = await runPrompt({ prompt }, session);
      sent.push({ texts: inOtherOrders().map((text) => text && withoutPlaces(text, root)), isUnknown });
    }
    return sent;
  } finally {
    setVariables(before);
    dispose();
  }
}

function recordingOf(input: CommandBatch['input']): SessionRecording {
  return { id: 'random', kind: 'shell', version: verifiedRelease, input, observed: {} };
}

/** Two sessions are laid out in different folders, and each shell has a number of its own and takes its time. */
function withoutPlaces(text: string, root: string): string {
  return text
    .replaceAll(root, '/root')
    .replaceAll(/\/dev\/fd\/\d+/g, '/dev/fd/N')
    .replaceAll(/\d+m\d+\.\d+s/g, '0m0.000s');
}
