import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { oncePerKey } from '../../platform/once.ts';
import { folderOf, foldersAbove, isWithin, lastPart, partsInside, relativeTo } from '../../platform/paths.ts';
import { findPluginRoot, listedPlugins } from '../discover/plugin-root.ts';
import { repositoryRoot } from '../session.ts';
import { editionFolder } from './edition-folder.ts';
import type { SkillCopy } from './file-context.ts';
import { type FileLocation, locationOfPath } from './file-location.ts';
import type { NamesInScope } from './names-in-scope.ts';

/** The facts about a file that may be a copy. */
interface PossibleCopy {
  readonly path: string;
  /** The user's home, if it is known. */
  readonly home: string | undefined;
  readonly location: FileLocation;
  readonly pluginRoot: string | undefined;
}

/**
 * Finds the skill that a file repeats, if the file's path says that it is an edition of it, and Claude Code does not
 * load the file.
 *
 * @param names holds what was found for the other files of a run
 */
export async function findSkillCopy(
  file: PossibleCopy,
  files: FileSystem,
  names: NamesInScope,
): Promise<SkillCopy | undefined> {
  if (file.location.kind !== 'skill' || lastPart(file.path) !== 'SKILL.md' || isLoaded(file)) return undefined;
  const found = await findOriginal(file, files, names);
  if (!found) return undefined;
  const { base, folder, originalPath } = found;
  const edition = `${base}/${folder}`;
  const first = oncePerKey(names.firstCopies, edition, () => findFirstCopy(edition, file.home, files, names));
  return {
    folder,
    original: relativeTo(originalPath, base).replace(/\/SKILL\.md$/, ''),
    originalPath,
    isFirst: (await first) === file.path,
  };
}

/** Whether a path alone says that Claude Code loads the skill, in its project or in its plugin. */
function isLoaded({ path, location: { place, misplaced }, pluginRoot }: PossibleCopy): boolean {
  if (misplaced) return false;
  return place === 'claude' || (place === 'plugin' && isWithin(path, `${pluginRoot}/skills`));
}

interface Original {
  /** The folder that holds the edition and the original. */
  readonly base: string;
  /** The edition's folder, relative to it. */
  readonly folder: string;
  readonly originalPath: string;
}

async function findOriginal(
  { path, home, pluginRoot }: Omit<PossibleCopy, 'location'>,
  files: FileSystem,
  names: NamesInScope,
): Promise<Original | undefined> {
  for (const { base, folder, inside } of await possibleEditions(path, home, files)) {
    // A plugin in such a folder is loaded from there.
    if (pluginRoot !== undefined && isWithin(pluginRoot, `${base}/${folder}`)) continue;
    const linked = await linkedDocument(path, `${base}/${folder}`, pluginRoot, files);
    if (linked !== undefined && isWithin(linked, base)) return { base, folder, originalPath: linked };
    const candidates = await possibleOriginals(base, folder, inside, files, names);
    const types = await Promise.all(candidates.map((candidate) => files.typeOf(candidate)));
    const originals = candidates.filter((_, index) => types[index] === 'file');
    if (originals.length === 0) continue;
    const [own, ...others] = await Promise.all([path, ...originals].map((it) => files.realPath(it)));
    // Linked to where it is loaded.
    if (others.includes(own)) return undefined;
    if (await isNamedInManifest(path, `${base}/${folder}`, files)) return undefined;
    return { base, folder, originalPath: originals[0]! };
  }
  return undefined;
}

/**
 * The file outside of an edition to which a skill in it is a link, if that is not a skill itself: a command or a document
 * that another product is given as a skill. Links to skills are checked where these are.
 */
async function linkedDocument(
  path: string,
  edition: string,
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<string | undefined> {
  const [real, realEdition] = await Promise.all([files.realPath(path), files.realPath(edition)]);
  if (real === undefined || isWithin(real, realEdition) || locationOfPath(real, pluginRoot)) return undefined;
  return real;
}

/** A folder on the way to a file whose name is that of an edition. */
interface PossibleEdition extends Pick<Original, 'base' | 'folder'> {
  /** The file's path in it. */
  readonly inside: string;
}

/** The folders on the way to a file that may hold an edition, the outermost first: only those of its repository. */
async function possibleEditions(
  path: string,
  home: string | undefined,
  files: FileSystem,
): Promise<readonly PossibleEdition[]> {
  const parts = path.split('/');
  const found = parts.slice(1, -2).flatMap((_, index): PossibleEdition[] => {
    const base = parts.slice(0, index + 1).join('/');
    const below = parts.slice(index + 1);
    const length = editionFolder(below.slice(0, -2));
    const folder = below.slice(0, length).join('/');
    // `skills/.experimental` is a category; and `~/build` is a folder for anything.
    const isOther = folder.startsWith('.') ? lastPart(base) === 'skills' : base === home;
    return length === undefined || isOther ? [] : [{ base, folder, inside: below.slice(length).join('/') }];
  });
  if (found.length === 0) return [];
  const root = await repositoryRoot(folderOf(path), files);
  return root ? found.filter(({ base }) => isWithin(base, root)) : found;
}

/** Where the original of a copy may be: at the same path without the edition's folder, or in the usual folders. */
async function possibleOriginals(
  base: string,
  folder: string,
  inside: string,
  files: FileSystem,
  { plugins }: NamesInScope,
): Promise<readonly string[]> {
  const parts = inside.split('/');
  const skill = parts.at(-2)!;
  const own = ['.claude/skills', 'skills'].map((folder) => `${base}/${folder}/${skill}/SKILL.md`);
  const same = parts.slice(0, -1).map((_, index) => [base, ...parts.slice(index)].join('/'));
  const [isMarketplace, beside] = await Promise.all([
    files.typeOf(`${base}/.claude-plugin/marketplace.json`),
    files.readFolder(`${base}/plugins`),
  ]);
  const listed = isMarketplace === 'file' ? [...(await listedPlugins(base, files, plugins))] : [];
  const roots = [...listed, ...(beside ?? []).map(({ name }) => `${base}/plugins/${name}`)];
  const ofPlugins = roots.map((root) => `${root}/skills/${skill}/SKILL.md`);
  return [...new Set([...own, ...same, ...ofPlugins])].filter((path) => !isWithin(path, `${base}/${folder}`));
}

/** Whether a manifest of a plugin or a marketplace names the file, or a folder with it in the edition. */
async function isNamedInManifest(path: string, edition: string, files: FileSystem): Promise<boolean> {
  for (let root = folderOf(path); root !== ''; root = folderOf(root)) {
    for (const name of ['plugin.json', 'marketplace.json']) {
      const bytes = await files.readFile(`${root}/.claude-plugin/${name}`);
      const named = bytes ? pathsIn(new TextDecoder().decode(bytes)) : [];
      const resolved = named.flatMap((written) => {
        const parts = partsInside(written);
        return parts ? [[root, ...parts].join('/')] : [];
      });
      if (resolved.some((folder) => isWithin(folder, edition) && isWithin(path, folder))) return true;
    }
  }
  return false;
}

/** The relative paths in a manifest, wherever they are. */
function pathsIn(json: string): readonly string[] {
  return [...json.matchAll(/"(\.\/[^"\\]*)"/g)].map(([, path]) => path!);
}

/** The first skill in the folder of an edition that is a copy. */
async function findFirstCopy(
  edition: string,
  home: string | undefined,
  files: FileSystem,
  names: NamesInScope,
): Promise<string | undefined> {
  const walk = new BoundedWalk(files, SMALL_WALK);
  const pending = [edition];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = await walk.enter(folder, folder.split('/').length - edition.split('/').length);
    const path = `${folder}/SKILL.md`;
    if (entries.some(({ name, type }) => name === 'SKILL.md' && type === 'file')) {
      const pluginRoot = await findPluginRoot(foldersAbove(path), files, names.plugins);
      if (await findOriginal({ path, home, pluginRoot }, files, names)) return path;
      continue;
    }
    const below = entries.filter(
      ({ name, type }) => type === 'folder' && name !== 'node_modules' && name !== '.claude',
    );
    pending.push(
      ...below
        .map(({ name }) => `${folder}/${name}`)
        .sort()
        .reverse(),
    );
  }
  return undefined;
}
