import { URI } from 'vscode-uri';
import type { CatalogAgent } from '../../../catalog/catalog.ts';
import type { SourceError } from '../../../catalog/catalog-skill.ts';
import { isUsable } from '../../../catalog/resolve/skill-status.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { counted } from '../../../document/text/numbers.ts';
import {
  findShownSkill,
  offeringSession,
  type ShownSession,
  type ShownSkill,
} from '../../../features/shown-skills/shown-session.ts';
import { agentsWith } from '../../../features/shown-skills/skill-agents.ts';
import { bundledNode, bundledNodes, ownFolder } from '../../../features/shown-skills/skill-files.ts';
import { readNodeId, type TreeAddress, toNodeId } from '../../../features/shown-skills/tree-address.ts';
import { contextValue, type TreeGroup } from '../../../features/shown-skills/tree-group.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { folderOf, isInside, relativeTo } from '../../../platform/paths.ts';
import type { ContextWord, TreeNode, TreeParams } from '../../../protocol.ts';
import { ListingStates, skillNode } from './skill-node.ts';
import { groupsIn, isFilledGroup, type TreeRoot, treeRoots } from './tree-groups.ts';
import { filterWords, hasProblems, problemsWord, type TreeProblems } from './tree-problems.ts';

/** Number of skills that are checked for files concurrently. */
const concurrency = 16;

/** How the tree is viewed: the common parameters of requests about it. */
export interface TreeView extends Omit<TreeParams, 'parent'> {
  /** Only for a view that depends on problems. */
  readonly problems?: TreeProblems;
}

/** The children of a node, or the roots; none if the node no longer exists. */
export async function treeChildren(
  sessions: readonly ShownSession[],
  { parent, ...view }: TreeView & Pick<TreeParams, 'parent'>,
  files: FileSystem,
): Promise<TreeNode[]> {
  const roots = filteredRoots(sessions, view);
  if (parent === undefined) {
    const shown = roots.filter((root) => !view.hideEmpty || isFilled(root));
    return Promise.all(shown.map((root) => rootNode(root, files)));
  }
  const at = readNodeId(parent);
  switch (at?.kind) {
    case 'session': {
      const found = roots.find((root) => root.kind === 'session' && root.in.info.uri === at.scope);
      const groups = (found && groupsIn([found])) ?? [];
      const shown = groups.filter((group) => !view.hideEmpty || isFilledGroup(group));
      return Promise.all(shown.map((group) => groupNode(group, files)));
    }
    case 'group': {
      const group = groupsIn(roots).find(({ scope, key }) => scope === at.scope && key === at.group);
      return group ? groupChildren(group, sessions, view, files) : [];
    }
    case 'skill': {
      const shown = findShownSkill(sessions, at.session, at.skill);
      return shown ? skillChildren(shown, at, files) : [];
    }
    case 'folder': {
      const shown = findShownSkill(sessions, at.session, at.skill);
      return shown && isOwnFile(at.path, shown) ? bundledNodes(at.path, shown.skill, at, files) : [];
    }
    default:
      return [];
  }
}

/** The parent of a node; undefined for a root and for a node that no longer exists. */
export async function treeParent(
  sessions: readonly ShownSession[],
  node: string,
  view: TreeView,
  files: FileSystem,
): Promise<TreeNode | undefined> {
  const at = readNodeId(node);
  if (!at || at.kind === 'session') return undefined;
  const roots = filteredRoots(sessions, view);
  if (at.kind === 'group') {
    const above = groupsIn(roots).find(
      ({ scope, groups = [] }) => scope === at.scope && groups.some(({ key }) => key === at.group),
    );
    if (above) return groupNode(above, files);
    const found = roots.find((root) => root.kind === 'session' && root.in.info.uri === at.scope);
    return found && rootNode(found, files);
  }
  if (at.kind === 'skill' || at.kind === 'error') {
    const group = groupsIn(roots).find(({ scope, key }) => scope === at.scope && key === at.group);
    return group && groupNode(group, files);
  }
  const shown = findShownSkill(sessions, at.session, at.skill);
  if (!shown) return undefined;
  const above = at.kind === 'more' ? at.path : folderOf(at.path);
  if (at.kind !== 'agent' && above !== shown.skill.folder && isOwnFile(above, shown)) {
    return bundledNode(above, at, files);
  }
  return skillNode(shown, { ...at, kind: 'skill', path: '' }, new ListingStates(), files, textWords(view.filter));
}

/**
 * The node of the skill that a file belongs to; undefined if the tree does not show it.
 *
 * @param path absolute
 */
export async function skillNodeAt(
  sessions: readonly ShownSession[],
  path: string,
  view: TreeView,
  files: FileSystem,
): Promise<TreeNode | undefined> {
  const around = sessions.toSorted((a, b) => depthAround(path, b) - depthAround(path, a));
  const groups = groupsIn(filteredRoots(sessions, view));
  for (const session of around) {
    const offered = session.repository?.holding(path);
    const found = session.catalog.at(path) ?? (offered && offeringSession(session, offered.key).catalog.at(path));
    if (!found) continue;
    for (const group of groups) {
      const isShown = (it: ShownSkill) => it.session === '' || it.in.info.uri === session.info.uri;
      const shown = group.skills.find((it) => it.skill.id === found.id && isShown(it));
      if (shown)
        return skillNode(shown, skillAddress(shown, group), new ListingStates(), files, textWords(view.filter));
    }
  }
  return undefined;
}

/** The length of the session's folder if it contains the path. */
function depthAround(path: string, { session: { folder } }: ShownSession): number {
  return isInside(path, folder) ? folder!.length : -1;
}

function filteredRoots(
  sessions: readonly ShownSession[],
  { grouping, filter = '', problems }: TreeView,
): readonly TreeRoot[] {
  const roots = treeRoots(sessions, grouping, problems);
  const given = filterWords(filter);
  if (given.length === 0) return roots;
  const words = textWords(filter);
  const isWanted = words.length === given.length ? () => true : (path: string) => hasProblems(problems?.(path));
  const has = (texts: readonly (string | undefined)[]) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const reduced = (group: TreeGroup): TreeGroup => ({
    ...group,
    expanded: true,
    skills: group.skills.filter(
      ({ skill: { name, alias, facts, path } }) =>
        isWanted(path) && has([name, alias, facts.description ?? facts.fallback, facts.whenToUse, path]),
    ),
    errors: group.errors.filter(({ path, message }) => has([path, message])),
    ...(group.groups && { groups: group.groups.map(reduced).filter(isFilledGroup) }),
  });
  return roots.map((root) =>
    root.kind === 'group'
      ? { kind: 'group', group: reduced(root.group) }
      : { ...root, groups: root.groups.map((group) => reduced(group)) },
  );
}

/** The words of a filter that are looked for in texts. */
function textWords(filter: string | undefined): readonly string[] {
  return filterWords(filter).filter((word) => word !== problemsWord);
}

function isFilled(root: TreeRoot): boolean {
  return groupsIn([root]).some((group) => isFilledGroup(group));
}

function rootNode(root: TreeRoot, files: FileSystem): Promise<TreeNode> | TreeNode {
  return root.kind === 'group' ? groupNode(root.group, files) : sessionNode(root);
}

function sessionNode({ in: { info }, groups }: Extract<TreeRoot, { kind: 'session' }>): TreeNode {
  const skills = groups.flatMap((group) => group.skills);
  const count = countOf(skills);
  return {
    id: toNodeId({ kind: 'session', scope: info.uri, group: '', session: '', skill: '', path: '' }),
    label: info.name,
    description: count,
    hasTooltip: true,
    accessibleName: `${info.name}, folder, ${countInWords(skills)}`,
    icon: 'root-folder',
    contextValue: contextValue(['group', 'session', 'receives', 'located']),
    children: groups.some((group) => isFilledGroup(group)) ? 'expanded' : 'none',
    uri: info.uri,
  };
}

async function groupNode(group: TreeGroup, files: FileSystem): Promise<TreeNode> {
  const { scope, key, label, path, folder, remark, icon, words } = group;
  // A folder that does not exist yet can be written to, but not shown.
  const exists = folder !== undefined && (await files.typeOf(folder)) !== undefined;
  const located: readonly ContextWord[] = exists ? [...words, 'located'] : words;
  const [count, inWords] = countIn(group);
  const opened = group.expanded ? 'expanded' : 'collapsed';
  return {
    id: toNodeId({ kind: 'group', scope, group: key, session: '', skill: '', path: '' }),
    label,
    description: [count, remark ?? path].filter(Boolean).join(' · '),
    hasTooltip: true,
    accessibleName: [label, inWords, remark, path].filter(Boolean).join(', '),
    icon,
    contextValue: contextValue(located),
    children: isFilledGroup(group) ? opened : 'none',
    ...(exists && { uri: URI.file(folder).toString() }),
  };
}

/** The count of a group, as shown and in words. */
function countIn(group: TreeGroup): readonly [string, string] {
  const { counts, skills, errors } = group;
  if (counts === 'loaded') return [countOf(skills), countInWords(skills)];
  if (counts === 'everything') return [`${skills.length + errors.length}`, `${skills.length + errors.length}`];
  // Several plugins of a repository may have the same files.
  const files = new Set(groupsIn([{ kind: 'group', group }]).flatMap((it) => it.skills.map(({ skill }) => skill.path)));
  return [`${files.size}`, counted(files.size, 'skill')];
}

/** The number of loaded skills, and of all if that differs. */
function countOf(skills: readonly ShownSkill[]): string {
  const loaded = skills.filter(({ skill }) => isUsable(skill)).length;
  return loaded === skills.length ? `${loaded}` : `${loaded} of ${skills.length}`;
}

function countInWords(skills: readonly ShownSkill[]): string {
  if (skills.length === 0) return 'empty';
  const what = skills.every(({ skill }) => skill.kind === 'command') ? 'command' : 'skill';
  return `${countOf(skills)} ${what}${skills.length === 1 ? '' : 's'} loaded`;
}

async function groupChildren(
  group: TreeGroup,
  sessions: readonly ShownSession[],
  { hideEmpty, filter }: TreeView,
  files: FileSystem,
): Promise<TreeNode[]> {
  const shownGroups = (group.groups ?? []).filter((it) => !hideEmpty || isFilledGroup(it));
  const groups = await Promise.all(shownGroups.map((it) => groupNode(it, files)));
  const listings = new ListingStates();
  const words = textWords(filter);
  const skills = await mapConcurrently(group.skills, concurrency, (shown) =>
    skillNode(shown, skillAddress(shown, group), listings, files, words),
  );
  const errors = await Promise.all(group.errors.map((error) => errorNode(error, group, sessions, files)));
  return [...groups, ...skills, ...errors];
}

function skillAddress({ skill, session }: ShownSkill, { scope, key }: TreeGroup): TreeAddress {
  return { kind: 'skill', scope, group: key, session, skill: skill.id, path: '' };
}

async function errorNode(
  { path, message }: SourceError,
  { scope, key, folder }: TreeGroup,
  sessions: readonly ShownSession[],
  files: FileSystem,
): Promise<TreeNode> {
  const type = await files.typeOf(path);
  const located: readonly ContextWord[] = type === undefined ? [] : ['located'];
  const around = sessions.find(({ info }) => info.uri === scope) ?? sessions[0];
  const shown = around ? shownPath(path, around.session) : path;
  // Its group has said the beginning of the path, and the end would be cut off.
  const label = folder !== undefined && isInside(path, folder) ? relativeTo(path, folder) : shown;
  const words = message.replaceAll('`', '');
  return {
    id: toNodeId({ kind: 'error', scope, group: key, session: '', skill: message, path }),
    label,
    description: words,
    hasTooltip: true,
    accessibleName: `${shown}, error, ${words}`,
    icon: 'error',
    iconColor: 'list.errorForeground',
    contextValue: contextValue(['error', ...(type === 'file' ? (['openable'] as const) : []), ...located]),
    children: 'none',
    ...(type !== undefined && { uri: URI.file(path).toString() }),
  };
}

async function skillChildren(shown: ShownSkill, at: TreeAddress, files: FileSystem): Promise<TreeNode[]> {
  const folder = ownFolder(shown.skill);
  const bundled = folder === undefined ? [] : await bundledNodes(folder, shown.skill, at, files);
  return [...bundled, ...agentsWith(shown.skill, shown.in.catalog).map((agent) => agentNode(agent, at))];
}

function agentNode({ name, path }: CatalogAgent, at: TreeAddress): TreeNode {
  const label = `Used by agent ${name}`;
  return {
    id: toNodeId({ ...at, kind: 'agent', path }),
    label,
    hasTooltip: true,
    accessibleName: label,
    icon: 'hubot',
    contextValue: contextValue(['agent', 'openable', 'located']),
    children: 'none',
    uri: URI.file(path).toString(),
    skill: at.skill,
  };
}

/** Whether a path is in a skill's own folder: ids are untrusted input. */
function isOwnFile(path: string, { skill }: ShownSkill): boolean {
  const folder = ownFolder(skill);
  return isInside(path, folder) && !path.split('/').includes('..');
}
