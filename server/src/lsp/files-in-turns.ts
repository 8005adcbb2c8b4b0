import type { FileSystem } from '../platform/file-system.ts';
import type { WorkTurns } from '../platform/work-turns.ts';
import { Turns } from './turns.ts';

/** How many are asked for at a time: enough to keep the disk busy, few enough that their answers, which arrive together, are soon read. */
const atATime = 8;

/**
 * Files for work that nobody waits for. Each answer of the disk is a moment of work, and thousands of them arrive one upon
 * another: so they are asked for, and used, in the turns of that work.
 */
export function filesInTurns(files: FileSystem, { pause }: Pick<WorkTurns, 'pause'>): FileSystem {
  const places = new Turns(atATime);
  const inTurn = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await places.take(async () => {
      await pause();
      return ask();
    });
    await pause();
    return answer;
  };
  return {
    readFile: (path, max) => inTurn(() => files.readFile(path, max)),
    readFolder: (path) => inTurn(() => files.readFolder(path)),
    whyUnreadable: (path, expected, max) => inTurn(() => files.whyUnreadable(path, expected, max)),
    sizeOf: (path) => inTurn(() => files.sizeOf(path)),
    typeOf: (path) => inTurn(() => files.typeOf(path)),
    isExecutable: (path) => inTurn(() => files.isExecutable(path)),
    realPath: (path) => inTurn(() => files.realPath(path)),
    identityOf: (path) => inTurn(() => files.identityOf(path)),
  };
}
