import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isWithin, lastPart, partsInside } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ScratchEntry } from '../../../platform/scratch-folders.ts';

/** Bytes of all files together. */
const maxBytes = 64 * 1024 * 1024;

/** Folders that are not copied: evaluations have the answers. */
const skipped = new Set(['evals', '.git', 'node_modules']);

/** Where a project has its copy of a skill. */
export function copiedSkill(project: string, skill: string): string {
  return `${project}/.claude/skills/${lastPart(skill)}`;
}

/**
 * The files of a skill for a folder of another project, without its evaluations. What links lead to is left out.
 *
 * @param target where they go, relative to the scratch folder
 */
export async function skillCopy(
  folder: string,
  target: string,
  files: FileSystem,
): Promise<readonly ScratchEntry[] | Refusal> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const entries: ScratchEntry[] = [];
  let left = maxBytes;
  for await (const { path, type, isLink } of entriesBelow(folder, walk, ({ name }) => !skipped.has(name))) {
    if (type !== 'file' || isLink) continue;
    const bytes = await files.readFile(`${folder}/${path}`, left);
    if (!bytes) return { problem: `The skill cannot be copied: ${path} cannot be read, or is too large` };
    left -= bytes.length;
    const isExecutable = (await files.isExecutable(`${folder}/${path}`)) === true;
    entries.push({ path: `${target}/${path}`, bytes, isExecutable });
  }
  return walk.isComplete ? entries : { problem: 'The skill has too many files to be copied' };
}

/**
 * Settings with hooks and permissions, servers, and a repository, whose configuration names programs. Where disks ignore
 * capital letters, so does this.
 */
const settingUp = /^(?:\.claude\/|\.mcp\.json$|\.git(?:\/|$))/i;

/**
 * The input files of a prompt, at the same places relative to where a session runs.
 *
 * @param folders those to which they may be relative; the first that has one counts
 */
export async function inputCopies(
  folders: readonly string[],
  names: readonly string[],
  files: FileSystem,
): Promise<readonly ScratchEntry[] | Refusal> {
  const entries: ScratchEntry[] = [];
  let left = maxBytes;
  for (const name of names) {
    const path = /^([/~\\]|[A-Za-z]:)/.test(name) ? undefined : partsInside(name)?.join('/');
    const folder = path === undefined ? undefined : await folderWith(path, folders, files);
    const real = folder === undefined ? undefined : await files.realPath(`${folder}/${path}`);
    // Neither by dots nor by links.
    if (path === undefined || (real !== undefined && !isWithin(real, await files.realPath(folder!))))
      return { problem: `The input file ${name} is outside of the skill` };
    if (settingUp.test(path))
      return { problem: `The input file ${name} would set up the session: what it may do, and what starts with it` };
    const bytes = await files.readFile(`${folder}/${path}`, left);
    if (!bytes) return { problem: `The input file ${name} does not exist, or is too large` };
    left -= bytes.length;
    entries.push({ path, bytes, isExecutable: false });
  }
  return entries;
}

async function folderWith(path: string, folders: readonly string[], files: FileSystem): Promise<string | undefined> {
  for (const folder of folders) if ((await files.typeOf(`${folder}/${path}`)) === 'file') return folder;
  return folders[0];
}
