import type { SkillStatus, SourceError } from '../../../catalog/catalog-skill.ts';
import { homeKey, repositoryGroupsOf } from '../../../features/shown-skills/repository-groups.ts';
import {
  type ShownSession,
  type ShownSkill,
  type TreeScope,
  treeScopes,
} from '../../../features/shown-skills/shown-session.ts';
import { groupsByTier, isOfFolder } from '../../../features/shown-skills/tier-groups.ts';
import type { TreeGroup } from '../../../features/shown-skills/tree-group.ts';
import type { ProblemCount, SkillGrouping } from '../../../protocol.ts';
import { denialOf } from './skill-node.ts';

/** The roots of the tree: groups, and one node for each session if there are several. */
export type TreeRoot =
  | { readonly kind: 'group'; readonly group: TreeGroup }
  | { readonly kind: 'session'; readonly in: ShownSession; readonly groups: readonly TreeGroup[] };

/** Groups by the question "who can use it, and if not, why". */
type StatusGroup = SkillStatus | 'denied';

/** The properties of a group that only depend on its kind. */
type GroupLook = Pick<TreeGroup, 'label' | 'icon' | 'counts'>;

const statusGroups: readonly (Pick<GroupLook, 'label' | 'icon'> & { readonly status: StatusGroup })[] = [
  { status: 'active', label: 'Active', icon: 'book' },
  { status: 'name-only', label: 'Name only', icon: 'tag' },
  { status: 'conditional', label: 'Waiting for a file', icon: 'watch' },
  { status: 'denied', label: 'Denied', icon: 'lock' },
  { status: 'disabled', label: 'Disabled', icon: 'stop-circle' },
  { status: 'shadowed', label: 'Hidden by another skill', icon: 'eye-closed' },
  { status: 'duplicate', label: 'Duplicate', icon: 'copy' },
  { status: 'dead', label: 'Cannot be invoked', icon: 'circle-slash' },
  { status: 'invalid', label: 'Refused', icon: 'error' },
  { status: 'misplaced', label: 'Misplaced', icon: 'warning' },
];

/**
 * The roots of the tree, empty groups too.
 *
 * @param problems only for the grouping by problems
 */
export function treeRoots(
  sessions: readonly ShownSession[],
  grouping: SkillGrouping,
  problems?: (path: string) => ProblemCount,
): readonly TreeRoot[] {
  const scopes = treeScopes(sessions);
  if (grouping === 'problems') return groupsByProblems(scopes, problems).map((group) => ({ kind: 'group', group }));
  if (grouping !== 'tier') {
    const groups = grouping === 'status' ? groupsByStatus(scopes) : groupsByPlugin(scopes);
    const names = sessions.length > 1;
    const offered = repositoryGroupsOf(scopes, names);
    return [...groups, ...offered].map((group) => ({ kind: 'group', group }));
  }
  const [common, ...own] = scopes;
  if (!common) return [];
  const shared = groupsByTier(common).map((group): TreeRoot => ({ kind: 'group', group }));
  const folders = own.map((scope, index): TreeRoot => {
    // Skills in the user's home are the same for all folders.
    const groups = groupsByTier(scope).filter(({ key }) => index === 0 || key !== homeKey);
    return { kind: 'session', in: scope.in, groups };
  });
  // In order of precedence, a project is after user skills and before commands and plugins.
  const place = shared.findIndex((it) => it.kind === 'group' && !isOfFolder(it.group));
  return shared.toSpliced(place < 0 ? shared.length : place, 0, ...folders);
}

/** All groups of some roots, at any depth. */
export function groupsIn(roots: readonly TreeRoot[]): readonly TreeGroup[] {
  return roots.flatMap((root) => (root.kind === 'group' ? [root.group] : root.groups)).flatMap(withInner);
}

function withInner(group: TreeGroup): readonly TreeGroup[] {
  return [group, ...(group.groups ?? []).flatMap(withInner)];
}

/** The group with this key under a scope, whatever the tree is grouped by. */
export function findGroup(sessions: readonly ShownSession[], scope: string, key: string): TreeGroup | undefined {
  for (const grouping of ['tier', 'status', 'plugin'] as const) {
    const found = groupsIn(treeRoots(sessions, grouping)).find((it) => it.scope === scope && it.key === key);
    if (found) return found;
  }
  return undefined;
}

function groupsByStatus(scopes: readonly TreeScope[]): TreeGroup[] {
  const skills = scopes.flatMap((scope) => scope.skills);
  const groups = statusGroups.map(({ status, ...look }) =>
    groupWithoutPlace(
      `status:${status}`,
      { ...look, counts: 'everything' },
      skills.filter((shown) => statusGroupOf(shown) === status),
    ),
  );
  return [...groups.filter(isFilledGroup), ...errorGroup(scopes)];
}

/** By the most severe problem; what the folder offers to others is among the rest. */
function groupsByProblems(
  scopes: readonly TreeScope[],
  problems: (path: string) => ProblemCount = () => none,
): TreeGroup[] {
  const offered = repositoryGroupsOf(scopes, false).flatMap(withInner);
  const skills = [...scopes.flatMap((scope) => scope.skills), ...offered.flatMap((group) => group.skills)];
  const group = (key: string, label: string, icon: string, isIn: (count: ProblemCount) => boolean) =>
    groupWithoutPlace(
      `problems:${key}`,
      { label, icon, counts: 'skills' },
      skills.filter(({ skill }) => isIn(problems(skill.path))),
    );
  const groups = [
    group('errors', 'With errors', 'error', ({ errors }) => errors > 0),
    group('warnings', 'With warnings', 'warning', ({ errors, warnings }) => errors === 0 && warnings > 0),
    {
      ...group('none', 'Without problems', 'pass', ({ errors, warnings }) => errors + warnings === 0),
      expanded: false,
    },
  ];
  return [
    ...groups.filter(isFilledGroup),
    ...errorGroup(
      scopes,
      offered.flatMap((group) => group.errors),
    ),
  ];
}

const none: ProblemCount = { errors: 0, warnings: 0, information: 0 };

function statusGroupOf(shown: ShownSkill): StatusGroup {
  return denialOf(shown) ? 'denied' : shown.skill.status;
}

function groupsByPlugin(scopes: readonly TreeScope[]): TreeGroup[] {
  const skills = scopes.flatMap((scope) => scope.skills);
  const names = new Set(scopes.flatMap(({ sources }) => sources.flatMap(({ plugin }) => plugin ?? [])));
  const groups = [...names].map((name) =>
    groupWithoutPlace(
      `plugin-name:${name}`,
      { label: name, icon: 'extensions', counts: 'loaded' },
      skills.filter(({ skill }) => skill.source.plugin === name),
    ),
  );
  const others = groupWithoutPlace(
    'no-plugin',
    { label: 'No plugin', icon: 'folder', counts: 'loaded' },
    skills.filter(({ skill }) => skill.source.plugin === undefined),
  );
  return [...groups, ...[others].filter(isFilledGroup), ...errorGroup(scopes)];
}

function errorGroup(scopes: readonly TreeScope[], others: readonly SourceError[] = []): TreeGroup[] {
  const look = { label: 'Could not be read', icon: 'error', counts: 'everything' } as const;
  const group = groupWithoutPlace('errors', look, [], [...scopes.flatMap(({ errors }) => errors), ...others]);
  return [group].filter(isFilledGroup);
}

function groupWithoutPlace(
  key: string,
  look: GroupLook,
  skills: readonly ShownSkill[],
  errors: readonly SourceError[] = [],
): TreeGroup {
  const nowhere = { folder: undefined, path: undefined, remark: undefined };
  return { scope: '', key, ...look, ...nowhere, words: ['group'], expanded: true, skills, errors };
}

/** Whether a group has anything to show. */
export function isFilledGroup({ skills, errors, groups = [] }: TreeGroup): boolean {
  return skills.length > 0 || errors.length > 0 || groups.length > 0;
}
