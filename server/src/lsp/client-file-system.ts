import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { MAX_FILE_BYTES, MAX_FOLDER_ENTRIES, MAX_READ_MILLISECONDS } from '../platform/bounds.ts';
import type { FileSystem, FolderEntry } from '../platform/file-system.ts';
import type { ClientFile, ClientFileParams, ClientFileProblem, ClientFileRequests } from '../protocol.ts';

type RequestName = keyof ClientFileRequests;

/**
 * The files that only the editor can read, through requests to it. There are no links and no permissions: what the editor
 * reads for us is what a user sees in it.
 */
export function clientFileSystem(connection: Connection): FileSystem {
  /** The answer; null for absence, and a problem for what exists and cannot be read, or not in time. */
  async function ask<Name extends RequestName>(
    name: Name,
    path: string,
    max?: number,
  ): Promise<ClientFileRequests[Name] | ClientFileProblem | null> {
    const params: ClientFileParams = { uri: URI.file(path).toString(), ...(max !== undefined && { max }) };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<ClientFileProblem>((resolve) => {
      timer = setTimeout(() => resolve({ problem: 'the editor did not read it in time' }), MAX_READ_MILLISECONDS);
    });
    try {
      const answer = connection.sendRequest<ClientFileRequests[Name] | null>(name, params);
      return await Promise.race([answer, late]);
    } catch {
      // The connection is closing, or another editor has no such requests.
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const stat = async (path: string): Promise<ClientFile | undefined> => {
    const found = await ask('skillwright/stat', path);
    return found && !('problem' in found) ? found : undefined;
  };
  const ownPath = async (path: string): Promise<string | undefined> => ((await stat(path)) ? path : undefined);

  return {
    async readFile(path, max = MAX_FILE_BYTES) {
      const answer = await ask('skillwright/readFile', path, max);
      return answer && 'base64' in answer ? fromBase64(answer.base64) : undefined;
    },
    async readFolder(path) {
      const answer = await ask('skillwright/readFolder', path, MAX_FOLDER_ENTRIES);
      return answer && 'entries' in answer ? answer.entries.toSorted(byName) : undefined;
    },
    async whyUnreadable(path, expected, max = expected === 'file' ? MAX_FILE_BYTES : MAX_FOLDER_ENTRIES) {
      const answer = await ask(expected === 'file' ? 'skillwright/readFile' : 'skillwright/readFolder', path, max);
      return answer && 'problem' in answer ? answer.problem : undefined;
    },
    async sizeOf(path) {
      const found = await stat(path);
      return found?.type === 'file' ? found.size : undefined;
    },
    typeOf: async (path) => (await stat(path))?.type,
    // An editor does not say.
    isExecutable: async () => undefined,
    realPath: ownPath,
    identityOf: ownPath,
  };
}

/** By code units, as everywhere. */
function byName(a: FolderEntry, b: FolderEntry): number {
  return a.name < b.name ? -1 : 1;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
