import type { OfferedPlugin } from '../../catalog/repository.ts';
import { isLost } from '../../catalog/resolve/skill-status.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { isWithin } from '../../platform/paths.ts';
import type { ContextWord } from '../../protocol.ts';
import { readBy } from '../../rules/messages/in-words.ts';
import { offeringSession, type ShownSkill, type TreeScope } from './shown-session.ts';
import type { TreeGroup } from './tree-group.ts';

/** The key of the group of everything that a folder offers. */
export const repositoryKey = 'repository';

/** The key of the group of what other products read in the user's home. */
export const homeKey = 'home';

/**
 * Groups for skills that Claude Code does not load: those that a session's folder offers to others, and those that other
 * products read in the user's home. Each is a group with a group for every plugin and collection, if there are any.
 *
 * @param remark tells the first one from that of another folder
 */
export function repositoryGroups(scope: TreeScope, remark?: string): TreeGroup[] {
  const { repository, in: within } = scope;
  if (!repository) return [];
  const isAtHome = ({ root }: OfferedPlugin) => !isWithin(root, within.session.folder);
  const [atHome, own] = [repository.plugins.filter(isAtHome), repository.plugins.filter((it) => !isAtHome(it))];
  const common = {
    folder: undefined,
    path: undefined,
    words: ['group'] as const,
    counts: 'skills',
    skills: [],
  } as const;
  const found: TreeGroup[] = [];
  if (own.length > 0 || repository.errors.length > 0) {
    found.push({
      ...common,
      scope: scope.uri,
      key: repositoryKey,
      label: 'In this repository',
      remark: [remark, 'not loaded'].filter((part) => part !== undefined).join(' · '),
      icon: 'repo',
      expanded: true,
      groups: innerGroups(own, scope),
      errors: repository.errors,
    });
  }
  if (atHome.length > 0) {
    found.push({
      ...common,
      scope: scope.uri,
      key: homeKey,
      label: 'In your home folder',
      remark: 'not loaded',
      icon: 'home',
      expanded: false,
      groups: innerGroups(atHome, scope),
      errors: [],
    });
  }
  return found;
}

/** The groups of some scopes: what is in the user's home is shown once. */
export function repositoryGroupsOf(scopes: readonly TreeScope[], withNames: boolean): TreeGroup[] {
  const all = scopes.flatMap((scope) => repositoryGroups(scope, withNames ? scope.in.info.name : undefined));
  return all.filter((group, index) => group.key !== homeKey || all.findIndex(({ key }) => key === homeKey) === index);
}

function innerGroups(plugins: readonly OfferedPlugin[], scope: TreeScope): TreeGroup[] {
  const groups = plugins.map((plugin) => pluginGroup(plugin, scope));
  return groups.length === 1 ? groups.map((group) => ({ ...group, expanded: true })) : groups;
}

function pluginGroup(plugin: OfferedPlugin, scope: TreeScope): TreeGroup {
  const { key, kind, name, root, problem, loadsByPath, pluginFolder } = plugin;
  const { session } = scope.in;
  const words: ContextWord[] = ['group', ...(kind === 'plugin' ? (['plugin'] as const) : []), 'receives'];
  if (pluginFolder !== undefined && loadsByPath) words.push('addable');
  if (plugin.readers.length > 0) words.push('linkable');
  else if (kind === 'plugin' || pluginFolder === root) words.push('publishable');
  return {
    scope: scope.uri,
    key: `${repositoryKey}:${key}`,
    label: kind === 'plugin' ? `Plugin: ${name}` : name,
    folder: root,
    path: kind === 'collection' || root === session.folder ? undefined : shownPath(root, session),
    remark: problem
      ? loadsByPath
        ? 'cannot be installed'
        : 'refused'
      : plugin.readers.length > 0
        ? readBy(plugin.readers)
        : undefined,
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
