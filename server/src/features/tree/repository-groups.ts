import type { OfferedPlugin } from '../../catalog/repository.ts';
import { isLost } from '../../catalog/resolve/skill-status.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import type { ContextWord } from './tree-context.ts';
import type { TreeGroup } from './tree-group.ts';
import { offeringSession, type ShownSkill, type TreeScope } from './tree-session.ts';

/** The key of the group of everything that a folder offers. */
export const repositoryKey = 'repository';

/**
 * What a session's folder offers to others and Claude Code does not load in it: one group, with a group for every
 * plugin and collection. Undefined if there is nothing.
 *
 * @param remark tells it from the one of another folder
 */
export function repositoryGroup(scope: TreeScope, remark?: string): TreeGroup | undefined {
  const { uri, repository } = scope;
  if (!repository || (repository.plugins.length === 0 && repository.errors.length === 0)) return undefined;
  const groups = repository.plugins.map((plugin) => pluginGroup(plugin, scope));
  return {
    scope: uri,
    key: repositoryKey,
    label: 'In this repository',
    folder: undefined,
    path: undefined,
    remark: [remark, 'not loaded'].filter((part) => part !== undefined).join(' · '),
    icon: 'repo',
    words: ['group'],
    expanded: true,
    counts: 'skills',
    skills: [],
    groups: groups.length === 1 ? groups.map((group) => ({ ...group, expanded: true })) : groups,
    errors: repository.errors,
  };
}

function pluginGroup(plugin: OfferedPlugin, scope: TreeScope): TreeGroup {
  const { key, kind, name, root, problem, pluginFolder } = plugin;
  const { session } = scope.in;
  const words: ContextWord[] = ['group', ...(kind === 'plugin' ? (['plugin'] as const) : []), 'receives'];
  if (pluginFolder !== undefined && !problem) words.push('addable');
  return {
    scope: scope.uri,
    key: `${repositoryKey}:${key}`,
    label: kind === 'plugin' ? `Plugin: ${name}` : name,
    folder: root,
    path: kind === 'collection' || root === session.folder ? undefined : shownPath(root, session),
    remark: problem ? 'refused' : undefined,
    icon: problem ? 'warning' : kind === 'plugin' ? 'extensions' : 'folder-library',
    words,
    expanded: problem !== undefined,
    counts: 'skills',
    skills: shownSkills(plugin, scope),
    errors: plugin.errors,
  };
}

/** Its skills as they would be once it is installed, what Claude Code would not find last. */
function shownSkills({ key }: OfferedPlugin, { in: session, uri }: TreeScope): ShownSkill[] {
  const installed = offeringSession(session, key);
  const own = installed.catalog.skills().filter(({ source }) => source.repository === key);
  const sorted = [...own.filter((skill) => !isLost(skill)), ...own.filter(isLost)];
  return sorted.map((skill) => ({ skill, in: installed, session: uri, elsewhere: [] }));
}
