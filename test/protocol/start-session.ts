import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { CatalogChanged } from '../../server/src/protocol.ts';
import { Editor, type EditorOptions, temporaryFolder, uriOf } from './editor.ts';

/**
 * The skills in `home`, `managed` and the project `app`, and an editor with that project open.
 *
 * @param files texts by their paths below a folder of their own
 */
export async function startSession(files: Readonly<Record<string, string>>, options: EditorOptions = {}) {
  const root = await temporaryFolder();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    return uriOf(file);
  };
  await mkdir(path.join(root, 'app/.git'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const workspaceFolders = [path.join(root, 'app')];
  const [home, managed] = [path.join(root, 'home'), path.join(root, 'managed')];
  const editor = await Editor.start({ home, managed, workspaceFolders, ...options });
  const told: CatalogChanged[] = [];
  editor.connection.onNotification('skillwright/catalogChanged', (params: CatalogChanged) => void told.push(params));
  const ask = <Result>(method: string, params: object = {}) => editor.connection.sendRequest<Result>(method, params);
  return { root, editor, write, told, ask };
}
