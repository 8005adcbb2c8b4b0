import { URI } from 'vscode-uri';
import type { CatalogSkill, SkillSource } from '../../catalog/catalog-skill.ts';
import type { OfferedPlugin } from '../../catalog/repository.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Destination, DestinationsParams } from '../../protocol.ts';
import { outsideOf } from '../shown-skills/outside.ts';
import { repositoryKey } from '../shown-skills/repository-groups.ts';
import { findShownSkill, type ShownSession } from '../shown-skills/shown-session.ts';
import { isWritable, placeLabel } from '../shown-skills/tier-groups.ts';
import { readNodeId } from '../shown-skills/tree-address.ts';

/** A folder for skills, or commands, from the perspective of a session. */
interface Place {
  readonly source: Pick<SkillSource, 'origin' | 'kind' | 'folder' | 'owner' | 'scope'> &
    Partial<Pick<SkillSource, 'plugin'>>;
  readonly in: ShownSession;
  /** The plugin or collection that it belongs to, if the session's folder only offers it. */
  readonly offered?: OfferedPlugin;
}

/** The tiers that are offered first, after the open project. */
const order: readonly SkillSource['origin'][] = ['user', 'nested', 'added', 'project'];

/**
 * The folders into which a skill can be put: the user's, those of each project, and those that were added. A command
 * goes into folders of commands. With a node, only the place of that node, if it has one.
 */
export async function skillDestinations(
  sessions: readonly ShownSession[],
  { skill: id, node }: DestinationsParams,
  files: FileSystem,
): Promise<Destination[]> {
  const skill = id === undefined ? undefined : findSkill(sessions, id);
  const kind = skill?.kind === 'command' ? 'commands' : 'skills';
  const places = sessions.flatMap((it) => [
    ...it.sources
      .filter(
        (source) => source.kind === kind && (source.plugin === undefined || source.isOwnPlugin) && isWritable(source),
      )
      .map((source): Place => ({ source, in: it })),
    ...offeredPlaces(it, kind),
  ]);
  const chosen = node === undefined ? places : placesOfNode(places, node, sessions);
  const offered = await Promise.all(chosen.map(async (place) => ((await isOffered(place, files)) ? place : undefined)));
  const ordered = offered.filter((place) => place !== undefined).sort((a, b) => orderOf(a) - orderOf(b));
  // A folder that several sessions have is offered once, as the session that owns it sees it.
  const byFolder = new Map(ordered.toReversed().map((place) => [place.source.folder, place]));
  const once = ordered.filter((place) => byFolder.get(place.source.folder) === place);
  return Promise.all(once.map((place) => toDestination(place, sessions, files)));
}

/** The plugins and collections of the repository; a collection has no commands. */
function offeredPlaces(session: ShownSession, kind: 'skills' | 'commands'): Place[] {
  return (session.repository?.plugins ?? [])
    .filter((plugin) => plugin.kind === 'plugin' || kind === 'skills')
    .map((plugin) => {
      const commands = plugin.sources.find((source) => source.kind === 'commands')?.folder ?? `${plugin.root}/commands`;
      const folder = kind === 'skills' ? plugin.skillsFolder : commands;
      const { owner, origin } = plugin.sources[0] ?? { owner: plugin.root, origin: 'plugin' };
      return { source: { origin, kind, folder, owner, scope: undefined }, in: session, offered: plugin };
    });
}

function orderOf(place: Place): number {
  if (isOwnProject(place)) return -2;
  return place.offered ? -1 : order.indexOf(place.source.origin);
}

function findSkill(sessions: readonly ShownSession[], id: string): CatalogSkill | undefined {
  return findShownSkill(sessions, '', id)?.skill;
}

/** The key of the plugin or collection that a node is, or that its skill belongs to. */
function offeredKey(at: ReturnType<typeof readNodeId>, sessions: readonly ShownSession[]): string | undefined {
  if (at?.kind !== 'group') return sourceOfSkill(at, sessions)?.repository;
  return at.group.startsWith(`${repositoryKey}:`) ? at.group.slice(repositoryKey.length + 1) : undefined;
}

function placesOfNode(places: readonly Place[], node: string, sessions: readonly ShownSession[]): Place[] {
  const at = readNodeId(node);
  const key = offeredKey(at, sessions);
  if (key !== undefined) {
    return places.filter((it) => it.offered?.key === key && (at?.scope === '' || it.in.info.uri === at?.scope));
  }
  const own = places.filter(({ offered }) => offered === undefined);
  return placesOfOwnNode(own, at, sessions);
}

function placesOfOwnNode(
  places: readonly Place[],
  at: ReturnType<typeof readNodeId>,
  sessions: readonly ShownSession[],
): Place[] {
  if (at?.kind === 'session') {
    return places.filter((it) => it.in.info.uri === at.scope && isOwnProject(it));
  }
  if (at?.kind === 'group' && at.group === 'commands') {
    const isShared = ({ origin }: Place['source']) => sessions.length === 1 || origin === 'user';
    return places.filter(
      ({ source, in: { info } }) =>
        source.kind === 'commands' && (at.scope === '' ? isShared(source) : at.scope === info.uri && !isShared(source)),
    );
  }
  const source = at?.kind === 'group' ? sourceOfGroup(at.group, sessions) : sourceOfSkill(at, sessions);
  return places.filter(
    (it) =>
      it.source.owner === source?.owner &&
      it.source.origin === source.origin &&
      (at?.scope === '' || it.in.info.uri === at?.scope),
  );
}

function sourceOfGroup(key: string, sessions: readonly ShownSession[]): SkillSource | undefined {
  const sources = sessions.flatMap((it) => it.sources);
  if (key.startsWith('plugin:')) {
    const root = key.slice('plugin:'.length);
    return sources.find(({ isOwnPlugin, owner }) => isOwnPlugin === true && owner === root);
  }
  const id = key.startsWith('source:') ? key.slice('source:'.length) : undefined;
  return sources.find((source) => source.id === id);
}

function sourceOfSkill(at: ReturnType<typeof readNodeId>, sessions: readonly ShownSession[]): SkillSource | undefined {
  return at && findShownSkill(sessions, at.session, at.skill)?.skill.source;
}

function isOwnProject({ source, in: { session }, offered }: Place): boolean {
  return !offered && source.origin === 'project' && source.owner === session.folder;
}

/** Folders above the project are only offered if they exist. */
async function isOffered(place: Place, files: FileSystem): Promise<boolean> {
  if (place.offered || place.source.origin !== 'project' || isOwnProject(place)) return true;
  return (await files.typeOf(place.source.folder)) === 'folder';
}

function offeredLabel({ kind, name }: OfferedPlugin): string {
  return kind === 'plugin' ? `Plugin: ${name} (in this repository)` : `${name} (in this repository)`;
}

/** Who gets what is in a folder of a session. */
const readersOf: Readonly<Partial<Record<SkillSource['origin'], string>>> = {
  user: 'Only you, in every folder',
  project: 'Everyone who works in this folder',
};

async function toDestination(place: Place, sessions: readonly ShownSession[], files: FileSystem): Promise<Destination> {
  const { source } = place;
  const several = sessions.length > 1;
  // Beside the name of its session, a path in it is enough.
  const hasNamesake = sessions.some((it) => it !== place.in && it.info.name === place.in.info.name);
  const outside = await outsideOf(source.folder, [place.in], files);
  const shown = shownPath(source.folder, hasNamesake ? { ...place.in.session, folder: undefined } : place.in.session);
  const { info } = place.in;
  const own = place.offered
    ? offeredLabel(place.offered)
    : source.plugin !== undefined
      ? `Plugin: ${source.plugin}`
      : several && isOwnProject(place)
        ? info.name
        : placeLabel(source, place.in);
  const entries = (await files.readFolder(source.folder)) ?? [];
  const names =
    source.kind === 'commands'
      ? entries.map(({ name }) => name.replace(/\.md$/i, ''))
      : entries.map(({ name }) => name);
  return {
    label: several && (place.offered || source.origin === 'nested') ? `${info.name} › ${own}` : own,
    detail: outside === undefined ? shown : `${shown} → ${outside}`,
    uri: URI.file(source.folder).toString(),
    taken: names.sort(),
    ...(!place.offered && source.origin in readersOf && { readers: readersOf[source.origin] }),
    ...(outside !== undefined && { outside }),
  };
}
