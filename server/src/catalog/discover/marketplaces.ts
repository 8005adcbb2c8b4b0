import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { type JsonMap, mapOf, parseMap, textOf } from '../../document/json-values.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isNetworkPath, networkPathMessage } from '../../platform/network-path.ts';
import { isAbsolutePath } from '../../platform/slashed-path.ts';
import type { SourceError } from '../catalog-skill.ts';
import { type Session, withSlashes } from '../session.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { readOrReport } from '../settings/unreadable-files.ts';

/** A marketplace that Claude Code knows. */
export interface Marketplace {
  /** The folder of the marketplace; if it came as a single file, that file. */
  readonly location: string;
  /** Whether `location` is a folder on this machine, from which plugins are read in place. */
  readonly isLocal: boolean;
  readonly content: JsonMap;
}

/** Finds marketplaces by the name after the `@` of a plugin's key. Each is read once. */
type FindMarketplace = (name: string) => Promise<Marketplace | undefined>;

const unreadable = 'Claude Code cannot read a marketplace here, so it loads none of its plugins';

/** Where Claude Code has recorded a marketplace to be. */
interface NotedMarketplace {
  readonly kind: string | undefined;
  readonly location: string;
}

/**
 * The marketplaces that a session knows: those that were added before, and those that the settings name.
 *
 * @param folder Claude Code's folder of plugins
 * @param isTrusted whether the project's settings count
 */
export async function findMarketplaces(
  folder: string,
  settings: SessionSettings,
  isTrusted: boolean,
  { files, runtime }: Session,
  errors: SourceError[],
): Promise<FindMarketplace> {
  const path = `${folder}/known_marketplaces.json`;
  const bytes = await readOrReport(path, 'plugin', files, errors);
  const added = bytes ? notedMarketplaces(parseMap(bytes)) : new Map<string, NotedMarketplace>();
  if (!added) errors.push({ source: 'plugin', path, message: 'Claude Code cannot read this, so it loads no plugins' });
  const named = capabilities(runtime).readsMarketplacesInSettings ? namedBySettings(settings, isTrusted, errors) : [];
  const noted = new Map([...named, ...(added ?? [])]);
  const found = new Map<string, Promise<Marketplace | undefined>>();
  return (name) => {
    const place = noted.get(name);
    if (!place) return Promise.resolve(undefined);
    let reading = found.get(name);
    if (!reading) {
      reading = readMarketplace(place, files, errors).then((marketplace) => {
        if (!marketplace) errors.push({ source: 'plugin', path: place.location, message: unreadable });
        return marketplace;
      });
      found.set(name, reading);
    }
    return reading;
  };
}

/** The file of known marketplaces; undefined if an entry is not valid, which makes all of them unusable. */
function notedMarketplaces(content: JsonMap | undefined): Map<string, NotedMarketplace> | undefined {
  if (!content) return undefined;
  const noted = new Map<string, NotedMarketplace>();
  for (const [name, value] of Object.entries(content)) {
    const source = mapOf(mapOf(value)?.source);
    const location = textOf(mapOf(value)?.installLocation);
    if (!source || location === undefined) return undefined;
    noted.set(name, { kind: textOf(source.source), location: withSlashes(location) });
  }
  return noted;
}

/** Folders that `extraKnownMarketplaces` names; only absolute paths ever worked. */
function namedBySettings(
  { files }: SessionSettings,
  isTrusted: boolean,
  errors: SourceError[],
): Map<string, NotedMarketplace> {
  const noted = new Map<string, NotedMarketplace>();
  for (const { scope, path: settingsPath, values } of files) {
    const isOfProject = scope === 'project' || scope === 'local';
    if (!isTrusted && isOfProject) continue;
    for (const [name, value] of Object.entries(mapOf(values.extraKnownMarketplaces) ?? {})) {
      const source = mapOf(mapOf(value)?.source);
      const path = textOf(source?.path);
      if (source?.source !== 'directory' || path === undefined || !isAbsolutePath(path)) continue;
      if (isOfProject && isNetworkPath(path)) {
        errors.push({ source: 'plugin', path: settingsPath, message: `${path}: ${networkPathMessage}` });
        continue;
      }
      noted.set(name, { kind: 'directory', location: withSlashes(path) });
    }
  }
  return noted;
}

async function readMarketplace(
  { kind, location }: NotedMarketplace,
  files: FileSystem,
  errors: SourceError[],
): Promise<Marketplace | undefined> {
  const isFolder = (await files.typeOf(location)) === 'folder';
  const path = isFolder ? `${location}/.claude-plugin/marketplace.json` : location;
  const bytes = await readOrReport(path, 'plugin', files, errors);
  const content = parseMap(bytes);
  if (!content || !mapOf(content.owner) || !Array.isArray(content.plugins)) return undefined;
  return { location, isLocal: isFolder && (kind === 'directory' || kind === 'file'), content };
}
