import { lastPart } from '../../platform/paths.ts';
import { configFolder, foldersFrom, type Session } from '../session.ts';
import { findRules } from './rule-files.ts';

/*
 * The texts that tell Claude Code about a project: CLAUDE.md and CLAUDE.local.md, rules, and AGENTS.md, which CLAUDE.md
 * usually imports. They may name skills and files.
 */

const names = ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'];

/** Whether a file is one of these texts. */
export function areInstructions(path: string): boolean {
  return names.includes(lastPart(path)) || /\/\.claude\/rules\/.*\.md$/.test(path);
}

/** The instructions of a session: the user's, and where those of its folder and the folders above may be. */
export async function instructionPaths(session: Session): Promise<string[]> {
  const { folder, environment } = session;
  const user = configFolder(session);
  const found = user === undefined ? [] : [`${user}/CLAUDE.md`];
  for (const at of folder === undefined ? [] : foldersFrom(folder)) {
    if (at === '' || at === environment.home) break;
    found.push(...names.map((name) => `${at}/${name}`), `${at}/.claude/CLAUDE.md`);
  }
  return [...found, ...(await findRules(session)).flatMap(({ paths }) => paths)];
}
