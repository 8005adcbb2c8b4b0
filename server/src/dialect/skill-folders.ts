import skillFolders from '../../../schemas/skill-folders.json' with { type: 'json' };

/** Folders of other products and who reads the skills in their folder `skills`: `.agents` → Codex, Cursor and others. */
export const READERS_BY_FOLDER: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(skillFolders.folders));

/** Where Claude Code looks for the skills of a project, relative to its folder. */
export const PROJECT_SKILLS = '.claude/skills';

/** The products that read the skills in a folder such as `/project/.agents/skills`; none of another folder. */
export function readersOf(folder: string): readonly string[] {
  const [parent, name] = folder.split('/').slice(-2);
  return (name === 'skills' && READERS_BY_FOLDER.get(parent ?? '')) || [];
}
