import { findShownSkill, type ShownSession } from '../../../features/shown-skills/shown-session.ts';
import { agentsWith } from '../../../features/shown-skills/skill-agents.ts';
import { ownFolder } from '../../../features/shown-skills/skill-files.ts';
import { readNodeId } from '../../../features/shown-skills/tree-address.ts';
import type { ProblemCount, TreeParams } from '../../../protocol.ts';
import { groupsIn, treeRoots } from './tree-groups.ts';

/** How many problems each file in the tree has. */
export type TreeProblems = (path: string) => ProblemCount;

/** The word in a filter for skills with problems. */
export const problemsWord = '@problems';

/** Whether a file has errors or warnings. */
export function hasProblems(count: ProblemCount | undefined): boolean {
  return count !== undefined && count.errors + count.warnings > 0;
}

/** Whether a view of the tree cannot be shown without knowing the problems of every file. */
export function dependsOnProblems({ grouping, filter = '' }: Pick<TreeParams, 'grouping' | 'filter'>): boolean {
  return grouping === 'problems' || filterWords(filter).includes(problemsWord);
}

export function filterWords(filter = ''): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The file of a node that has findings: of a skill or an agent. */
export function checkedPath(sessions: readonly ShownSession[], node: string): string | undefined {
  const at = readNodeId(node);
  if (at?.kind === 'agent') return at.path;
  return at?.kind === 'skill' ? findShownSkill(sessions, at.session, at.skill)?.skill.path : undefined;
}

/** The files with findings that the tree shows: skills, commands, and the agents that preload them. */
export function filesInTree(sessions: readonly ShownSession[]): readonly string[] {
  const paths = skillsInTree(sessions).flatMap(({ skill, in: { catalog } }) => [
    skill.path,
    ...agentsWith(skill, catalog).map((agent) => agent.path),
  ]);
  return [...new Set(paths)];
}

/** The folders whose evaluations belong to what the tree shows: of sessions, of skills, and of plugins. */
export function evaluatedFolders(sessions: readonly ShownSession[]): readonly string[] {
  const folders = skillsInTree(sessions).flatMap(({ skill }) => [
    ownFolder(skill) ?? [],
    skill.source.plugin === undefined ? [] : skill.source.owner,
  ]);
  return [...new Set([...sessions.map(({ session }) => session.folder ?? []), ...folders].flat())];
}

function skillsInTree(sessions: readonly ShownSession[]) {
  return groupsIn(treeRoots(sessions, 'tier')).flatMap(({ skills }) => skills);
}
