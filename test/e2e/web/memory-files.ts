import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../host/repository.ts';
import { keybindings } from '../host/shortcuts.ts';

/** The folder of the extension that has the files of the virtual folder `memfs:/project`. */
export const memoryFilesFolder = path.join(repositoryRoot, 'test', 'fixtures', 'memory-files');

/** Its manifest, and the keys that tests press. */
export const memoryFilesManifest = {
  name: 'memory-files',
  publisher: 'skillwright-tests',
  version: '1.0.0',
  engines: { vscode: '^1.91.0' },
  main: './extension.js',
  browser: './extension.js',
  activationEvents: ['onFileSystem:memfs', '*'],
  contributes: {
    keybindings,
    resourceLabelFormatters: [{ scheme: 'memfs', formatting: { label: '${path}', separator: '/' } }],
  },
};

/** The texts of the virtual folder, by path in it, as its extension reads them. */
export function memoryFiles(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/project/${name}`, text])));
}

/** Writes the extension with these texts into a new folder. */
export async function writeMemoryFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder);
  await cp(memoryFilesFolder, folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(memoryFilesManifest));
  await writeFile(path.join(folder, 'files.json'), memoryFiles(files));
}
