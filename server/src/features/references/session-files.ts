import type { CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { instructionPaths } from '../../catalog/discover/instruction-files.ts';
import { skippedFolders } from '../../catalog/file/bundled-paths.ts';
import { projectOf } from '../../catalog/file/mentioned-files.ts';
import { configFolder } from '../../catalog/session.ts';
import { type SettingsPath, settingsPaths } from '../../catalog/settings/session-settings.ts';
import { evaluationsIn } from '../../evaluation/surroundings/evaluation-files.ts';
import { evaluationOfPath } from '../../evaluation/surroundings/evaluation-path.ts';
import { evaluationsAround, type KnownManifests } from '../../evaluation/surroundings/evaluations-around.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { LARGE_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf, foldersAbove, isInside, isWithin } from '../../platform/paths.ts';
import { type EditableText, type OpenTexts, readEditableText } from '../edits/editable-text.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import { ownFolder } from '../shown-skills/skill-files.ts';
import { isWritable } from '../shown-skills/tier-groups.ts';
import { basesOfInstructions } from './file-references.ts';
import { marketplaceFile } from './manifest-references.ts';
import type { NamingFile } from './references-in.ts';

/** A file of a session that may name others. */
export interface SessionFile extends NamingFile {
  readonly path: string;
  /** Whether the user may change it: it is neither an administrator's nor an installed plugin's. */
  readonly isOwn: boolean;
  /** The skill or command in it, or whose folder holds it; undefined for other files. */
  readonly skill?: CatalogSkill;
  readonly agent?: CatalogAgent;
}

/** Every file of a session that may name others, also the Markdown files that skills bundle, and instructions. */
export async function namingFiles(session: ShownSession, files: FileSystem): Promise<SessionFile[]> {
  const [bundled, evaluations, instructions] = await Promise.all([
    bundledTexts(session.catalog.skills(), files),
    evaluationTexts(session, files),
    instructionPaths(session.session),
  ]);
  const told = instructions.map((path) => ({
    path,
    kind: undefined,
    bases: basesOfInstructions(path),
    isOwn: isOwnAgent(path, session),
  }));
  return [...sessionFiles(session), ...bundled, ...evaluations, ...told];
}

/** The skills, commands, agents, manifests, marketplaces and settings of a session; each file once. */
export function sessionFiles(session: ShownSession): SessionFile[] {
  const { catalog, sources } = session;
  const userFolder = configFolder(session.session);
  const basesOf = (path: string, plugin: string | undefined) => {
    return { path, folder: folderOf(path), skill: undefined, plugin, mentions: undefined };
  };
  const found: SessionFile[] = catalog.skills().map((skill) => {
    const { path, kind, source } = skill;
    const plugin = source.plugin === undefined ? undefined : source.owner;
    const mentions = projectOf(foldersAbove(path), userFolder);
    const bases = { ...basesOf(path, plugin), skill: ownFolder(skill) ?? skill.folder, mentions };
    return { path, kind, bases, isOwn: isWritable(source), skill };
  });
  for (const agent of catalog.agents()) {
    const { path } = agent;
    const plugin = sources.find(({ plugin, owner }) => plugin !== undefined && isInside(path, owner))?.owner;
    found.push({ path, kind: 'agent', bases: basesOf(path, plugin), isOwn: isOwnAgent(path, session), agent });
  }
  for (const { owner, plugin, ...source } of sources) {
    const path = `${owner}/.claude-plugin/plugin.json`;
    if (plugin !== undefined)
      found.push({ path, kind: 'plugin', bases: basesOf(path, owner), isOwn: isWritable(source) });
  }
  for (const owner of marketplacesOf(session)) {
    const path = `${owner}/${marketplaceFile}`;
    found.push({ path, kind: 'marketplace', bases: basesOf(path, owner), isOwn: true });
  }
  for (const { path, scope } of settingsOf(session))
    found.push({ path, kind: 'settings', bases: basesOf(path, undefined), isOwn: scope !== 'managed' });
  return [...new Map(found.map((file) => [file.path, file])).values()];
}

/** The folders that may be marketplaces with the plugins of a session: its own, and those down to its plugins. */
function marketplacesOf({ sources, session: { folder } }: ShownSession): readonly string[] {
  if (folder === undefined) return [];
  const owners = sources.filter(({ plugin }) => plugin !== undefined).map(({ owner }) => owner);
  const inside = [...owners, ...owners.flatMap(foldersAbove)].filter((owner) => isInside(owner, folder));
  return [...new Set([folder, ...inside])];
}

/** Those that count, and those of the session's own folder that Claude Code would ignore as they are now. */
function settingsOf({ catalog, session }: ShownSession): SettingsPath[] {
  const further = settingsPaths(session).filter(
    ({ scope, path }) => scope !== 'local' || isInside(path, session.folder),
  );
  return [...catalog.settings.files, ...further];
}

/** Whether the user may change the file of an agent. */
export function isOwnAgent(path: string, { sources, session }: ShownSession): boolean {
  const { managed } = session.environment;
  if (managed !== undefined && isInside(path, managed)) return false;
  return !sources.some((source) => source.plugin !== undefined && isInside(path, source.owner) && !isWritable(source));
}

/** The other Markdown files in the folders of skills. */
async function bundledTexts(skills: readonly CatalogSkill[], files: FileSystem): Promise<readonly SessionFile[]> {
  const walk = new BoundedWalk(files, LARGE_WALK);
  const known: KnownManifests = new Map();
  const found = await mapConcurrently(skills, concurrency, async (skill) => {
    const top = ownFolder(skill);
    if (top === undefined) return [];
    const { source } = skill;
    const plugin = source.plugin === undefined ? undefined : source.owner;
    const texts: SessionFile[] = [];
    const pending = [{ folder: top, depth: 0 }];
    for (let at = pending.pop(); at; at = pending.pop()) {
      const { folder, depth } = at;
      for (const { name, type } of await walk.enter(folder, depth)) {
        const path = `${folder}/${name}`;
        if (type === 'folder' && !skippedFolders.has(name)) pending.push({ folder: path, depth: depth + 1 });
        if (type !== 'file' || path === skill.path) continue;
        const kind = evaluationOfPath(path.split('/'));
        if (!kind && !/\.md$/i.test(name)) continue;
        const evaluations = kind && (await evaluationsAround(path, files, known))?.folder;
        const bases = { path, folder, skill: top, plugin, mentions: undefined, evaluations };
        texts.push({ path, kind, bases, isOwn: isWritable(source), skill });
      }
    }
    return texts;
  });
  return found.flat();
}

/** The files of evaluations in the folders of plugins. Those of skills are in the skills' own folders. */
async function evaluationTexts({ sources }: ShownSession, files: FileSystem): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = [];
  const known: KnownManifests = new Map();
  const plugins = new Map(sources.filter(({ plugin }) => plugin !== undefined).map((source) => [source.owner, source]));
  for (const [plugin, source] of plugins) {
    for (const path of await evaluationsIn(plugin, files)) {
      const evaluations = (await evaluationsAround(path, files, known))?.folder;
      const kind = evaluationOfPath(path.split('/'), evaluations);
      const bases = { path, folder: folderOf(path), skill: undefined, plugin, mentions: undefined, evaluations };
      if (kind) found.push({ path, kind, bases, isOwn: isWritable(source) });
    }
  }
  return found;
}

/** How many files are read at a time. */
const concurrency = 16;

/** A file of a session with its text. */
export interface SessionText {
  readonly file: SessionFile;
  readonly read: EditableText;
}

/**
 * The texts of those files that contain one of some words, each file once: the references of others are not looked for.
 */
export async function textsWith(
  words: readonly string[],
  candidates: readonly SessionFile[],
  files: FileSystem,
  open: OpenTexts,
): Promise<SessionText[]> {
  const byPath = new Map(candidates.map((file) => [file.path, file]));
  const found = await mapConcurrently([...byPath.values()], concurrency, async (file) => {
    const read = await readEditableText(file.path, files, open);
    if (typeof read === 'string') return undefined;
    const { text } = read;
    // JSON may escape any character.
    const mayName = words.some((word) => text.includes(word)) || (file.kind === 'settings' && text.includes('\\'));
    return mayName ? { file, read } : undefined;
  });
  return withoutOtherPaths(
    found.filter((it) => it !== undefined),
    files,
  );
}

/** One path per file: two edits of one file would overwrite each other. */
async function withoutOtherPaths(texts: readonly SessionText[], files: FileSystem): Promise<SessionText[]> {
  const identities = await mapConcurrently(texts, concurrency, async ({ file }) => {
    return (await files.identityOf(file.path)) ?? file.path;
  });
  return [...new Map(texts.toReversed().map((text, index) => [identities.at(-1 - index)!, text])).values()].reverse();
}

/** Whether Skillwright may change a file: without trust, only in the folders that are open. */
export function isEditable(
  { path, isOwn }: Pick<SessionFile, 'path' | 'isOwn'>,
  sessions: readonly ShownSession[],
): boolean {
  if (!isOwn) return false;
  const isRestricted = sessions.some(({ session }) => session.isRestricted === true);
  return !isRestricted || sessions.some(({ session }) => isWithin(path, session.folder));
}
