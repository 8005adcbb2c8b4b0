import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareCatalogs } from '../../server/src/jobs/review/compare/compare-catalogs.ts';
import { openRevision } from '../../server/src/platform/node/git/open-revision.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { layOutFiles } from './lay-out-files.ts';
import { layOut, type SessionRecording } from './recorded-session.ts';
import { recordings, runtimes } from './recordings.ts';

/** Two states of one project, each as Claude Code listed it. */
interface RecordedChange {
  readonly name: string;
  readonly base: SessionRecording;
  readonly head: SessionRecording;
}

const latest = runtimes[0]!;
const all = recordings('discovery', latest) as SessionRecording[];
const changes = all.flatMap((base): RecordedChange[] => {
  const name = /^own-diff-(.*)-base$/.exec(base.id)?.[1];
  const head = all.find(({ id }) => id === `own-diff-${name}-head`);
  return name !== undefined && head ? [{ name, base, head }] : [];
});

function git(folder: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  execFileSync('git', ['-C', folder, ...identity, ...words], { stdio: 'ignore' });
}

/** Writes both states as commits, and compares them as `skillwright diff` does. */
async function compareCommits({ base, head }: RecordedChange, with_: 'commits' | 'files on disk') {
  const { session, project, dispose } = layOut(base);
  try {
    rmSync(path.join(project, '.git'), { recursive: true });
    git(project, 'init', '-q', '-b', 'main');
    git(project, 'add', '-A');
    git(project, 'commit', '-q', '--allow-empty', '-m', 'base');
    for (const name of readdirSync(project)) if (name !== '.git') rmSync(path.join(project, name), { recursive: true });
    layOutFiles(head.input, { project, home: session.environment.home!, managed: session.environment.managed! });
    git(project, 'add', '-A');
    git(project, 'commit', '-q', '--allow-empty', '-m', 'head');
    const before = await openRevision(project, 'main~1', nodeFileSystem, []);
    const after = with_ === 'commits' ? await openRevision(project, 'main', nodeFileSystem, []) : undefined;
    if ('problem' in before) throw new Error(before.problem);
    if (after && 'problem' in after) throw new Error(after.problem);
    const comparison = await compareCatalogs(
      { ...session, files: before.files },
      after ? { ...session, files: after.files } : session,
      [],
    );
    before.close();
    after?.close();
    return comparison;
  } finally {
    dispose();
  }
}

describe('what changed for the model', () => {
  test('is recorded for every kind of change', () => {
    expect(changes.length).toBeGreaterThanOrEqual(16);
  });

  test.each(changes)('as Claude Code lists both sides: $name', async (change) => {
    const old = change.base.observed.listing!;
    const now = change.head.observed.listing!;
    for (const with_ of ['commits', 'files on disk'] as const) {
      const { listing } = await compareCommits(change, with_);
      const gone = listing.flatMap(({ before }) => before ?? []);
      const come = listing.flatMap(({ after }) => after ?? []);
      expect(gone.toSorted()).toEqual(old.filter((line) => !now.includes(line)).toSorted());
      expect(come.toSorted()).toEqual(now.filter((line) => !old.includes(line)).toSorted());
      for (const { name, formerName, before, after } of listing) {
        for (const [line, shown] of [
          [before, formerName ?? name],
          [after, name],
        ])
          if (line) expect(line).toMatch(new RegExp(`^- ${shown}(?: \\(|: |$)`));
      }
    }
  });

  test('says who falls out of the budget because of others', async () => {
    const causes = async (name: string) => {
      const { listing } = await compareCommits(changes.find((it) => it.name === name)!, 'commits');
      return listing.map(({ name: skill, cause, state }) => `${skill} ${cause} ${state}`);
    };
    expect(await causes('longer')).toEqual(['notes text full', 'review budget name-only']);
    expect(await causes('shorter')).toEqual(['notes text full', 'review budget full']);
    expect(await causes('override')).toEqual(['review text name-only', 'tidy removed null']);
    expect(await causes('renamed')).toEqual(['code-review renamed full']);
  });
});
