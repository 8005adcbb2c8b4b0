import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { labelText } from '../text/displayed-text.ts';
import { startInWords } from '../text/times-and-costs.ts';
import type { GitCommit, GitRepository } from './git-api.ts';

/** A revision that the user chose. */
interface ChosenRevision {
  /** Git's name for it. */
  readonly name: string;
  /** For users. */
  readonly title: string;
}

const maxRefs = 100;
const maxCommits = 20;

type RevisionPick = QuickPickItem & { readonly revision?: ChosenRevision };

/** Lets the user choose a branch, tag or recent commit; undefined for none. */
export async function chooseRevision(
  repository: GitRepository,
  placeHolder = 'Select what to compare the skills on disk with',
): Promise<ChosenRevision | undefined> {
  const options = { placeHolder, matchOnDescription: true };
  return (await window.showQuickPick(picksOf(repository), options))?.revision;
}

async function picksOf(repository: GitRepository): Promise<RevisionPick[]> {
  const [commits, refs] = await Promise.all([
    // A repository without a commit has no log.
    repository.log({ maxEntries: maxCommits }).catch(() => []),
    repository.getRefs({ count: maxRefs, sort: 'committerdate' }),
  ]);
  const ofType = (type: number, icon: string) =>
    refs
      .filter((ref) => ref.type === type && ref.name !== undefined)
      .map(({ name, commit }) =>
        pick(`$(${icon}) ${labelText(name!)}`, commit?.slice(0, 8), { name: name!, title: name! }),
      );
  const last = commits[0];
  if (!last) throw new Error('the repository has no commit yet');
  return [
    pick('$(git-commit) HEAD', described(last), { name: 'HEAD', title: 'HEAD' }),
    ...group('Branches', [...ofType(0, 'git-branch'), ...ofType(1, 'cloud')]),
    ...group('Tags', ofType(2, 'tag')),
    ...group(
      'Commits',
      commits.map((commit) =>
        pick(`$(git-commit) ${commit.hash.slice(0, 8)}`, described(commit), {
          name: commit.hash,
          title: commit.hash.slice(0, 10),
        }),
      ),
    ),
  ];
}

function group(label: string, picks: readonly RevisionPick[]): RevisionPick[] {
  return picks.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...picks];
}

function pick(label: string, description: string | undefined, revision: ChosenRevision): RevisionPick {
  return { label, ...(description !== undefined && { description }), revision };
}

/** The first line of its message, and when it was made. */
function described({ message, commitDate }: GitCommit): string {
  const line = labelText(message.split('\n', 1)[0]!.slice(0, 80));
  return commitDate === undefined ? line : `${line} · ${startInWords(commitDate.getTime(), Date.now())}`;
}
