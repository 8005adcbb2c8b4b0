import type { BoundedWalk } from '../../platform/bounded-walk.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { SourceError } from '../catalog-skill.ts';

/**
 * Reports that something cannot be read.
 *
 * @param reason worded for parentheses
 */
export function cannotBeRead(what: string, reason: string | undefined): string {
  return reason === undefined ? `${what} cannot be read` : `${what} cannot be read (${reason})`;
}

/** Reads a file; if it exists and cannot be read, that is added to the errors. */
export async function readOrReport(
  path: string,
  source: SourceError['source'],
  files: FileSystem,
  errors: SourceError[],
): Promise<Uint8Array | undefined> {
  const bytes = await files.readFile(path);
  const reason = bytes ? undefined : await files.whyUnreadable(path, 'file');
  if (reason !== undefined) errors.push({ source, path, message: cannotBeRead('The file', reason) });
  return bytes;
}

/** The places that a walk has left out, as errors. */
export function errorsOfWalk(walk: BoundedWalk, start: string, source: SourceError['source']): SourceError[] {
  const errors = walk.unreadable.map(({ path, reason }): SourceError => {
    return { source, path, message: cannotBeRead('The folder', reason) };
  });
  if (walk.cut !== undefined) errors.push({ source, path: start, message: cutMessage(walk.cut) });
  return errors;
}

/** @param bound the value of {@link BoundedWalk.cut} */
function cutMessage(bound: string): string {
  return `This folder is too large: Skillwright searched ${bound} and then stopped`;
}
