import { type Uri, workspace } from 'vscode';
import { placeOf } from '../text/place-of.ts';
import { exists } from './file-uris.ts';

/**
 * Creates a file or folder where nothing is, wholly or not at all: if that fails, such as on a full disk, what there is of
 * it is deleted again.
 */
export async function createWhole(uri: Uri, create: () => Thenable<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    // It is somebody else's.
    if ((error as { code?: unknown }).code === 'FileExists') throw error;
    await workspace.fs.delete(uri, { recursive: true }).then(undefined, () => undefined);
    if (!(await exists(uri))) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}. A part of it could not be deleted again: ${placeOf(uri)}`);
  }
}
