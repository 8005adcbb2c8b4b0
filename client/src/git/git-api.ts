import { extensions, type Uri } from 'vscode';

/** The parts of the API of VS Code's Git extension that are used here: https://github.com/microsoft/vscode/blob/main/extensions/git/src/api/git.d.ts */
export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly workingTreeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
  };
  getRefs(query: { readonly count?: number; readonly sort?: 'committerdate' }): Promise<readonly GitRef[]>;
  log(options: { readonly maxEntries: number }): Promise<readonly GitCommit[]>;
  /** The differences between a revision and the work tree, without untracked files. */
  diffWith(revision: string): Promise<readonly GitChange[]>;
  /** The bytes of a file in a revision; rejects if it has no such file. */
  buffer(revision: string, path: string): Promise<Uint8Array>;
}

export interface GitChange {
  readonly uri: Uri;
  readonly originalUri: Uri;
  readonly renameUri: Uri | undefined;
  readonly status: number;
}

interface GitRef {
  /** 0 for a branch, 1 for one of a remote, 2 for a tag. */
  readonly type: number;
  readonly name?: string;
  readonly commit?: string;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly commitDate?: Date;
}

/** The values of `status`, as its `Status` numbers them. */
export const gitStatus = {
  added: 1,
  deletedInIndex: 2,
  renamed: 3,
  copied: 4,
  deleted: 6,
  untracked: 7,
  willBeAdded: 9,
};

/** The repository that holds a folder; rejects with a reason for users. */
export async function repositoryOf(folder: Uri): Promise<GitRepository> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) throw new Error('the Git extension of VS Code is disabled');
  const exported = extension.isActive ? extension.exports : await extension.activate();
  if (!exported.enabled) throw new Error('Git is turned off in the settings');
  const api = exported.getAPI(1);
  const repository = api.getRepository(folder) ?? (await api.openRepository?.(folder));
  if (!repository) throw new Error('the folder is not in a Git repository that VS Code has open');
  return repository;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: Uri): GitRepository | null;
    openRepository?(root: Uri): Promise<GitRepository | null>;
  };
}
