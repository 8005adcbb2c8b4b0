import type { FileSystem } from '../../platform/file-system.ts';
import type { FolderWatch } from './folder-watch.ts';

/** The same files; tells a watch everything that is looked at, before it is. */
export function watchedFileSystem(files: FileSystem, watch: FolderWatch): FileSystem {
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
