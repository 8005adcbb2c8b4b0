import type { Uri } from 'vscode';
import { type GitChange, type GitRepository, gitStatus } from './git-api.ts';

/** Which files of a work tree differ from a revision. */
interface RevisionChanges {
  /** URIs of files that the revision does not have. */
  readonly absent: readonly string[];
  /** URIs of files that have another content in it, or exist only there. */
  readonly other: readonly string[];
}

const added: readonly number[] = [gitStatus.added, gitStatus.untracked, gitStatus.willBeAdded];

/** The differences between a revision and the files on disk, those that Git does not track yet included. */
export async function changesSince(repository: GitRepository, revision: string): Promise<RevisionChanges> {
  const tracked = await repository.diffWith(revision);
  const { workingTreeChanges, untrackedChanges = [] } = repository.state;
  const untracked = [...workingTreeChanges, ...untrackedChanges].filter(({ status }) => status === gitStatus.untracked);
  const absent = new Set<string>();
  const other = new Set<string>();
  for (const change of [...tracked, ...untracked]) addTo(change, absent, other);
  return { absent: [...absent], other: [...other] };
}

function addTo({ status, uri, originalUri, renameUri }: GitChange, absent: Set<string>, other: Set<string>): void {
  const text = (it: Uri) => it.toString();
  if (added.includes(status)) absent.add(text(uri));
  else if (status === gitStatus.renamed || status === gitStatus.copied) {
    if (status === gitStatus.renamed) other.add(text(originalUri));
    absent.add(text(renameUri ?? uri));
  } else other.add(text(originalUri));
}
