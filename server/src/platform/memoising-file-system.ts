import type { FileSystem } from './file-system.ts';

/**
 * A file system that asks `files` once for every folder, type and real path. For work that looks at one state of the
 * disk from start to end: the folders above ten thousand skills are the same few folders over and over.
 *
 * The bytes of files are not kept: every file is read once anyway, and a run over a large repository would hold it
 * all in memory.
 */
export function memoisingFileSystem(files: FileSystem): FileSystem {
  return {
    readFile: (path) => files.readFile(path),
    readFolder: memoised((path) => files.readFolder(path)),
    typeOf: memoised((path) => files.typeOf(path)),
    realPath: memoised((path) => files.realPath(path)),
  };
}

/** Keeps the promise, not its value, so that a question asked again before its answer arrives is not asked twice. */
function memoised<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (path) => {
    let answer = answers.get(path);
    if (!answer) {
      answer = ask(path);
      answers.set(path, answer);
    }
    return answer;
  };
}
