import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readResultFile } from '../../../server/src/evaluation/results/read-result.ts';
import { casesOfToday } from '../../../server/src/jobs/evaluations/results/cases-of-today.ts';
import {
  type OldVersionRun,
  oldVersionPlan,
  runOldVersion,
} from '../../../server/src/jobs/evaluations/results/old-version.ts';
import { oldVersionEntries } from '../../../server/src/jobs/evaluations/results/old-version-files.ts';
import { type TreeEntry, treeFileSystem } from '../../../server/src/platform/file-systems/tree-file-system.ts';
import { notRefused } from '../../not-refused.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

const recorded = readResultFile(
  readFileSync(new URL('../../fixtures/evaluation-results/with-and-without.json', import.meta.url), 'utf8'),
);
if (recorded.kind !== 'result') throw new Error('The recording cannot be read');
const { result } = recorded;

const run: OldVersionRun = {
  place: {
    path: '/repo/office/evals/results/1/aggregate-result.json',
    kind: 'file',
    suite: '/repo/office/evals',
    owner: '/repo/office',
  },
  result,
  revision: 'main~3',
  caseName: undefined,
  settings: { extraArguments: [], maximumCost: 2 },
};

const today = [
  { name: 'greets', runs: 2 },
  { name: 'reads', runs: 4 },
];

describe('the plan of an old version', () => {
  test('says what starts, how often, and what it may cost', () => {
    expect(oldVersionPlan(run, today)).toMatchObject({
      sessions: 6,
      lines: ['2 cases with the plugin as it was in main~3'],
      estimate: { text: '≈ $0.09' },
      maximumCost: 2,
    });
    expect(oldVersionPlan({ ...run, caseName: 'greets' }, today)).toMatchObject({
      sessions: 2,
      lines: ['The case greets with the plugin as it was in main~3'],
    });
  });

  test('counts the cases that run, which a result need not have, and says what settings add', async () => {
    const grader = '---\ntype: regex\n---\nx\n';
    const files = memoryFileSystem({
      '/repo/office/.claude-plugin/plugin.json': '{"name": "office"}',
      '/repo/office/evals/greets/prompt.md': '---\nruns: 2\n---\nhi\n',
      '/repo/office/evals/greets/graders/g.md': grader,
      '/repo/office/evals/added/prompt.md': '---\nruns: 40\n---\nhi\n',
      '/repo/office/evals/added/graders/g.md': grader,
      '/repo/office/evals/broken/prompt.md': '---\nruns: [\n---\nhi\n',
      '/repo/office/evals/results/1/old/prompt.md': 'hi',
    });
    const settings = { extraArguments: ['--scaffold'], maximumCost: undefined };
    const plan = notRefused(oldVersionPlan({ ...run, settings }, await casesOfToday('/repo/office/evals', files)));
    expect(plan).toMatchObject({ sessions: 42, lines: ['2 cases with the plugin as it was in main~3'] });
    expect(plan.notes).toContain('Runs of cases have additional arguments of the settings: `--scaffold`');
  });

  test('says what cannot run', () => {
    const refused = (text: string) => ({ problem: expect.stringContaining(text) });
    const elsewhere = { ...run.place, suite: '/repo/elsewhere', owner: undefined };
    expect(oldVersionPlan({ ...run, result: { ...result, format: 'skill-creator' } }, today)).toEqual(
      refused('Only `claude plugin eval` runs here'),
    );
    expect(oldVersionPlan({ ...run, place: elsewhere }, today)).toEqual(refused('not in the folder of evaluations'));
    expect(oldVersionPlan({ ...run, caseName: 'none' }, today)).toEqual(refused('The results have no such case'));
    expect(oldVersionPlan(run, [])).toEqual(refused('The cases of the results are gone'));
  });
});

/** A revision, of which a database of git may say anything. */
function revision(files: Readonly<Record<string, string>>) {
  const entries = new Map(
    Object.entries(files).map(([path, text]): [string, TreeEntry] => [
      path,
      {
        kind: text.startsWith('->') ? 'link' : 'file',
        object: text.replace('->', ''),
        isExecutable: path.endsWith('.sh'),
      },
    ]),
  );
  const read = async (text: string, max = Infinity) => {
    const bytes = new TextEncoder().encode(text);
    return bytes.length > max ? undefined : bytes;
  };
  const tree = { root: '/repo', entries, read, sizeOf: async (text: string) => text.length };
  return treeFileSystem(tree, memoryFileSystem({ '/etc/passwd': 'root' }), new Set());
}

async function copied(
  then: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  evaluations = '/repo/office/evals',
) {
  const entries = await oldVersionEntries('/repo/office', evaluations, revision(then), memoryFileSystem(now));
  if ('problem' in entries) return entries.problem;
  return Object.fromEntries(
    entries.map((entry) =>
      'bytes' in entry
        ? [entry.path, `${new TextDecoder().decode(entry.bytes)}${entry.isExecutable ? ' (program)' : ''}`]
        : [entry.path, 'not copied'],
    ),
  );
}

describe('the copy of an old version', () => {
  test('has the plugin of then and the cases of today', async () => {
    const then = {
      'office/.claude-plugin/plugin.json': '{}',
      'office/skills/greet/SKILL.md': 'old',
      'office/scripts/run.sh': 'echo',
      'office/evals/greets/prompt.md': 'old prompt',
      'other/skills/a/SKILL.md': 'other',
    };
    const now = {
      '/repo/office/skills/greet/SKILL.md': 'new',
      '/repo/office/evals/greets/prompt.md': 'new prompt',
      '/repo/office/evals/results/1/aggregate-result.json': '{}',
    };
    expect(await copied(then, now)).toEqual({
      'office/.claude-plugin/plugin.json': '{}',
      'office/skills/greet/SKILL.md': 'old',
      'office/scripts/run.sh': 'echo (program)',
      // Every file in memory is a program.
      'office/evals/greets/prompt.md': 'new prompt (program)',
    });
  });

  test('has the cases of today where they are today', async () => {
    const then = {
      'office/.claude-plugin/plugin.json': '{}',
      'office/evals/greets/prompt.md': 'old prompt',
      'office/quality/checks/gone/prompt.md': 'old prompt',
      'office/quality/notes.md': 'old notes',
    };
    const now = {
      '/repo/office/quality/checks/greets/prompt.md': 'new prompt',
      '/repo/office/quality/checks/results/1/aggregate-result.json': '{}',
    };
    expect(await copied(then, now, '/repo/office/quality/checks')).toEqual({
      'office/.claude-plugin/plugin.json': '{}',
      'office/evals/greets/prompt.md': 'old prompt',
      'office/quality/notes.md': 'old notes',
      'office/quality/checks/greets/prompt.md': 'new prompt (program)',
    });
  });

  test('has nothing that leads out of it, and no repository', async () => {
    const then = {
      'office/SKILL.md': 'a',
      'office/../../escaped.md': 'b',
      'office/..\\escaped.md': 'c',
      'office/.GIT/hooks/pre-commit': 'd',
      'office/skills/link.md': '->/etc/passwd',
      'office/folder': '->/etc',
    };
    expect(await copied(then, {})).toEqual({ 'office/SKILL.md': 'a' });
  });

  test('is bounded, and says what is missing', async () => {
    expect(await copied({ 'other/a': 'a' }, {})).toBe('The revision has no folder office');
    expect(await copied({ 'office/README.md': 'a' }, {})).toBe('In that revision, office is not a plugin or skill');
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`office/${index}`, 'a']));
    expect(await copied(many, {})).toBe('The plugin is too large to be copied');
    expect(await copied({ 'office/a': 'a'.repeat(9 << 20) }, {})).toBe(
      'a cannot be read, or is too large to be copied',
    );
  });
});

describe('running an old version', () => {
  const options = { maximumCost: undefined, now: 0 };
  const files = { '/repo/office/.claude-plugin/plugin.json': '{"name": "office"}' };
  const then = () => {
    const opened = { commit: 'a'.repeat(40), files: memoryFileSystem(files), isOpen: true };
    const close = () => {
      opened.isOpen = false;
    };
    return { ...opened, opened, close };
  };
  const machine = (create: () => Promise<never> | Promise<object>) =>
    ({
      files: memoryFileSystem({}),
      claudeCode: { start: () => expect.unreachable() },
      scratchFolders: { create },
    }) as never;
  const at = (opened: ReturnType<typeof then>) => ({ open: async () => opened }) as never;

  test('closes the database of the repository if there is no place for the copy', async () => {
    const revision = then();
    const full = machine(() => Promise.reject(new Error('ENOSPC')));
    const signal = new AbortController().signal;
    await expect(runOldVersion({} as never, run, at(revision), full, { ...options, signal })).rejects.toThrow('ENOSPC');
    expect(revision.opened.isOpen).toBe(false);
  });

  test('starts nothing that was stopped while it was copied', async () => {
    const stopping = new AbortController();
    const scratch = { path: '/tmp/x', write: async () => stopping.abort(), remove: () => Promise.reject(new Error()) };
    const revision = then();
    const { signal } = stopping;
    const ended = await runOldVersion(
      {} as never,
      run,
      at(revision),
      machine(async () => scratch),
      { ...options, signal },
    );
    expect([ended, revision.opened.isOpen]).toEqual([{}, false]);
  });
});
