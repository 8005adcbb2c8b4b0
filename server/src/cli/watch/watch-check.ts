import { counted } from '../../document/text/numbers.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { type ExitCode, UsageError } from '../exit-code.ts';
import { displayPath } from '../reports/path-from-folder.ts';
import { printLine } from '../terminal/terminal.ts';
import { FolderWatch } from './folder-watch.ts';

/** Further changed files are only counted. */
const maxNamed = 3;

/** Clears the screen and what was scrolled away. */
const clearScreen = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Checks now, and again whenever something that the last check looked at has changed, until the process is ended. On a
 * terminal, each report replaces the one before.
 *
 * @param folder changed files in it are named relative to it
 */
export async function watchCheck(checkOnce: (disk: FileSystem) => Promise<ExitCode>, folder: string): Promise<never> {
  const watch = new FolderWatch(folder);
  const disk = watchedFileSystem(blockingFileSystem, watch);
  for (let isFirst = true; ; isFirst = false) {
    watch.begin();
    try {
      await checkOnce(disk);
    } catch (error) {
      // A text that is being typed, such as the configuration, may be incomplete for a moment. A wrong command stays wrong.
      if (isFirst || !(error instanceof UsageError)) throw error;
      printLine(error.message);
    }
    watch.settle();
    if (watch.isIncomplete) printLine('Too many folders to watch: changes in some of them go unnoticed');
    printLine(`Watching ${counted(watch.size, 'folder')}; Ctrl+C stops`);
    const changed = await watch.nextChanges();
    if (process.stdout.isTTY) process.stdout.write(clearScreen);
    const named = changed.slice(0, maxNamed).map((path) => displayPath(path, folder));
    const others = changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : '';
    printLine(`Changed: ${named.join(', ')}${others}`);
  }
}

/** The same files; tells a watch everything that is looked at, before it is. */
function watchedFileSystem(files: FileSystem, watch: FolderWatch): FileSystem {
  const look = <Rest extends readonly unknown[], Result>(ask: (path: string, ...rest: Rest) => Result) => {
    return (path: string, ...rest: Rest): Result => {
      watch.look(path);
      return ask(path, ...rest);
    };
  };
  return {
    readFile: look((path, max?: number) => files.readFile(path, max)),
    readFolder(path) {
      watch.list(path);
      return files.readFolder(path);
    },
    whyUnreadable: look((path, expected: 'file' | 'folder', max?: number) => files.whyUnreadable(path, expected, max)),
    sizeOf: look((path) => files.sizeOf(path)),
    typeOf: look((path) => files.typeOf(path)),
    isExecutable: look((path) => files.isExecutable(path)),
    realPath: look((path) => files.realPath(path)),
    identityOf: look((path) => files.identityOf(path)),
  };
}
