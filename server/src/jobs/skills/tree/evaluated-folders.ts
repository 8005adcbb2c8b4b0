import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import { ownFolder } from '../../../features/shown-skills/skill-files.ts';
import { groupsIn, treeRoots } from './tree-groups.ts';

/** The folders whose evaluations belong to what the tree shows: of sessions, of skills, and of plugins. */
export function evaluatedFolders(sessions: readonly ShownSession[]): readonly string[] {
  const shown = groupsIn(treeRoots(sessions, 'tier')).flatMap(({ skills }) => skills);
  const folders = shown.flatMap(({ skill }) => [
    ownFolder(skill) ?? [],
    skill.source.plugin === undefined ? [] : skill.source.owner,
  ]);
  return [...new Set([...sessions.map(({ session }) => session.folder ?? []), ...folders].flat())];
}
