import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { catalogReport } from '../../server/src/cli/reports/catalog-report.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { resolveSlashCommand } from '../../server/src/runtime/skill-tool/slash-command.ts';
import { layOut, type SessionRecording } from '../conformance/recorded-session.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { runPrompt, setVariables } from '../conformance/run-prompt.ts';
import { isEveryTest } from '../every-test.ts';
import { Random } from '../mutation/random.ts';
import { runClient } from '../record/client-run.ts';
import { noNames, observe, readOutput } from '../record/observe.ts';
import { randomSkill } from './random-frontmatter.ts';
import { sentTexts } from './sent-texts.ts';
import { installedRelease } from './verified-release.ts';

/*
 * `SKILLWRIGHT_FRONTMATTER_SEED=7 SKILLWRIGHT_FRONTMATTERS=2000 npm run test:claude -- test/claude/random-frontmatter.test.ts`
 * tries others.
 */
const seed = process.env.SKILLWRIGHT_FRONTMATTER_SEED ?? '1';
const count = Number(process.env.SKILLWRIGHT_FRONTMATTERS ?? (isEveryTest ? '200' : '50'));

/** Skills that one client is asked about, in one project. */
const skillsOfBatch = 50;

const before = { ...process.env };
afterAll(() => setVariables(before));

/** What becomes of a skill: its line in the listing, and what is sent when a user invokes it; null for neither. */
interface Reading {
  readonly listed: string | null;
  readonly sent: string | null;
}

test('random frontmatter is read as Claude Code reads it', { timeout: 1_200_000 }, async () => {
  const random = new Random(`frontmatter ${seed}`);
  const differences: unknown[] = [];
  const counts = { listed: 0, unlisted: 0, notForUsers: 0 };
  for (let asked = 0; asked < count; asked += skillsOfBatch) {
    const texts = Array.from({ length: Math.min(skillsOfBatch, count - asked) }, () => randomSkill(random));
    const input = {
      files: Object.fromEntries(texts.map((text, index) => [`.claude/skills/s${index}/SKILL.md`, text])),
      prompts: texts.map((_, index) => `/s${index} one`),
      prompt: '',
    };
    const [theirs, ours] = [await readByClaudeCode(input), await readHere(input)];
    for (const [index, text] of texts.entries()) {
      const { listed, sent } = ours[index]!;
      counts[listed === null ? 'unlisted' : 'listed']++;
      if (sent === null) counts.notForUsers++;
      if (JSON.stringify(theirs[index]) !== JSON.stringify(ours[index]))
        differences.push({ asked: asked + index, text, theirs: theirs[index], ours: ours[index] });
    }
  }
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(differences).toEqual([]);
  expect(counts.listed).toBeGreaterThan(count / 3);
  expect(counts.notForUsers).toBeGreaterThan(count / 30);
});

type Input = SessionRecording['input'] & { readonly prompts: readonly string[] };

async function readByClaudeCode(input: Input): Promise<Reading[]> {
  const { root, project, dispose } = layOut(recordingOf(input));
  const server = await startModelServer([]);
  try {
    const places = { home: path.join(root, 'home'), project, managed: path.join(root, 'managed') };
    const run = await runClient([installedRelease().program], input, places, server, 240_000);
    const results = readOutput(run.stdout).events.filter(({ type }) => type === 'result');
    expect(results.length, run.stderr).toBe(input.prompts.length);
    const observed = observe({ files: input.files, prompt: '' }, run, server.requests, noNames);
    const listing = (observed.listing ?? []) as readonly string[];
    const sent = sentTexts(server.requests.at(-1));
    return input.prompts.map((prompt) => {
      const name = prompt.split(' ')[0]!;
      return {
        listed: listing.find((line) => new RegExp(`^- ${name.slice(1)}(?: \\(.*?\\))?(?:: |$)`).test(line)) ?? null,
        sent: sent.get(name)?.replaceAll(root, '/root') ?? null,
      };
    });
  } finally {
    await server.close();
    dispose();
  }
}

async function readHere(input: Input): Promise<Reading[]> {
  const { session, root, dispose } = layOut(recordingOf(input));
  setVariables({ PATH: '/usr/bin:/bin', HOME: path.join(root, 'home') });
  try {
    const { catalog } = await loadCatalog(session);
    const listed = new Map(catalogReport(catalog).skills.map(({ name, listing }) => [name, listing]));
    const found: Reading[] = [];
    for (const prompt of input.prompts) {
      const isRun = resolveSlashCommand(prompt, catalog).kind === 'skill';
      const text = isRun ? (await runPrompt({ prompt }, session)).text : null;
      found.push({
        listed: listed.get(prompt.split(' ')[0]!.slice(1)) ?? null,
        sent: text?.replaceAll(root, '/root') ?? null,
      });
    }
    return found;
  } finally {
    setVariables(before);
    dispose();
  }
}

function recordingOf(input: Input): SessionRecording {
  return { id: 'random', kind: 'frontmatter', version: verifiedRelease, input, observed: {} };
}
