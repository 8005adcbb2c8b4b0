import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { checkPaths } from '../../server/src/cli/check/check-paths.ts';
import { startRun } from '../../server/src/cli/check/check-run.ts';
import { blockingFileSystem } from '../../server/src/platform/node/blocking-file-system.ts';
import { InputRecorder, type Machine, type RecordedInputs } from '../../server/src/platform/node/input-recorder.ts';
import { unchangedInputs } from '../../server/src/platform/node/unchanged-inputs.ts';

/*
 * A run is only repeated from the cache if a new one would print the same. Whatever is changed in a project, in the home
 * or in the environment, the recorded inputs of a run are no longer those of now, or the findings are still the same.
 */

const skill = (description: string, rest = ''): string => `---\nname: a\ndescription: ${description}\n${rest}---\n`;

/** Texts of the files that a check looks at, some of them of one size. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'SKILL.md': [
    skill('Reads PDF files. Use it for PDF files'),
    skill('Reads ODT files. Use it for ODT files'),
    `${skill('Reads files. Use it for files', 'agent: helper\ncontext: fork\n')}Run scripts/run.sh and [look](b.md)\n`,
    `${skill('Reads files. Use it for files', 'allowed-tools: Reed, Bash(git *)\n')}Call /other and @notes/todo.md\n`,
    'no frontmatter',
    '---\nname: [\n---\n',
    '',
  ],
  'settings.json': [
    '{}',
    '{"permissions": {"deny": ["Skill(s1)"]}}',
    '{"permissions": {"deny": ["Skill(s2)"]}}',
    '{"skillOverrides": {"s1": "off"}}',
    '{"skillListingBudgetFraction": 0.00001}',
    '{"enabledPlugins": {"x@y": true}',
  ],
  'skillwright.config.json': [
    '{}',
    '{"rules": {"name-format": "off"}}',
    '{"exclude": ["**/s1/**"]}',
    '{"targets": ["claude-api"]}',
  ],
  'package.json': ['{"name": "x"}', '{"skillwright": {"rules": {"description-missing": "error"}}}'],
  'plugin.json': ['{"name": "p"}', '{"name": "p", "skills": "./more"}', '{'],
  '.claude.json': ['{}', '{"skillUsage": {"s1": {"usageCount": 3, "lastUsedAt": 1}}}'],
  'CLAUDE.md': ['# Rules\n', 'Use /s1\n'],
  'helper.md': [
    '---\nname: helper\ndescription: Helps\n---\nHelp\n',
    '---\nname: other\ndescription: Helps\n---\nHelp\n',
  ],
  'run.sh': ['#!/bin/sh\necho 1\n', 'echo 2\n'],
  'b.md': ['# B\n', '# B\n\n[c](c.md)\n'],
};

/** Where they are, in a folder that holds a project and a home. */
const places = [
  'p/.claude/skills/s1/SKILL.md',
  'p/.claude/skills/s1/b.md',
  'p/.claude/skills/s1/scripts/run.sh',
  'p/.claude/skills/s2/SKILL.md',
  'p/.claude/skills/other/SKILL.md',
  'p/.claude/commands/s1.md',
  'p/.claude/agents/helper.md',
  'p/.claude/settings.json',
  'p/.claude/settings.local.json',
  'p/sub/.claude/skills/s1/SKILL.md',
  'p/plugins/x/.claude-plugin/plugin.json',
  'p/plugins/x/skills/s3/SKILL.md',
  'p/plugins/x/more/s4/SKILL.md',
  'p/notes/todo.md',
  'p/CLAUDE.md',
  'p/skillwright.config.json',
  'p/package.json',
  'skillwright.config.json',
  'h/.claude/settings.json',
  'h/.claude/skills/s1/SKILL.md',
  'h/.claude/agents/helper.md',
  'h/.claude.json',
];

const folders = [
  'p/.claude',
  'p/.claude/skills',
  'p/.claude/skills/s1',
  'p/.claude/skills/s1/scripts',
  'p/plugins/x',
  'h/.claude',
];

const variables: Readonly<Record<string, readonly string[]>> = {
  SLASH_COMMAND_TOOL_CHAR_BUDGET: ['10', '100000'],
  CLAUDE_CONFIG_DIR: ['.claude', '/nowhere'],
  CLAUDE_CODE_SIMPLE: ['1', ''],
  UNRELATED: ['1', '2'],
};

/** Whether a run with these inputs would be repeated. */
async function areUnchanged(inputs: RecordedInputs, machine: Machine): Promise<boolean> {
  return (await unchangedInputs(inputs, machine)) !== undefined;
}

type Change =
  | { readonly kind: 'write'; readonly place: string; readonly text: number }
  | { readonly kind: 'delete' | 'touch' | 'executable' | 'not executable' | 'folder'; readonly place: string }
  | { readonly kind: 'rename' | 'link'; readonly place: string; readonly to: string }
  | { readonly kind: 'variable'; readonly name: string; readonly value: string | undefined };

const anyPlace = fc.constantFrom(...places);
const anyPath = fc.oneof(anyPlace, fc.constantFrom(...folders));
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), place: anyPlace, text: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete', 'touch', 'executable', 'not executable', 'folder'),
      place: anyPath,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rename', 'link'), place: anyPath, to: anyPath }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...Object.keys(variables)).chain((name) =>
      fc.record({
        kind: fc.constant('variable' as const),
        name: fc.constant(name),
        value: fc.constantFrom(undefined, ...variables[name]!),
      }),
    ),
  },
);

/** Makes a change, as far as it is possible. */
async function apply(it: Change, root: string, environment: Map<string, string>): Promise<void> {
  if (it.kind === 'variable') {
    if (it.value === undefined) environment.delete(it.name);
    else environment.set(it.name, it.value);
    return;
  }
  const at = path.join(root, it.place);
  const name = path.basename(at) === 'SKILL.md' || it.place.includes('/commands/') ? 'SKILL.md' : path.basename(at);
  const possible = texts[name === 'settings.local.json' ? 'settings.json' : name] ?? ['x', 'y'];
  try {
    await mkdir(path.dirname(at), { recursive: true });
    if (it.kind === 'write') await writeFile(at, possible[it.text % possible.length]!);
    else if (it.kind === 'delete') await rm(at, { recursive: true });
    else if (it.kind === 'touch') await utimes(at, new Date(1e12), new Date(1e12));
    else if (it.kind === 'executable') await chmod(at, 0o755);
    else if (it.kind === 'not executable') await chmod(at, 0o644);
    else if (it.kind === 'folder') await mkdir(at);
    else if (it.kind === 'rename') await rename(at, path.join(root, it.to));
    else if (it.kind === 'link') {
      await unlink(at).catch(() => {});
      await symlink(path.join(root, it.to), at);
    }
  } catch {
    // Nothing is there to be changed, or something is in the way.
  }
}

interface Outcome {
  /** What is printed, or why nothing is. */
  readonly text: string;
  readonly inputs: RecordedInputs | undefined;
}

async function check(root: string, machine: Machine): Promise<Outcome> {
  const recorder = new InputRecorder(machine);
  const options = { cwd: `${root}/p`, home: `${root}/h`, format: 'json', failOn: 'error', cache: true } as const;
  try {
    const { run, folder } = await startRun(options, recorder);
    const checked = await checkPaths([folder], folder, run);
    const files = checked.files.map(({ ms: _, findings, ...file }) => [file, findings.all()]);
    return { text: JSON.stringify([files, run.messages.text(false)]), inputs: recorder.inputs() };
  } catch (error) {
    // A configuration that cannot be read, for instance.
    return { text: String(error), inputs: recorder.inputs() };
  }
}

async function anywhere(): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-unchanged-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(`${root}/h`);
  return root;
}

function machineWith(root: string, environment: ReadonlyMap<string, string>): Machine {
  return {
    files: blockingFileSystem,
    environment: { home: `${root}/h`, managed: `${root}/m`, variable: (name) => environment.get(name) },
  };
}

test('any change invalidates what was recorded, or changes no finding', async () => {
  const folder = await anywhere();
  const counts = { repeated: 0, invalidated: 0, harmless: 0 };
  let project = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 10 }), async (changes) => {
      const root = `${folder}/${project++}`;
      const environment = new Map<string, string>();
      const machine = machineWith(root, environment);
      for (const place of places) await apply({ kind: 'write', place, text: project }, root, environment);
      let before = await check(root, machine);
      for (const it of changes) {
        // As it is, nothing has changed.
        expect(before.inputs && (await areUnchanged(before.inputs, machine))).not.toBe(false);
        await apply(it, root, environment);
        const isRepeated = before.inputs && (await areUnchanged(before.inputs, machine));
        const now = await check(root, machine);
        if (isRepeated) expect(now.text).toBe(before.text);
        if (isRepeated) counts.repeated++;
        else if (now.text === before.text) counts.harmless++;
        else counts.invalidated++;
        before = now;
      }
    }),
    { numRuns: 12 },
  );
  // It is no proof unless all of this happens often.
  expect(Math.min(counts.repeated, counts.invalidated)).toBeGreaterThan(5);
});

test.each([
  [
    'a skill is edited without another size',
    'p/.claude/skills/s1/SKILL.md',
    skill('Reads ODT files. Use it for ODT files'),
  ],
  ['a skill is added', 'p/.claude/skills/new/SKILL.md', skill('Adds')],
  ['a folder above gets a configuration', 'skillwright.config.json', '{}'],
  ['the user gets a skill', 'h/.claude/skills/mine/SKILL.md', skill('Mine')],
  ['the organization gets settings', 'm/managed-settings.json', '{}'],
])('a run is made again if %s', async (_, place, text) => {
  const root = await anywhere();
  const machine = machineWith(root, new Map());
  await mkdir(`${root}/p/.claude/skills/s1`, { recursive: true });
  await writeFile(`${root}/p/.claude/skills/s1/SKILL.md`, texts['SKILL.md']![0]!);
  const { inputs } = await check(root, machine);
  expect(await areUnchanged(inputs!, machine)).toBe(true);
  await mkdir(path.dirname(`${root}/${place}`), { recursive: true });
  await writeFile(`${root}/${place}`, text);
  expect(await areUnchanged(inputs!, machine)).toBe(false);
});

test('what other programs do in the folders above a project does not matter', async () => {
  const root = await anywhere();
  const machine = machineWith(root, new Map());
  await mkdir(`${root}/p/.claude/skills/s1`, { recursive: true });
  await writeFile(`${root}/p/.claude/skills/s1/SKILL.md`, texts['SKILL.md']![0]!);
  const { inputs } = await check(root, machine);
  await writeFile(`${root}/.history`, 'x');
  await writeFile(`${root}/h/.history`, 'x');
  expect(await areUnchanged(inputs!, machine)).toBe(true);
});

test('a run that depends on the time is made again later', async () => {
  const root = await anywhere();
  let now = Date.now();
  const machine: Machine = {
    files: blockingFileSystem,
    environment: { ...machineWith(root, new Map()).environment, now: () => now },
  };
  await mkdir(`${root}/p/.claude/skills/s1`, { recursive: true });
  await writeFile(`${root}/p/.claude/skills/s1/SKILL.md`, texts['SKILL.md']![0]!);
  const timeless = (await check(root, machine)).inputs!;
  await writeFile(`${root}/h/.claude.json`, '{"skillUsage": {"s1": {"usageCount": 3, "lastUsedAt": 1}}}');
  const timed = (await check(root, machine)).inputs!;
  expect(timeless.clock).toBeNull();
  expect(await areUnchanged(timed, machine)).toBe(true);
  now += 3_600_000;
  expect(await areUnchanged(timed, machine)).toBe(false);
});
