import { GUARD_EVENTS, unloadableGuards } from '../../dialect/hooks.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { MANIFEST_PARTS } from '../../dialect/text/json-parts.ts';
import type { JsonValue } from '../../dialect/text/to-json.ts';
import { checkPlugin, checkPluginPart, type ShapeProblem } from '../../dialect/validate.ts';
import { mapOf, parseMap, textOf } from '../../document/json-values.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin, lastPart, partsInside } from '../../platform/paths.ts';
import type { ManifestCommand, PluginAgents } from '../catalog-skill.ts';
import { cannotBeRead } from '../settings/unreadable-files.ts';
import { isFile } from './candidate.ts';

/** Where a plugin keeps its skills and commands. Paths are absolute. */
export interface PluginLayout {
  /** The text before the colon in the names of its skills. */
  readonly name: string;
  readonly root: string;
  /** In the order in which Claude Code reads them. */
  readonly parts: readonly PluginPart[];
  readonly agents: PluginAgents;
  /** Commands whose whole text is in the manifest: there is no file to show for them. */
  readonly withoutFile: readonly string[];
  /** Whether `--plugin-dir` loads it: some names are only accepted where a marketplace gives another one. */
  readonly loadsByPath: boolean;
}

export interface PluginPart {
  readonly kind: 'skills' | 'commands' | 'skill' | 'command';
  readonly path: string;
  /** The manifest's entry for this one command. */
  readonly command?: ManifestCommand;
}

/** Why Claude Code does not load a plugin at all. */
interface RefusedPlugin {
  readonly path: string;
  readonly message: string;
}

/** A marketplace's entry for a plugin, in addition to its manifest. */
export interface MarketplaceEntry {
  readonly name: string;
  readonly skills: unknown;
  readonly commands: unknown;
  readonly agents: unknown;
  /** `strict: false`: the entry replaces a manifest. */
  readonly replacesManifest: boolean;
  /** Whether it names parts that a manifest must not be beside then. */
  readonly namesParts: boolean;
}

/**
 * Finds out where a plugin keeps its skills and commands.
 *
 * @param entry what its marketplace says about it, for an installed plugin
 * @param boundary the folder out of which links do not count: the plugin, or the marketplace from which it is copied with what they lead to
 */
export async function readPluginLayout(
  root: string,
  runtime: RuntimeId,
  files: FileSystem,
  entry?: MarketplaceEntry,
  boundary = root,
): Promise<PluginLayout | RefusedPlugin> {
  const path = `${root}/.claude-plugin/plugin.json`;
  const bytes = await files.readFile(path);
  const unreadable = bytes ? undefined : await files.whyUnreadable(path, 'file');
  if (unreadable !== undefined) return { path, message: cannotBeRead('The file', unreadable) };
  const manifest = bytes ? parseManifest(bytes, runtime, entry !== undefined) : {};
  if (typeof manifest === 'string') return { path, message: manifest };
  const refusal = entry && refusedEntry(entry, bytes !== undefined);
  if (refusal !== undefined) return { path: root, message: refusal };
  const refusedFile = await refusedHooks(root, runtime, files);
  if (refusedFile) return refusedFile;
  const name = typeof manifest.name === 'string' ? manifest.name : (entry?.name ?? lastPart(root));
  const named = [manifest, entry].flatMap((it) => namedCommands(it?.commands));
  const [commands, skills] = await Promise.all([
    findCommands(root, [manifest, entry], boundary, runtime, files),
    findSkills(root, [manifest, entry], boundary, runtime, files),
  ]);
  const ofCommands = await Promise.all(named.map((command) => namedPart(root, command, boundary, runtime, files)));
  const parts = [...commands, ...ofCommands.filter(isDefined), ...skills];
  const withoutFile = named.filter(({ source }) => source === undefined).map((command) => command.name);
  const loadsByPath = !entry || !bytes || typeof parseManifest(bytes, runtime, false) !== 'string';
  return { name, root, parts, agents: findAgents(root, [manifest, entry]), withoutFile, loadsByPath };
}

/** The parts in the manifest and in the marketplace, in this order. */
type Declared = readonly (Partial<Record<'skills' | 'commands' | 'agents', unknown>> | undefined)[];

/** The manifest's agents replace their folder; the marketplace's are added. */
function findAgents(root: string, declared: Declared): PluginAgents {
  const folder = declared[0]?.agents === undefined ? `${root}/agents` : undefined;
  return { folder, files: unique(resolvedPaths(root, declared, 'agents')) };
}

/** The manifest's commands replace their folder; the marketplace's are added. */
async function findCommands(
  root: string,
  declared: Declared,
  boundary: string,
  runtime: RuntimeId,
  files: FileSystem,
): Promise<PluginPart[]> {
  const own = declared[0]?.commands === undefined ? [`${root}/commands`] : [];
  const named = await pathsInside(boundary, resolvedPaths(root, declared, 'commands'), runtime, files);
  const paths = unique([...own, ...named]);
  return (await Promise.all(paths.map((path) => commandPart(path, files)))).filter(isDefined);
}

/** Named skills are added to their folder, or replace it as with commands. */
async function findSkills(
  root: string,
  declared: Declared,
  boundary: string,
  runtime: RuntimeId,
  files: FileSystem,
): Promise<PluginPart[]> {
  const { addsDeclaredSkillFolders, loadsPluginAsSkill } = capabilities(runtime);
  const own = addsDeclaredSkillFolders || declared[0]?.skills === undefined ? [`${root}/skills`] : [];
  const named = await pathsInside(boundary, resolvedPaths(root, declared, 'skills'), runtime, files);
  const paths = unique([...own, ...named]);
  const parts = (await Promise.all(paths.map((path) => skillPart(path, files)))).filter(isDefined);
  // A plugin that names nothing, and without such a folder, may itself be a skill.
  const saysNothing = declared.every((it) => pathsOf(it?.skills).length === 0);
  const isSkillItself = loadsPluginAsSkill && parts.length === 0 && saysNothing;
  return isSkillItself && (await isFile(files, `${root}/SKILL.md`)) ? [{ kind: 'skill', path: root }] : parts;
}

function resolvedPaths(root: string, declared: Declared, part: 'skills' | 'commands' | 'agents'): string[] {
  return declared
    .flatMap((it) => pathsOf(it?.[part]))
    .map((written) => resolvePath(root, written))
    .filter(isDefined);
}

/** The parts of a manifest that are read, or why Claude Code rejects it. */
function parseManifest(bytes: Uint8Array, runtime: RuntimeId, isInstalled: boolean): Record<string, unknown> | string {
  let manifest: unknown;
  try {
    const keepsMark = !capabilities(runtime).acceptsManifestByteOrderMark;
    manifest = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: keepsMark }).decode(bytes));
  } catch {
    return 'This is not valid JSON, so Claude Code does not load the plugin';
  }
  const problems = manifestProblems(manifest as JsonValue, runtime);
  const [problem] = isInstalled ? problems.filter((it) => !isRefusedByPathAlone(it, manifest)) : problems;
  if (!problem) {
    const { hooks } = manifest as Record<string, unknown>;
    return guardsIn(hooks, runtime) ? brokenGuard('The manifest') : (manifest as Record<string, unknown>);
  }
  const place = problem.kind === 'missing' ? problem.detail : (problem.path[0] ?? 'plugin.json');
  return problem.kind === 'missing'
    ? `\`${place}\` is missing, so Claude Code does not load the plugin`
    : `\`${place}\` has a value that Claude Code rejects, so it does not load the plugin`;
}

/** The problems that keep Claude Code from loading a plugin with this manifest. */
export function manifestProblems(manifest: JsonValue, runtime: RuntimeId): readonly ShapeProblem[] {
  const { checksWholeManifest } = capabilities(runtime);
  return checkPlugin(manifest).filter(
    (it) => !isAcceptedName(it, manifest, runtime) && !isDropped(it) && (checksWholeManifest || isAlwaysChecked(it)),
  );
}

/** Whether a name only keeps a plugin from being loaded by its path, and from being offered under it. */
function isRefusedByPathAlone({ path, kind }: ShapeProblem, manifest: unknown): boolean {
  return path[0] === 'name' && kind === 'value' && /^[^\s\p{Cc}]+$/u.test((manifest as { name: string }).name);
}

/** Values that `claude plugin validate` rejects, although Claude Code loads the plugin without them. */
export function droppedValues(manifest: JsonValue): readonly ShapeProblem[] {
  return checkPlugin(manifest).filter(isDropped);
}

function isDropped({ path: [key] }: ShapeProblem): boolean {
  return MANIFEST_PARTS.some(({ name, isShownOnly }) => isShownOnly && name === key);
}

/** Whether releases that do not read a whole manifest look at this, too. */
function isAlwaysChecked({ path, kind }: ShapeProblem): boolean {
  const [key = 'name', ...inside] = path;
  if (['name', 'version', 'skills', 'commands', 'agents'].includes(key)) return inside.length < 2;
  const isListed = ['hooks', 'mcpServers', 'lspServers', 'outputStyles', 'dependencies'].includes(key);
  return isListed && inside.length === 0 && kind === 'type';
}

/** Whether hooks of a plugin include one that could guard something, and that is wrong. */
function guardsIn(hooks: unknown, runtime: RuntimeId): boolean {
  const all = Array.isArray(hooks) ? hooks : [hooks];
  return (
    capabilities(runtime).refusesBrokenGuards &&
    all.some((it) => unloadableGuards((it ?? null) as JsonValue).length > 0)
  );
}

function brokenGuard(file: string): string {
  return `${file} has a hook that could guard something and is not valid, so Claude Code does not load the plugin`;
}

/** Why the hooks of a plugin keep it from loading; broken ones otherwise only lose themselves. */
async function refusedHooks(root: string, runtime: RuntimeId, files: FileSystem): Promise<RefusedPlugin | undefined> {
  const path = `${root}/hooks/hooks.json`;
  const bytes = capabilities(runtime).refusesBrokenGuards ? await files.readFile(path) : undefined;
  const content = parseMap(bytes);
  if (!content) return undefined;
  const outside = Object.entries(content).some(
    ([key, value]) => GUARD_EVENTS.has(key) && value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const { hooks } = content;
  const isOther = hooks !== undefined && hooks !== null && !mapOf(hooks);
  return outside || isOther || guardsIn(hooks, runtime) ? { path, message: brokenGuard('The file') } : undefined;
}

/** Whether a name that the schema does not allow consists only of characters that the release accepts. */
function isAcceptedName({ path, kind }: ShapeProblem, manifest: unknown, runtime: RuntimeId): boolean {
  if (!capabilities(runtime).allowsPunctuationInPluginNames || path[0] !== 'name' || kind !== 'value') return false;
  return /^[^ ]+$/.test((manifest as { name: string }).name);
}

/** Why Claude Code rejects a plugin because of its marketplace entry. */
function refusedEntry(
  { skills, commands, replacesManifest, namesParts }: MarketplaceEntry,
  hasManifest: boolean,
): string | undefined {
  const parts = Object.entries({ skills, commands }).filter(([, value]) => value !== undefined);
  const faulty = parts.find(([part, value]) => checkPluginPart(part, value as JsonValue).length > 0);
  if (faulty)
    return `The marketplace entry has a \`${faulty[0]}\` that Claude Code rejects, so it does not load the plugin`;
  return replacesManifest && hasManifest && namesParts
    ? 'Both the marketplace (`strict: false`) and the manifest define its contents, so Claude Code does not load the plugin'
    : undefined;
}

function pathsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

interface NamedCommand extends ManifestCommand {
  /** The path of its file; undefined if its text is in the manifest. */
  readonly source: string | undefined;
}

/** `commands` may also map names to the paths of their files, or to their texts. */
function namedCommands(value: unknown): NamedCommand[] {
  return Object.entries(mapOf(value) ?? {}).map(([name, said]) => {
    const { source, description } = mapOf(said) ?? {};
    return { name, description: textOf(description), source: textOf(source) };
  });
}

/** The file of a command that has a name of its own. */
async function namedPart(
  root: string,
  { source, ...command }: NamedCommand,
  boundary: string,
  runtime: RuntimeId,
  files: FileSystem,
): Promise<PluginPart | undefined> {
  const written = source === undefined ? undefined : resolvePath(root, source);
  const [path] = written === undefined ? [] : await pathsInside(boundary, [written], runtime, files);
  return path === undefined ? undefined : { kind: 'command', path, command };
}

async function commandPart(path: string, files: FileSystem): Promise<PluginPart | undefined> {
  const type = await files.typeOf(path);
  if (type === 'folder') return { kind: 'commands', path };
  return type === 'file' && path.endsWith('.md') ? { kind: 'command', path } : undefined;
}

/** The paths that a manifest names and that no link leads out of a folder. Recorded as `own-plugin-links-manifest-*`. */
async function pathsInside(
  folder: string,
  named: readonly string[],
  runtime: RuntimeId,
  files: FileSystem,
): Promise<readonly string[]> {
  if (named.length === 0 || capabilities(runtime).followsLinksOutOfPlugins) return unique(named);
  const [realFolder, ...real] = await Promise.all([folder, ...named].map((path) => files.realPath(path)));
  return unique(named.filter((_, at) => real[at] === undefined || isWithin(real[at], realFolder ?? folder)));
}

/** A folder with a SKILL.md is one skill; other files next to it are not read. */
async function skillPart(path: string, files: FileSystem): Promise<PluginPart | undefined> {
  if ((await files.typeOf(path)) !== 'folder') return undefined;
  return { kind: (await isFile(files, `${path}/SKILL.md`)) ? 'skill' : 'skills', path };
}

/** A path of the manifest; undefined where it leaves the plugin. */
function resolvePath(root: string, written: string): string | undefined {
  const parts = partsInside(written);
  return parts && [root, ...parts].join('/');
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
