import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rulesForCall } from '../../../server/src/jobs/claude-code/runs/allowing-rules.ts';
import { runArguments } from '../../../server/src/jobs/claude-code/runs/run-arguments.ts';
import { newRunId, RunHistory } from '../../../server/src/jobs/claude-code/runs/run-history.ts';
import { readRunSettings } from '../../../server/src/jobs/claude-code/runs/run-settings.ts';
import { toolSummary, writtenInput } from '../../../server/src/jobs/claude-code/runs/tool-summary.ts';
import { nodePrivateFolder } from '../../../server/src/platform/node/node-private-folder.ts';
import type { RunPart, RunSummary } from '../../../server/src/protocol.ts';
import type { CommandPermissions } from '../../../server/src/runtime/permissions/command-permissions.ts';

const permissions: CommandPermissions = {
  runtime: 'claude-code',
  rules: [],
  granted: [],
  mode: undefined,
  folder: '/work/app',
  addedFolders: [],
};

const folders = { project: '/work/app', current: '/work/app/sub' };

describe('the rules that would permit a call', () => {
  test.each([
    ['Bash', { command: 'rm -f x.txt' }, ['Bash(rm:*)']],
    ['Bash', { command: 'touch x.txt && node -e 1' }, ['Bash(touch:*)', 'Bash(node:*)']],
    ['Bash', {}, undefined],
    ['Write', { file_path: '/work/app/sub/new.txt' }, ['Edit(/sub/new.txt)']],
    ['Edit', { file_path: '/etc/hosts' }, ['Edit(//etc/hosts)']],
    ['NotebookEdit', { notebook_path: '/work/app/n.ipynb' }, ['Edit(/n.ipynb)']],
    ['Read', { file_path: '/etc/hosts' }, ['Read(//etc/hosts)']],
    ['Grep', { pattern: 'x', path: '/var/log' }, ['Read(//var/log/**)']],
    ['Read', { file_path: 'relative.txt' }, ['Read(/sub/relative.txt)']],
    ['Write', { file_path: '../new.txt' }, ['Edit(/new.txt)']],
    ['Write', { file_path: './a/../../../../out.txt' }, ['Edit(//out.txt)']],
    ['Write', { file_path: '../../../../out.txt' }, undefined],
    ['Write', { file_path: '~/new.txt' }, undefined],
    ['Write', { file_path: 'C:\\new.txt' }, undefined],
    ['Write', { file_path: '/work/app/[id].ts' }, undefined],
    ['WebFetch', { url: 'https://example.com/a?b' }, ['WebFetch(domain:example.com)']],
    ['WebFetch', { url: 'nonsense' }, undefined],
    ['Skill', { skill: 'office:pdf' }, ['Skill(office:pdf)']],
    ['Skill', { skill: 'a) or b' }, undefined],
    ['WebSearch', { query: 'x' }, ['WebSearch']],
    ['mcp__files__read', {}, ['mcp__files__read']],
    ['PowerShell', { command: 'ls' }, undefined],
  ])('%s %j', (tool, input, expected) => {
    expect(rulesForCall(tool, input, permissions, folders)?.rules).toEqual(expected);
  });

  test.each([
    ['git push origin main', ['Bash(git push origin main)']],
    [' rm -f x.txt ', ['Bash(rm -f x.txt)']],
    ['rm *.txt', undefined],
    ['git push && rm -f x', undefined],
    ['rm "$(ls)"', undefined],
  ])('exactly %s', (command, expected) => {
    const found = rulesForCall('Bash', { command }, permissions, folders);
    expect(found?.exact).toEqual(expected);
    expect(found?.rules.length ?? 0).toBeGreaterThan(command.includes('$(') ? -1 : 0);
  });

  test('a relative path has none where it is not known where it begins', () => {
    const unknown = { ...folders, current: undefined };
    expect(rulesForCall('Write', { file_path: 'new.txt' }, permissions, unknown)).toBeUndefined();
    expect(rulesForCall('Write', { file_path: '/work/app/new.txt' }, permissions, unknown)?.rules).toEqual([
      'Edit(/new.txt)',
    ]);
  });

  test('there are none where the settings ask or deny', () => {
    const asking = (rule: string) => ({ ...permissions, rules: [{ rule, behavior: 'ask', path: '/s.json' }] as const });
    const input = { file_path: '/etc/hosts' };
    expect(rulesForCall('Write', input, asking('Edit(//etc/**)'), folders)?.rules).toBeUndefined();
    expect(rulesForCall('Write', input, asking('Read'), folders)?.rules).toEqual(['Edit(//etc/hosts)']);
    expect(rulesForCall('Bash', { command: 'touch x' }, asking('Bash(touch:*)'), folders)?.rules).toBeUndefined();
  });
});

test('the input of a call is JSON, and a command is shown as it is', () => {
  expect(writtenInput({ command: 'for f in *; do\n  echo "$f"\ndone', description: 'List' })).toBe(
    'for f in *; do\n  echo "$f"\ndone',
  );
  expect(writtenInput({ command: 'ls', timeout: 5 })).toBe('ls\n\n{\n  "timeout": 5\n}');
  expect(writtenInput({ command: '' })).toBe('{\n  "command": ""\n}');
  expect(writtenInput({ file_path: '/a' })).toBe('{\n  "file_path": "/a"\n}');
  expect(writtenInput(undefined)).toBe('');
});

describe('the arguments of Claude Code', () => {
  const session = { addedFolders: ['/shared'], pluginFolders: ['/plugin'] };
  const fixed = runArguments(readRunSettings(undefined), { addedFolders: [], pluginFolders: [] }, {});

  test('are those for the editor, without anything that is not set', () => {
    expect(fixed.join(' ')).toBe(
      '-p --input-format stream-json --output-format stream-json --verbose --include-partial-messages --include-hook-events --forward-subagent-text --permission-prompts none',
    );
  });

  test('then the settings, what was chosen, the folders of the session, and last the user’s own', () => {
    const settings = readRunSettings({
      model: 'opus',
      permissionMode: 'plan',
      maximumCost: 0.5,
      maximumTurns: 3,
      extraArguments: ['--effort', 'low'],
    });
    const chosen = { model: 'haiku', resume: 'id', pluginFolder: '/own' };
    expect(runArguments(settings, session, chosen).slice(fixed.length).join(' ')).toBe(
      '--model haiku --permission-mode plan --max-budget-usd 0.5 --max-turns 3 --resume id --add-dir /shared --plugin-dir /plugin --plugin-dir /own --effort low',
    );
  });
});

test('a call is summed up in one line', () => {
  const summary = (tool: string, input: unknown) => toolSummary(tool, input, '/work/app');
  expect(summary('Read', { file_path: '/work/app/a/b.txt', limit: 1 })).toBe('a/b.txt');
  expect(summary('Bash', { command: 'ls -l\n  | wc', description: '' })).toBe('ls -l | wc');
  expect(summary('Bash', { command: 'ls', description: 'Lists files' })).toBe('Lists files');
  expect(summary('Skill', { skill: 'review', args: 'main..HEAD' })).toBe('/review main..HEAD');
  expect(summary('mcp__x__y', { count: 1, name: 'first' })).toBe('first');
  expect(summary('Bash', { command: 'x'.repeat(1_000_000) })).toHaveLength(200);
  expect([summary('Read', undefined), summary('Read', {}), summary('Read', 'x')]).toEqual(['', '', '']);
});

describe('the history of runs', () => {
  const parts: readonly RunPart[] = [{ id: 'text-1', order: 1, kind: 'text', text: 'Hello', ended: true }];

  async function history(bounds = { runs: 3, size: 100_000 }) {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'skillwright runs ')), 'runs');
    onTestFinished(() => rm(path.dirname(folder), { recursive: true, force: true }));
    return { folder, history: new RunHistory(nodePrivateFolder(folder), bounds) };
  }

  const summary = (startedAt: number): RunSummary => ({
    id: newRunId(startedAt),
    uri: 'file:///work/app/.claude/skills/greet/SKILL.md',
    invocation: '/greet',
    arguments: '',
    folder: '/work/app',
    state: 'succeeded',
    startedAt,
  });

  test('is read again, and deleted', async () => {
    const { folder, history: first } = await history();
    expect(await first.summaries()).toEqual([]);
    const [a, b] = [summary(1), summary(2)];
    await first.save(a, parts);
    await first.save(b, undefined);
    const again = new RunHistory(nodePrivateFolder(folder));
    expect(await again.summaries()).toEqual([a, b]);
    expect([await again.parts(a.id), await again.parts(b.id)]).toEqual([parts, []]);
    await again.delete([a.id]);
    expect(await again.summaries()).toEqual([b]);
    expect(await readdir(folder)).toEqual([`${b.id}.json`]);
  });

  test('loses only what is damaged', async () => {
    const { folder, history: runs } = await history();
    const all = [summary(1), summary(2), summary(3)];
    for (const it of all) await runs.save(it, parts);
    await writeFile(path.join(folder, `${all[0]!.id}.json`), '{"format":1,"summary":{"id":');
    await writeFile(
      path.join(folder, `${all[1]!.id}.parts.json`),
      JSON.stringify({ format: 1, parts: [7, ...parts, {}] }),
    );
    await writeFile(path.join(folder, `${all[2]!.id}.parts.json`), '\0\0');
    await writeFile(path.join(folder, 'run-other.json'), JSON.stringify({ format: 1, summary: summary(4) }));
    await writeFile(path.join(folder, 'something else'), 'x');
    expect(await runs.summaries()).toEqual(all.slice(1));
    expect(await Promise.all(all.map(({ id }) => runs.parts(id)))).toEqual([parts, parts, []]);
  });

  test('keeps the newest runs, and no more than fits', async () => {
    const { history: runs } = await history();
    const all = [1, 2, 3, 4].map(summary);
    for (const it of all) await runs.save(it, parts);
    expect(await runs.prune()).toEqual([all[0]!.id]);
    await runs.save(all[3]!, [{ ...parts[0]!, text: 'x'.repeat(200_000) } as RunPart]);
    expect(await runs.prune()).toEqual([all[2]!.id, all[1]!.id]);
    expect(await runs.summaries()).toEqual([all[3]]);
  });

  test('reaches no other folder', async () => {
    const { history: runs } = await history();
    await expect(runs.delete(['../../x'])).rejects.toThrow('is not a name');
  });
});
