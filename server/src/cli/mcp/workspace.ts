import type { FileSystem } from '../../platform/file-system.ts';
import { confinedFileSystem } from '../../platform/file-systems/confined-file-system.ts';
import { isNetworkPath } from '../../platform/network-path.ts';
import { isInside, isWithin } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { repositoryOf } from '../files/discover-files.ts';
import { absolutePath } from '../session-options.ts';

/** Where a call may look: folders are real paths. */
export interface Workspace {
  /** The session directory. */
  readonly folder: string;
  /** Folders in which everything is that a call may name. */
  readonly roots: readonly string[];
}

/**
 * The folders that the host has declared, or else the repository in which the server was started. The session directory
 * is the one in which the server was started if that is in a root, else the first root.
 *
 * @param started where the server was started
 * @param declared absolute; undefined if the host declares no roots
 * @param named the session directory that the call asks for
 * @throws {UsageError} if nothing is left, or the directory is not in a root
 */
export async function findWorkspace(
  started: string,
  declared: readonly string[] | undefined,
  named: string | undefined,
  files: FileSystem,
): Promise<Workspace> {
  const real = await Promise.all(declared?.map((path) => files.realPath(path)) ?? [repositoryOf(started, files)]);
  const roots = real.filter((path) => path !== undefined);
  const [first] = roots;
  if (first === undefined) throw new UsageError('None of the folders that the host declares as roots exists');
  const usual = { folder: roots.some((root) => isWithin(started, root)) ? started : first, roots };
  if (named === undefined) return usual;
  const folder = await pathInside(named, usual, files);
  return { folder: (await files.realPath(folder)) ?? folder, roots };
}

/**
 * A path that a call names, absolute.
 *
 * @throws {UsageError} if it leads out of the workspace, whether it exists there or not
 */
export async function pathInside(written: string, { folder, roots }: Workspace, files: FileSystem): Promise<string> {
  const outside = new UsageError(`Outside of the workspace, which is ${roots.join(', ')}: ${written.slice(0, 200)}`);
  // Only asking about it could send credentials to another machine.
  if (isNetworkPath(written) || written.includes('\0')) throw outside;
  const path = absolutePath(folder, written);
  const real = (await files.realPath(path)) ?? path;
  if (!roots.some((root) => isWithin(real, root))) throw outside;
  // A link may lead to the workspace from elsewhere; what is in it keeps the name under which it is found.
  return roots.some((root) => isWithin(path, root)) ? path : real;
}

/** Everything on the disk: what a session has of the user and the organization can be anywhere. */
const wholeDisk: readonly string[] =
  process.platform === 'win32' ? [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:/`) : ['/'];

/**
 * The disk for one call: what a link in the workspace leads to outside of it is absent, and nothing is read any more
 * once the call is cancelled.
 */
export class CallFiles {
  readonly files: FileSystem;
  readonly #refused = new Set<string>();

  constructor(files: FileSystem, { roots }: Workspace, signal: AbortSignal) {
    const confined = confinedFileSystem(
      files,
      () => ({ workspace: roots, own: wholeDisk }),
      (path) => this.#refused.add(path),
    );
    this.files = untilCancelled(confined, signal);
  }

  /** Files that were not read, as sentences. */
  notes(): readonly string[] {
    const paths = [...this.#refused];
    // Files below a link are not named again.
    return paths
      .filter((path) => !paths.some((other) => isInside(path, other)))
      .slice(0, maxRefusals)
      .map((path) => `Not read, because a link leads out of the workspace: ${path}`);
  }
}

/** Number of links that are told. */
const maxRefusals = 20;

/** A file system that throws once the signal says so. */
function untilCancelled(files: FileSystem, signal: AbortSignal): FileSystem {
  const unless = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    signal.throwIfAborted();
    return ask();
  };
  return {
    readFile: (path, max) => unless(() => files.readFile(path, max)),
    readFolder: (path) => unless(() => files.readFolder(path)),
    whyUnreadable: (path, expected, max) => unless(() => files.whyUnreadable(path, expected, max)),
    sizeOf: (path) => unless(() => files.sizeOf(path)),
    typeOf: (path) => unless(() => files.typeOf(path)),
    isExecutable: (path) => unless(() => files.isExecutable(path)),
    realPath: (path) => unless(() => files.realPath(path)),
    identityOf: (path) => unless(() => files.identityOf(path)),
  };
}
