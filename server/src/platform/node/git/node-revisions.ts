import type { Commit, Revisions } from '../../revisions.ts';
import { slashedPath } from '../../slashed-path.ts';
import { nodeFileSystem } from '../node-file-system.ts';
import { askGit } from './git-command.ts';
import { openRevision } from './open-revision.ts';

/** Commits that are looked at. */
const maxCommits = 2_000;

/** Bytes of the list of them. */
const maxLog = 4 * 1024 * 1024;

/** One line for a commit: nothing in a message ends the field before it. */
const format = '--format=%x01%H %at %s';

const options = ['--no-show-signature', '--no-ext-diff', '--no-textconv', '--no-color', `--max-count=${maxCommits}`];

/** The real revisions, read by git. */
export const nodeRevisions: Revisions = {
  commitsOf: async (folder) => {
    const log = await askGit(folder, ['log', ...options, format, '--', '.'], maxLog);
    if ('problem' in log) return log;
    return log.output.toString().split('\n').flatMap(readCommit);
  },
  commit: async (folder, id) => {
    if (!/^[0-9a-f]{4,64}$/.test(id)) return undefined;
    const log = await askGit(folder, ['log', ...options, '--max-count=1', format, id, '--'], maxLog);
    return 'problem' in log ? undefined : readCommit(log.output.toString().trimEnd())[0];
  },
  additionsIn: async (folder) => {
    const top = await askGit(folder, ['rev-parse', '--show-toplevel'], maxLog);
    if ('problem' in top) return top;
    const root = slashedPath(top.output.toString().replace(/\r?\n$/, ''));
    const words = ['log', ...options, format, '--no-renames', '--diff-filter=A', '--name-only', '-z', '--', '.'];
    const log = await askGit(folder, words, maxLog);
    if ('problem' in log) return log;
    const added = new Map<string, Commit>();
    let commit: Commit | undefined;
    for (const record of log.output.toString().split(/[\0\n]/)) {
      const [read] = readCommit(record);
      if (read) commit = read;
      // The newest commit that added it is the one that its content is of.
      else if (record !== '' && commit && !added.has(`${root}/${record}`)) added.set(`${root}/${record}`, commit);
    }
    return added;
  },
  open: (folder, name) => openRevision(folder, name, nodeFileSystem, []),
};

function readCommit(line: string): readonly Commit[] {
  const [, id, authored, subject] = /^\u0001([0-9a-f]{40,64}) (\d+) (.*)$/.exec(line) ?? [];
  return id === undefined ? [] : [{ id, authored: Number(authored), subject: subject! }];
}
