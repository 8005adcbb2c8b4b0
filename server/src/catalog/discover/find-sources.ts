import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isInside, relativeTo } from '../../platform/paths.ts';
import type { SkillSource, SourceError } from '../catalog-skill.ts';
import { configFolder, projectFolders, type Session } from '../session.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { sourceLimits, whyNotLoaded } from '../settings/source-limits.ts';
import { findNestedFolders, type NestedFolders } from './nested-folders.ts';
import { type LooseSource, pluginSources } from './plugin-sources.ts';

/** Where a session's skills come from. */
interface FoundSources {
  /** In the order in which names are assigned. */
  readonly sources: readonly SkillSource[];
  readonly errors: readonly SourceError[];
  /** The folders below the session's folder; undefined if this release does not search there. */
  readonly below: NestedFolders | undefined;
}

/** Finds every location in which Claude Code would look for skills. */
export async function findSources(
  session: Session,
  settings: SessionSettings,
  claudeCodeState: unknown,
): Promise<FoundSources> {
  const errors: SourceError[] = [];
  const places = await standardLocations(session);
  const [below, plugins] = await Promise.all([
    readsNested(session) ? findNestedFolders(session.folder, session.files) : undefined,
    pluginSources(session, settings, claudeCodeState, errors),
  ]);
  if (below) errors.push(...below.errors);
  const nested = nestedPlaces(below, places, session);
  const skills = [...places, ...nested].map((place) => standardSource(place, 'skills'));
  const commands = places.map((place) => standardSource(place, 'commands'));
  const limits = sourceLimits(session, settings);
  const sources = rankSources([...skills, ...commands, ...plugins], session).map((source) => {
    const blockedBy = whyNotLoaded(source, limits);
    return blockedBy === undefined ? source : { ...source, blockedBy };
  });
  return { sources, errors, below };
}

/** A folder that has skills, commands and agents next to each other. */
interface StandardLocation {
  readonly origin: SkillSource['origin'];
  readonly owner: string;
  /** The folder that contains `skills`, `commands` and `agents`. */
  readonly base: string;
  readonly scope?: string;
}

/** Managed, user, project and added locations, in the order in which names are assigned. */
async function standardLocations(session: Session): Promise<StandardLocation[]> {
  const { environment, settingSources, runtime, addedFolders, folder } = session;
  const places: StandardLocation[] = [];
  const { managed } = environment;
  if (managed) places.push({ origin: 'managed', owner: managed, base: `${managed}/.claude` });
  const user = configFolder(session);
  if (user && settingSources.includes('user')) places.push({ origin: 'user', owner: user, base: user });
  if (settingSources.includes('project')) {
    for (const owner of await projectFolders(session)) {
      // The user's own folder, found on the way up, is not the project's.
      if (`${owner}/.claude` !== user) places.push({ origin: 'project', owner, base: `${owner}/.claude` });
    }
    if (capabilities(runtime).readsAddedFolders) {
      for (const owner of addedFolders) {
        const scope = isInside(owner, folder) ? relativeTo(owner, folder!) : shortestTail(owner, addedFolders);
        if (`${owner}/.claude` !== user) places.push({ origin: 'added', owner, base: `${owner}/.claude`, scope });
      }
    }
  }
  return places;
}

function readsNested(session: Session): session is Session & { readonly folder: string } {
  const { folder, runtime, settingSources } = session;
  return folder !== undefined && capabilities(runtime).readsNestedProjects && settingSources.includes('project');
}

function nestedPlaces(
  below: NestedFolders | undefined,
  known: readonly StandardLocation[],
  { folder }: Session,
): StandardLocation[] {
  const taken = new Set(known.map(({ owner }) => owner));
  return (below?.owners ?? [])
    .filter((owner) => !taken.has(owner))
    .map((owner) => ({ origin: 'nested', owner, base: `${owner}/.claude`, scope: relativeTo(owner, folder!) }));
}

function standardSource({ origin, owner, base, scope }: StandardLocation, kind: 'skills' | 'commands'): LooseSource {
  return {
    tier: kind === 'commands' ? 'command' : origin,
    origin,
    kind,
    folder: `${base}/${kind}`,
    owner,
    plugin: undefined,
    scope,
    lazy: origin === 'nested',
  };
}

/**
 * Gives every source its id and its ranks; if one plugin, or no plugin, has two sources with one folder, the first is
 * kept.
 */
export function rankSources(sources: readonly LooseSource[], { runtime }: Session): SkillSource[] {
  const byFolder = new Map<string, SkillSource>();
  const { listsCommandsOfAllPlacesTogether } = capabilities(runtime);
  const commandsOrder = sources.findIndex(({ tier }) => tier === 'command');
  for (const [rank, source] of sources.entries()) {
    const id = sourceId(source);
    const listingOrder = listsCommandsOfAllPlacesTogether && source.tier === 'command' ? commandsOrder : rank;
    const key = source.plugin === undefined ? `${source.kind}:${source.folder}` : id;
    if (!byFolder.has(key)) byFolder.set(key, { ...source, id, rank, listingOrder });
  }
  return [...byFolder.values()];
}

/** One folder can be several sources: of plugins in one folder, and of commands and skills in one plugin. */
function sourceId({ tier, kind, plugin, folder, command }: LooseSource): string {
  if (plugin === undefined) return `${tier}:${folder}`;
  return [tier, plugin, kind, ...(command ? [command.name] : []), folder].join(':');
}

/** The fewest last segments of a path that distinguish it from the others. */
function shortestTail(path: string, paths: readonly string[]): string {
  const parts = path.split('/');
  for (let count = 1; count < parts.length; count++) {
    const tail = parts.slice(-count).join('/');
    if (!paths.some((other) => other !== path && other.endsWith(`/${tail}`))) return tail;
  }
  return path;
}
