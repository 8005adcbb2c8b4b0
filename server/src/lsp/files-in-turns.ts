import type { Environment } from '../platform/environment.ts';
import type { FileSystem } from '../platform/file-system.ts';
import type { WorkTurns } from '../platform/work-turns.ts';
import { restDuring } from './short-turns.ts';
import { Turns } from './turns.ts';

/**
 * How many are asked for at a time: enough to keep the disk busy, few enough that their answers, which arrive together, are soon
 * read. Of an editor, which answers by messages, more are asked for, because each takes a while.
 */
const atATime = { disk: 8, editor: 64 };

/**
 * Files for work that nobody waits for. Each answer of the disk is a moment of work, and thousands of them arrive one upon
 * another: so they are asked for, and used, in the turns of that work.
 */
export function filesInTurns(
  { files, environment }: { readonly files: FileSystem; readonly environment: Pick<Environment, 'isBrowser'> },
  { pause }: Pick<WorkTurns, 'pause'>,
): FileSystem {
  const places = new Turns(environment.isBrowser ? atATime.editor : atATime.disk);
  const inTurn = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await places.take(async () => {
      await pause();
      return ask();
    });
    await pause();
    return answer;
  };
  return askedSo(files, inTurn);
}

/** Files for what somebody waits for: while the disk is asked, work that nobody waits for rests. */
export function filesFirst(files: FileSystem): FileSystem {
  return askedSo(files, (ask) => restDuring(ask()));
}

/** @param so how each question is asked */
function askedSo(files: FileSystem, so: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>): FileSystem {
  return {
    readFile: (path, max) => so(() => files.readFile(path, max)),
    readFolder: (path) => so(() => files.readFolder(path)),
    whyUnreadable: (path, expected, max) => so(() => files.whyUnreadable(path, expected, max)),
    sizeOf: (path) => so(() => files.sizeOf(path)),
    typeOf: (path) => so(() => files.typeOf(path)),
    isExecutable: (path) => so(() => files.isExecutable(path)),
    realPath: (path) => so(() => files.realPath(path)),
    identityOf: (path) => so(() => files.identityOf(path)),
  };
}
