import type { SkillSource } from '../../catalog/catalog-skill.ts';
import { isLost } from '../../catalog/resolve/skill-status.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { lastPart } from '../../platform/paths.ts';
import type { ContextWord } from '../../protocol.ts';
import { tierLabel } from '../text/tier-label.ts';
import { repositoryGroups } from './repository-groups.ts';
import type { ShownSession, ShownSkill, TreeScope } from './shown-session.ts';
import type { TreeGroup } from './tree-group.ts';

/** The groups of a scope by where skills are, in order of precedence. */
export function groupsByTier(scope: TreeScope): TreeGroup[] {
  const ranked = [...scope.sources].sort((a, b) => a.rank - b.rank);
  const keys = new Map<string, SkillSource[]>();
  for (const source of ranked) {
    const key = groupKey(source);
    const sources = keys.get(key);
    if (sources) sources.push(source);
    else keys.set(key, [source]);
  }
  const { found, lost: lostSkills } = skillsByKey(ranked, scope);
  const groups = [...keys].map(([key, sources]) => tierGroup(key, sources, found.get(key) ?? [], scope));
  const shown = groups.filter(
    ({ skills }, index) => skills.length > 0 || isShownEmpty([...keys.values()][index]!, scope),
  );
  const lost = notLoaded(scope, lostSkills);
  const place = shown.findIndex((group) => !isOfFolder(group));
  const all = shown.toSpliced(place < 0 ? shown.length : place, 0, ...repositoryGroups(scope));
  return lost ? [...all, lost] : all;
}

/** Whether a group is one of the folders of skills, which come before commands and plugins. */
export function isOfFolder({ key }: TreeGroup): boolean {
  return key.startsWith('source:');
}

/** The label of a source that does not belong to a plugin. */
export function placeLabel(
  { origin, owner, scope }: Pick<SkillSource, 'origin' | 'owner' | 'scope'>,
  { session }: ShownSession,
): string {
  if (origin === 'project' && owner !== session.folder) return `${lastPart(owner) || '/'} (parent)`;
  if (origin === 'nested' || origin === 'added') return `${scope ?? lastPart(owner)} (${origin})`;
  return tierLabel(origin);
}

/** Whether the files of a source may be changed: they do not belong to an administrator or to an installed plugin. */
export function isWritable({
  origin,
  repository,
  isOwnPlugin,
}: Pick<SkillSource, 'origin' | 'repository' | 'isOwnPlugin'>): boolean {
  return repository !== undefined || isOwnPlugin === true || (origin !== 'managed' && origin !== 'plugin');
}

function groupKey({ id, owner, plugin, tier }: SkillSource): string {
  if (plugin !== undefined) return `plugin:${owner}`;
  return tier === 'command' ? 'commands' : `source:${id}`;
}

/** The skills of each group in the order of the listing, and those that Claude Code does not load, in one pass. */
function skillsByKey(
  sources: readonly SkillSource[],
  { skills }: TreeScope,
): { readonly found: ReadonlyMap<string, readonly ShownSkill[]>; readonly lost: readonly ShownSkill[] } {
  const keyOf = new Map(sources.map((source) => [source.id, groupKey(source)]));
  const found = new Map([...keyOf.values()].map((key): [string, ShownSkill[]] => [key, []]));
  const lost: ShownSkill[] = [];
  for (const shown of skills) {
    if (isLost(shown.skill)) lost.push(shown);
    else found.get(keyOf.get(shown.skill.source.id) ?? '')?.push(shown);
  }
  return { found, lost };
}

function tierGroup(
  key: string,
  sources: readonly SkillSource[],
  skills: readonly ShownSkill[],
  scope: TreeScope,
): TreeGroup {
  const [first] = sources as [SkillSource];
  const folder = folderOf(key, sources, skills);
  return {
    scope: scope.uri,
    key,
    ...appearanceOf(key, sources, scope.in),
    folder,
    path: folder === undefined ? undefined : shownPath(folder, scope.in.session),
    remark: first.lazy ? 'loads when files there are read' : undefined,
    counts: 'loaded',
    skills,
    errors: [],
  };
}

type GroupLook = Pick<TreeGroup, 'label' | 'icon' | 'words' | 'expanded'>;

function appearanceOf(key: string, sources: readonly SkillSource[], shownIn: ShownSession): GroupLook {
  const source = sources[0]!;
  if (source.plugin !== undefined) {
    const words: ContextWord[] = ['group', 'plugin'];
    if (sources.some(({ kind, isOwnPlugin }) => kind === 'skills' && isOwnPlugin === true)) words.push('receives');
    if (shownIn.session.pluginFolders.includes(source.owner)) words.push('removable', 'publishable');
    return { label: `Plugin: ${source.plugin}`, icon: 'extensions', words, expanded: false };
  }
  if (key === 'commands') return { label: tierLabel('command'), icon: 'terminal', words: ['group'], expanded: false };
  const words: ContextWord[] = isWritable(source) ? ['group', 'receives'] : ['group'];
  return { label: placeLabel(source, shownIn), icon: icons[source.origin], words, expanded: true };
}

const icons: Readonly<Record<SkillSource['origin'], string>> = {
  managed: 'shield',
  user: 'account',
  project: 'root-folder',
  nested: 'folder',
  added: 'folder-library',
  plugin: 'extensions',
};

/** Commands are in several folders: their group has a folder only if all of them are in it. */
function folderOf(key: string, sources: readonly SkillSource[], skills: readonly ShownSkill[]): string | undefined {
  if (sources[0]?.plugin !== undefined) return sources[0].owner;
  if (key !== 'commands') return sources[0]?.folder;
  const folders = new Set(skills.map(({ skill }) => skill.source.folder));
  return folders.size === 1 ? [...folders][0] : undefined;
}

/** Empty groups are shown where the user could add something, but not for managed, plugin or distant folders. */
function isShownEmpty([source]: readonly SkillSource[], { in: { session } }: TreeScope): boolean {
  if (!source || source.tier === 'command') return false;
  return source.origin !== 'managed' && (source.origin !== 'project' || source.owner === session.folder);
}

function notLoaded({ uri, errors }: TreeScope, lost: readonly ShownSkill[]): TreeGroup | undefined {
  if (lost.length === 0 && errors.length === 0) return undefined;
  return {
    scope: uri,
    key: 'not-loaded',
    label: 'Not loaded',
    folder: undefined,
    path: undefined,
    remark: undefined,
    icon: 'warning',
    words: ['group'],
    expanded: false,
    counts: 'everything',
    skills: lost,
    errors,
  };
}
