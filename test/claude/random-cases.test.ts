import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { recordings, runtimes } from '../conformance/recordings.ts';
import { Random } from '../mutation/random.ts';
import { damage } from './random-evaluations.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

/* `SKILLWRIGHT_CASE_SEED=7 SKILLWRIGHT_CASES=200 npm run test:claude -- test/claude/random-cases.test.ts` tries others. */
const seed = process.env.SKILLWRIGHT_CASE_SEED ?? '1';
const count = Number(process.env.SKILLWRIGHT_CASES ?? '60');

/** The files of a case, by their names in its folder. */
type CaseFiles = Readonly<Record<string, string>>;

/** Mocks are only read at the start of runs. */
const ofCase = /^evals\/[^/]+\/(?!mocks\/)/;

const recorded: readonly CaseFiles[] = (
  recordings('evaluation', runtimes[0]!) as unknown as { readonly input: { readonly files: CaseFiles } }[]
).flatMap(({ input }) => {
  const files = Object.entries(input.files).filter(([name]) => ofCase.test(name));
  return files.length > 0 ? [Object.fromEntries(files.map(([name, text]) => [name.replace(ofCase, ''), text]))] : [];
});

test('cases with random faults are rejected here if `claude plugin eval` rejects them', {
  timeout: 600_000,
}, async () => {
  const random = new Random(`cases ${seed}`);
  const lines = recorded.flatMap((files) => Object.values(files).flatMap((text) => text.split('\n')));
  const cases = new Map<string, CaseFiles>();
  while (cases.size < count) {
    const files = Object.entries(random.one(recorded));
    const damaged = random.below(files.length);
    const made = files.map(([name, text], index) => [name, index === damaged ? damage(text, random, lines) : text]);
    cases.set(`case-${cases.size}`, Object.fromEntries(made));
  }
  const scratch = scratchSession({
    '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "d" }',
    'skills/greet/SKILL.md': '---\ndescription: Greets people. Use when the user says hello\n---\nSay hello.\n',
  });
  for (const [name, files] of cases)
    scratch.write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`evals/${name}/${file}`, text])));
  const rejected = await rejectedByRunner(scratch);
  const differences: unknown[] = [];
  for (const [name, files] of cases) {
    if (isOfNobody(files)) continue;
    const found = await rejectedHere(scratch, name, files);
    if (!found) continue;
    const runner = rejected.get(name);
    if ((runner !== undefined) !== found.length > 0) differences.push({ name, runner, found, files });
  }
  console.log(`seed ${seed}: ${rejected.size} of ${count} cases are rejected`);
  expect(differences).toEqual([]);
  expect(rejected.size).toBeGreaterThan(count / 4);
  expect(rejected.size).toBeLessThan(count);
});

/** Nothing shows that such a file is for Claude Code: a prompt without fields, or a definition without its usual keys, alone. */
function isOfNobody(files: CaseFiles): boolean {
  const [[name, text] = ['', ''], ...others] = Object.entries(files);
  if (others.length > 0) return false;
  return name === 'prompt.md' ? !text.startsWith('---\n') : !/^["']?(?:schema_version|execution|graders)\b/m.test(text);
}

/** What the runner says about the cases that it rejects. It stops before the first session. */
async function rejectedByRunner(scratch: ScratchSession): Promise<ReadonlyMap<string, string>> {
  const model = await startScriptedModel([]);
  const env = { ...scratch.environment(model), TMPDIR: path.dirname(scratch.home) };
  const once = ['--runs', '1', '--ablation', 'none', '--max-cost-usd', '0.0000001'];
  const args = ['plugin', 'eval', scratch.project, '--trust-plugin', '--no-publish', ...once];
  const options = { cwd: scratch.project, env, maxBuffer: 64 * 1024 * 1024 };
  const said = await new Promise<string>((resolve) => {
    execFile(installedRelease().program, args, options, (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`));
  });
  const lines = [...said.matchAll(/^✗ \S*\/evals\/(case-\d+)(?:\/[^:]*)?: (.*)$/gm)];
  return new Map(lines.map(([, name, why]) => [name!, why!]));
}

/** Undefined if only the cause is said in a file, because nothing else that is said about it would hold later. */
async function rejectedHere(
  { project, home }: ScratchSession,
  name: string,
  files: CaseFiles,
): Promise<string[] | undefined> {
  const found: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const context = await readFileContext(`${project}/evals/${name}/${file}`, nodeFileSystem, home);
    if (!context) continue;
    const { findings } = checkFile(text, context, defaultSettings, (rule, error) => {
      throw new Error(`${rule.id} crashed`, { cause: error });
    });
    if (findings.some((it) => it.alone)) return undefined;
    const rejections = findings.filter((it) => it.severity === 'error' && it.message.includes('rejects the case'));
    found.push(...rejections.map(({ rule, message }) => `${file} ${rule}: ${message}`));
  }
  return found;
}
