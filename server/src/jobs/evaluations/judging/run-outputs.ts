import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isInside } from '../../../platform/paths.ts';

/** A file that a run has made. */
export interface RunOutput {
  /** Relative to the folder of the outputs. */
  readonly path: string;
  /** Undefined if it is not read: it cannot be, or is too large. */
  readonly bytes: Uint8Array | undefined;
  /** In bytes; undefined if it is not known. */
  readonly size: number | undefined;
}

/** The files that a run of skill-creator has left. */
export interface RunOutputs {
  /** Its folder. */
  readonly root: string;
  readonly outputs: readonly RunOutput[];
  /** Why there are none, as a sentence; undefined if there are. */
  readonly problem: string | undefined;
}

/** Files of a run that are listed. */
const maxFiles = 200;

/** Bytes of a file that is read, and of all of a run. */
const maxFileBytes = 2 * 1024 * 1024;
const maxBytes = 12 * 1024 * 1024;

/** The files that a run has left in `outputs`, in the order of their paths. They are anybody's, so nothing is read through links. */
export async function runOutputs(folder: string, files: FileSystem): Promise<RunOutputs> {
  const root = `${folder}/outputs`;
  const [real, around] = await Promise.all([files.realPath(root), files.realPath(folder)]);
  const none = (problem: string): RunOutputs => ({ root, outputs: [], problem });
  // A link may lead anywhere.
  if (real !== undefined && !isInside(real, around)) return none('The outputs are a link to somewhere else.');
  const walk = new BoundedWalk(files, SKILL_WALK);
  const paths: string[] = [];
  for await (const { path, type, isLink } of entriesBelow(root, walk)) {
    if (type === 'file' && !isLink && paths.length < maxFiles) paths.push(path);
  }
  if (paths.length === 0) return none('The run left no outputs.');
  let left = maxBytes;
  const outputs: RunOutput[] = [];
  for (const path of paths.sort()) {
    const size = await files.sizeOf(`${root}/${path}`);
    const isRead = size !== undefined && size <= Math.min(left, maxFileBytes);
    const bytes = isRead ? await files.readFile(`${root}/${path}`, maxFileBytes) : undefined;
    left -= bytes?.length ?? 0;
    outputs.push({ path, bytes, size });
  }
  return { root, outputs, problem: undefined };
}
