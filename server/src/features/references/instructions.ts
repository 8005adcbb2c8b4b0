import { configFolder, foldersFrom, type Session } from '../../catalog/session.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { PathBases } from './file-references.ts';

/*
 * The texts that Claude Code reads at the start of a session: CLAUDE.md and CLAUDE.local.md. They may name skills and
 * files.
 */

const names = ['CLAUDE.md', 'CLAUDE.local.md'];

/** Whether a file is one of these texts. */
export function areInstructions(path: string): boolean {
  return names.includes(lastPart(path));
}

/** Where the instructions of a session may be: the user's, and those of its folder and the folders above. */
export function instructionPaths(session: Session): string[] {
  const { folder, environment } = session;
  const user = configFolder(session);
  const found = user === undefined ? [] : [`${user}/CLAUDE.md`];
  for (const at of folder === undefined ? [] : foldersFrom(folder)) {
    if (at === '' || at === environment.home) break;
    found.push(...names.map((name) => `${at}/${name}`), `${at}/.claude/CLAUDE.md`);
  }
  return found;
}

/** Where the paths in instructions begin: at their own folder. */
export function basesOfInstructions(path: string): PathBases {
  const folder = folderOf(path);
  return { path, folder, skill: undefined, plugin: undefined, mentions: folder };
}
