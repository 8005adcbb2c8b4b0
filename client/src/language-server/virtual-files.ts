import { Disposable, FileSystemError, FileType, Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type {
  ClientFile,
  ClientFileParams,
  ClientFileProblem,
  ClientFileRequests,
} from '../../../server/src/protocol.ts';
import { toBase64 } from '../text/base64.ts';

type Answers = { [Name in keyof ClientFileRequests]: (uri: Uri, max: number) => Promise<ClientFileRequests[Name]> };

/** Reads files that the server cannot reach: those of virtual workspaces, and all files if the server is in a browser. */
export function answerVirtualFiles(client: BaseLanguageClient): Disposable {
  return Disposable.from(
    ...Object.entries(answers).map(([name, answer]) =>
      client.onRequest<unknown, void>(name, async ({ uri, max = Number.POSITIVE_INFINITY }: ClientFileParams) => {
        const file = Uri.parse(uri);
        if (!isNearFolder(file)) return null;
        try {
          return await answer(file, max);
        } catch (error) {
          return isAbsence(error) ? null : problemOf(error);
        }
      }),
    ),
  );
}

/** Whether a folder of the workspace is in the same place: what a repository names elsewhere is not even looked for. */
function isNearFolder({ scheme, authority }: Uri): boolean {
  return (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === scheme && uri.authority === authority);
}

const answers: Answers = {
  async 'skillwright/stat'(uri) {
    const { type, size } = await workspace.fs.stat(uri);
    return { type: kindOf(type), size };
  },
  async 'skillwright/readFile'(uri, max) {
    const { type, size } = await workspace.fs.stat(uri);
    if (kindOf(type) !== 'file') return { problem: 'not a file' };
    if (size > max) return tooLarge;
    const bytes = await workspace.fs.readFile(uri);
    // A service may be wrong about the size.
    return bytes.length > max ? tooLarge : { base64: toBase64(bytes) };
  },
  async 'skillwright/readFolder'(uri, max) {
    const found = (await workspace.fs.readDirectory(uri)).slice(0, max);
    const entries = found.map(([name, type]) => ({
      name,
      type: kindOf(type),
      ...(type & FileType.SymbolicLink && { isLink: true as const }),
    }));
    return { entries };
  },
};

const tooLarge: ClientFileProblem = { problem: 'too large' };

function kindOf(type: FileType): ClientFile['type'] {
  if (type & FileType.Directory) return 'folder';
  return type & FileType.File ? 'file' : 'other';
}

function isAbsence(error: unknown): boolean {
  return error instanceof FileSystemError && /^(FileNotFound|FileNotADirectory)$/.test(error.code);
}

function problemOf(error: unknown): ClientFileProblem {
  const code = error instanceof FileSystemError ? error.code : '';
  if (code === 'NoPermissions') return { problem: 'permission denied' };
  return { problem: code === 'FileIsADirectory' ? 'a folder' : 'the editor cannot read it' };
}
