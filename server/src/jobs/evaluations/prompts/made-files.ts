import { counted } from '../../../document/text/numbers.ts';
import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isWithin } from '../../../platform/paths.ts';
import { oneLine } from '../../claude-code/runs/tool-summary.ts';

/** A file that a session has made or changed; its path is relative to the project. */
interface MadeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files that a session has made in its project. */
export interface MadeFiles {
  readonly files: readonly MadeFile[];
  /** The files that were not kept and why, in words. */
  readonly leftOut: readonly string[];
}

/** Files that are kept of one session. */
const maxFiles = 200;

/** Bytes of one file, and of all. */
const maxFileBytes = 8 * 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;

/** Folders that programs install or leave, and nobody wants to judge. */
const installed: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.cache']);

/** Paths that would set up a session, an editor or a repository in the place where they are kept. */
const settingUp = /(?:^|\/)(?:\.claude|\.git|\.vscode|\.mcp\.json)(?:\/|$)/i;

/** Notes about what was not kept. */
const maxNotes = 10;

/**
 * The files that a session has made or changed: bounded, because a session may do anything. What links lead to is left out,
 * and so is what would have an effect in the user's repository.
 *
 * @param placed what was in the project before, by path
 */
export async function madeFiles(
  project: string,
  placed: ReadonlyMap<string, Uint8Array>,
  files: FileSystem,
): Promise<MadeFiles> {
  const leftOut: string[] = [];
  const made: MadeFile[] = [];
  // The session may have put a link in its place.
  const real = await files.realPath(project);
  if (real === undefined || !isWithin(real, project))
    return { files: [], leftOut: ['the project is gone, or has become a link'] };
  const walk = new BoundedWalk(files, SKILL_WALK);
  let [left, links, others, more] = [maxBytes, 0, 0, 0];
  const isEntered = ({ name }: { readonly name: string }) => name !== '.git' && !installed.has(name);
  for await (const { path, name, type, isLink } of entriesBelow(project, walk, isEntered)) {
    if (isLink) links++;
    else if (settingUp.test(path)) {
      const isNew = name === '.git' || (type === 'file' && !placed.has(path));
      if (isNew) leftOut.push(`${oneLine(path)} would set up sessions, an editor or a repository`);
    } else if (type === 'folder' && installed.has(name))
      leftOut.push(`${oneLine(path)} is what a program has installed`);
    else if (type === 'other') others++;
    else if (type === 'file' && made.length >= maxFiles) more++;
    else if (type === 'file') {
      const max = Math.min(left, maxFileBytes);
      const bytes = await files.readFile(`${project}/${path}`, max);
      if (!bytes) leftOut.push(`${oneLine(path)} cannot be read, or is too large`);
      else if (!isSame(bytes, placed.get(path))) {
        left -= bytes.length;
        made.push({ path, bytes });
      }
    }
  }
  if (links > 0) leftOut.push(counted(links, 'link'));
  if (others > 0) leftOut.push(`${others} that are neither files nor folders`);
  if (more > 0) leftOut.push(`${counted(more, 'more file')}, because ${maxFiles} are kept`);
  if (walk.cut !== undefined) leftOut.push(`what is beyond ${walk.cut}`);
  const notes =
    leftOut.length > maxNotes ? [...leftOut.slice(0, maxNotes), `and ${leftOut.length - maxNotes} more`] : leftOut;
  return { files: made.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut: notes };
}

function isSame(bytes: Uint8Array, before: Uint8Array | undefined): boolean {
  return before?.length === bytes.length && before.every((byte, index) => byte === bytes[index]);
}
