import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findResults } from '../../../server/src/jobs/evaluations/results/find-results.ts';
import { resultHistory } from '../../../server/src/jobs/evaluations/results/result-history.ts';
import { shownHistory } from '../../../server/src/jobs/evaluations/results/shown-history.ts';
import { nodeRevisions } from '../../../server/src/platform/node/git/node-revisions.ts';
import { nodeFileSystem } from '../../../server/src/platform/node/node-file-system.ts';
import { slashedPath } from '../../../server/src/platform/slashed-path.ts';

const recorded = await readFile(
  new URL('../../fixtures/evaluation-results/with-and-without.json', import.meta.url),
  'utf8',
);

/** A repository, in which things happen one after the other. */
async function repository() {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-history-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const git = (day: number, ...args: string[]) => {
    const date = `2026-11-${day}T12:00:00Z`;
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  };
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  };
  const commit = async (day: number, subject: string, files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) await write(name, text);
    git(day, 'add', ...Object.keys(files));
    git(day, 'commit', '-qm', subject);
  };
  const result = (startedAt: string) => recorded.replaceAll('2026-11-25T18:43:49.138Z', startedAt);
  return { root: slashedPath(root), git, write, commit, result };
}

async function historyOf(folder: string) {
  const { places } = await findResults(folder, nodeFileSystem);
  const { rows, problem } = shownHistory(await resultHistory(places, nodeFileSystem, nodeRevisions));
  return { problem, rows: rows.map(({ label, revision }) => `${label}: ${revision?.subject ?? 'unknown'}`) };
}

const inResults = (name: string) => `office/evals/results/${name}/aggregate-result.json`;

describe('the history of results', () => {
  test('names the last commit of the plugin before each run', async () => {
    const { root, git, write, commit, result } = await repository();
    git(10, 'init', '-q', '-b', 'main');
    await commit(10, 'Add a plugin', { 'office/skills/greet/SKILL.md': 'Say hello.\n' });
    await commit(12, 'Something else', { 'README.md': '# Plugins\n' });
    await commit(14, 'Greet in a friendly way\n\nBecause it matters', {
      'office/skills/greet/SKILL.md': 'Say hello!\n',
    });
    await write(inResults('3'), result('2026-11-15T00:00:00.000Z'));
    await write(inResults('2'), result('2026-11-13T00:00:00.000Z'));
    await write(inResults('1'), result('2026-11-01T00:00:00.000Z'));
    await write(inResults('0'), result('some day'));
    const expected = ['3: Greet in a friendly way', '2: Add a plugin', '1: unknown', '0: unknown'];
    expect(await historyOf(`${root}/office`)).toEqual({ problem: undefined, rows: expected });
    // A commit that is rebased is written later, but its content was there before.
    git(20, 'commit', '-q', '--amend', '--no-edit', '--date', '2026-11-14T12:00:00Z');
    expect((await historyOf(`${root}/office`)).rows).toEqual(expected);
  });

  test('is that of the plugin whose manifest names the folder of the results', async () => {
    const { root, git, write, commit, result } = await repository();
    git(10, 'init', '-q', '-b', 'main');
    await commit(10, 'Add a plugin', {
      'office/.claude-plugin/plugin.json': '{"name": "office", "experimental": {"evals": "quality/checks"}}',
      'office/skills/greet/SKILL.md': 'Say hello.\n',
    });
    await write('office/quality/checks/results/1/aggregate-result.json', result('2026-11-13T00:00:00.000Z'));
    expect((await historyOf(`${root}/office/quality/checks`)).rows).toEqual(['1: Add a plugin']);
  });

  test('names the commit that a result came with', async () => {
    const { root, git, commit, result } = await repository();
    git(10, 'init', '-q', '-b', 'main');
    await commit(10, 'Add a plugin', { 'office/skills/greet/SKILL.md': 'Say hello.\n' });
    await commit(20, 'Greet, with the results', {
      'office/skills/greet/SKILL.md': 'Say hello!\n',
      [inResults('wörk ☕')]: result('2026-11-19T00:00:00.000Z'),
    });
    expect((await historyOf(`${root}/office/evals`)).rows).toEqual(['wörk ☕: Greet, with the results']);
  });

  test('knows with which commit an earlier version ran, and keeps it apart from the last result', async () => {
    const { root, git, write, commit, result } = await repository();
    git(10, 'init', '-q', '-b', 'main');
    await commit(10, 'Add a plugin', { 'office/skills/greet/SKILL.md': 'Say hello.\n' });
    const id = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    await commit(14, 'Greet in a friendly way', { 'office/skills/greet/SKILL.md': 'Say hello!\n' });
    // Another commit, which is not one of the plugin.
    await commit(15, 'Something else', { 'README.md': '# Plugins\n' });
    const other = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    await write(inResults(`old-versions/2026-11-14-at-${other.slice(0, 12)}`), result('2026-11-14T13:00:00.000Z'));
    const old = `old-versions/2026-11-16-at-${id.slice(0, 12)}`;
    await write(inResults('2026-11-15'), result('2026-11-15T00:00:00.000Z'));
    await write(inResults(old), result('2026-11-16T00:00:00.000Z'));
    expect((await findResults(`${root}/office`, nodeFileSystem)).places.map(({ path: found }) => found)).toEqual([
      `${root}/${inResults('2026-11-15')}`,
      `${root}/${inResults(old)}`,
      `${root}/${inResults(`old-versions/2026-11-14-at-${other.slice(0, 12)}`)}`,
    ]);
    expect((await historyOf(`${root}/office`)).rows).toEqual([
      `2026-11-16-at-${id.slice(0, 12)}: Add a plugin`,
      '2026-11-15: Greet in a friendly way',
      `2026-11-14-at-${other.slice(0, 12)}: Something else`,
    ]);
  });

  test('says why revisions are not known', async () => {
    const { root, git, write, result } = await repository();
    await write(inResults('1'), result('2026-11-13T00:00:00.000Z'));
    const none = await historyOf(`${root}/office`);
    expect(none.rows).toEqual(['1: unknown']);
    expect(none.problem).toContain('not a git repository');
    git(10, 'init', '-q', '-b', 'main');
    expect((await historyOf(`${root}/office`)).problem).toContain('does not have any commits yet');
    await write('pdf-workspace/iteration-1/eval-1/with_skill/grading.json', '{"expectations": []}');
    expect((await historyOf(`${root}/pdf-workspace`)).problem).toBe('there is no folder pdf next to pdf-workspace');
  });
});
