import { PLUGIN_DIRECTORY } from '../../dialect/plugin-directory.ts';
import { jsonValue, readJson } from '../../document/json-document.ts';
import { type JsonMap, mapOf } from '../../document/json-values.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, lastPart, partsInside } from '../../platform/paths.ts';
import { type ConfigurationFile, defaultFiles, namedFiles, readConfigurationFile } from './configuration-files.ts';
import { isUsableIcon } from './icon-format.ts';
import { readListingText } from './listing-text.ts';
import { countWords, linkAbout, whyNotShown } from './readme-text.ts';
import { readRegularFile } from './regular-file.ts';

/** The files that the plugin directory finds in the folder of a plugin, as saved, besides its manifest. */
export interface DirectoryFiles {
  /** Absolute path of the plugin. */
  readonly root: string;
  /**
   * Whether it has a manifest; `unread` for one that is a link or too large, and `skills-only` for a folder of skills that
   * counts as a plugin without one.
   */
  readonly manifest: 'file' | 'unread' | 'skills-only';
  readonly repository: RepositoryRoot;
  readonly readme: ReadmeFile | undefined;
  /** The license next to the manifest, or else in the repository's root, by its absolute path. */
  readonly license: string | undefined;
  /** The icon that is found without being named. */
  readonly icon: IconFile | undefined;
  /** Whether the icon that the manifest names, by its path, can be used; undefined if nothing is there. */
  readonly namedIcon: (IconFile & { readonly written: string; readonly isFound: boolean }) | undefined;
  /** The files of servers and hooks, by their paths in the plugin. */
  readonly configurations: ReadonlyMap<string, ConfigurationFile>;
  /** Files that macOS or Windows left, sorted. */
  readonly systemFiles: readonly string[];
}

/** A README, as far as the listing shows it. */
interface ReadmeFile {
  /** Absolute. */
  readonly path: string;
  readonly isInRepositoryRoot: boolean;
  /** Why it was not read; undefined if it was. */
  readonly unread?: 'too-large' | 'unreadable';
  readonly words: number;
  /** Why the listing does not show it, as words after "it has". */
  readonly notShown?: string | undefined;
  /** The addresses for `PLUGIN_DIRECTORY.links`, in the same order; empty where there is none. */
  readonly links: readonly string[];
}

interface IconFile {
  /** Relative to the plugin. */
  readonly path: string;
  readonly isUsable: boolean;
}

/** Reads what the plugin directory looks at; undefined for a folder that it does not take for a plugin. */
export async function readDirectoryFiles(root: string, files: FileSystem): Promise<DirectoryFiles | undefined> {
  const manifest = await readRegularFile(root, '.claude-plugin/plugin.json', files);
  const { root: node, faults } = readJson(manifest.bytes ? decodeText(manifest.bytes) : '');
  const isRead = manifest.isFound && manifest.bytes !== undefined;
  // While a manifest is edited, it may be broken for a moment: its files are then those that are found without it.
  const isUnread = !isRead && (await files.typeOf(`${root}/.claude-plugin/plugin.json`)) === 'file';
  if (!isRead && !isUnread && !(await isSkillsOnly(root, files))) return undefined;
  const saved = (faults.length === 0 && node && mapOf(jsonValue(node))) || {};
  const [repository, own, systemFiles, icon, namedIcon, configurations] = await Promise.all([
    findRepositoryRoot(root, files),
    readReadme(root, PLUGIN_DIRECTORY.readmes, false, files),
    findSystemFiles(root, files),
    findIcon(root, files),
    readNamedIcon(root, saved, files),
    readConfigurations(root, saved, files),
  ]);
  const above = repository.kind === 'parent' ? repository.folder : undefined;
  const readme =
    own ?? (above === undefined || (await hasLinkedReadme(root, files)) ? undefined : await readmeAbove(above, files));
  const license =
    (await findLicense(root, files)) ?? (above === undefined ? undefined : await findLicense(above, files));
  const kind = isRead ? 'file' : isUnread ? 'unread' : 'skills-only';
  return { root, manifest: kind, repository, readme, license, icon, namedIcon, configurations, systemFiles };
}

/** Whether a folder has skills and no manifest of any kind. */
async function isSkillsOnly(root: string, files: FileSystem): Promise<boolean> {
  const entries = await files.readFolder(root);
  if (!entries || entries.some(({ name }) => name === 'plugin.json')) return false;
  const own = entries.find(({ name }) => name === '.claude-plugin');
  if (own) {
    const inside = own.type === 'folder' && !own.isLink ? await files.readFolder(`${root}/.claude-plugin`) : undefined;
    if (!inside || inside.some(({ name }) => name === 'plugin.json' || name === 'marketplace.json')) return false;
  }
  const skills = entries.find(({ name, type, isLink }) => name === 'skills' && type === 'folder' && !isLink);
  const folders = (skills && (await files.readFolder(`${root}/skills`))) ?? [];
  for (const { name, type, isLink } of folders.slice(0, PLUGIN_DIRECTORY.limits.searchedNames)) {
    if (type !== 'folder' || isLink) continue;
    const inside = await files.readFolder(`${root}/skills/${name}`);
    if (inside?.some((it) => it.name === 'SKILL.md' && it.type === 'file' && !it.isLink)) return true;
  }
  return false;
}

function readmeAbove(folder: string, files: FileSystem): Promise<ReadmeFile | undefined> {
  const names = PLUGIN_DIRECTORY.readmes.filter((name) => !name.includes('/')).sort();
  return readReadme(folder, names, true, files);
}

async function readReadme(
  folder: string,
  names: readonly string[],
  isInRepositoryRoot: boolean,
  files: FileSystem,
): Promise<ReadmeFile | undefined> {
  for (const name of names) {
    const { isFound, bytes, isTooLarge } = await readRegularFile(folder, name, files);
    if (!isFound) continue;
    const text = bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '';
    return {
      path: `${folder}/${name}`,
      isInRepositoryRoot,
      ...(!bytes && { unread: isTooLarge ? ('too-large' as const) : ('unreadable' as const) }),
      words: countWords(text),
      notShown: whyNotShown(text, bytes?.length ?? 0),
      links: PLUGIN_DIRECTORY.links.map(({ topic }) =>
        topic === undefined ? '' : readListingText(linkAbout(new RegExp(topic, 'i'), text)),
      ),
    };
  }
  return undefined;
}

/** Whether a link has the name of a README: it does not count, and nothing else takes its place. */
async function hasLinkedReadme(root: string, files: FileSystem): Promise<boolean> {
  for (const name of PLUGIN_DIRECTORY.readmes) {
    const { refused } = await readRegularFile(root, name, files);
    if (refused?.isLink && refused.part === partsInside(name)!.length - 1) return true;
  }
  return false;
}

const licenseNames = new Set(PLUGIN_DIRECTORY.licenses.map((name) => name.toLowerCase()));

async function findLicense(folder: string, files: FileSystem): Promise<string | undefined> {
  const found = (await files.readFolder(folder))?.find(
    ({ name, type, isLink }) => type === 'file' && !isLink && licenseNames.has(name.normalize('NFC').toLowerCase()),
  );
  return found && `${folder}/${found.name}`;
}

async function findIcon(root: string, files: FileSystem): Promise<IconFile | undefined> {
  for (const path of PLUGIN_DIRECTORY.icons) {
    const { isFound, bytes } = await readRegularFile(root, path, files, PLUGIN_DIRECTORY.limits.iconBytes);
    if (isFound) return { path, isUsable: isUsableIcon(path, bytes) };
  }
  return undefined;
}

async function readNamedIcon(root: string, { icon }: JsonMap, files: FileSystem): Promise<DirectoryFiles['namedIcon']> {
  const written = typeof icon === 'string' ? readListingText(icon) : '';
  if (written === '') return undefined;
  const path = written.replace(/^\.\//, '');
  const { isFound, bytes } = path.startsWith('/')
    ? { isFound: false, bytes: undefined }
    : await readRegularFile(root, path, files, PLUGIN_DIRECTORY.limits.iconBytes);
  return { written, path, isFound, isUsable: isUsableIcon(path, bytes) };
}

async function readConfigurations(
  root: string,
  manifest: JsonMap,
  files: FileSystem,
): Promise<DirectoryFiles['configurations']> {
  const named = (['mcp', 'hooks'] as const).flatMap((kind) => [defaultFiles[kind], ...namedFiles(manifest, kind).read]);
  const found = new Map<string, ConfigurationFile>();
  for (const path of new Set(named)) found.set(path, readConfigurationFile(await readRegularFile(root, path, files)));
  return found;
}

async function findSystemFiles(root: string, files: FileSystem): Promise<readonly string[]> {
  const { searchedDepth, searchedNames } = PLUGIN_DIRECTORY.limits;
  const walk = new BoundedWalk(files, { ...SMALL_WALK, depth: searchedDepth, entries: searchedNames });
  const names = new Set(PLUGIN_DIRECTORY.systemFiles);
  const found: string[] = [];
  for await (const { path, type, isLink } of entriesBelow(root, walk, (folder) => folder.path !== '.git')) {
    const isLeft = names.has(lastPart(path)) || path.split('/').slice(0, -1).includes(PLUGIN_DIRECTORY.systemFolder);
    if (type === 'file' && !isLink && isLeft) found.push(path);
  }
  return found.sort();
}

/** The repository that holds a plugin. */
type RepositoryRoot =
  /** The plugin's own folder. */
  | { readonly kind: 'own' }
  /** A folder above it, whose README and license count for the plugin, too. */
  | { readonly kind: 'parent'; readonly folder: string }
  | { readonly kind: 'none' };

/** Finds the nearest folder with a `.git`. A plugin that a link leads out of the repository is in none. */
async function findRepositoryRoot(plugin: string, files: FileSystem): Promise<RepositoryRoot> {
  let folder = plugin;
  for (let above = 0; above <= PLUGIN_DIRECTORY.limits.parentFolders && folder !== ''; above++) {
    const git = await files.typeOf(`${folder}/.git`);
    if (git === 'other') return { kind: 'none' };
    if (git !== undefined) {
      if (folder === plugin) return { kind: 'own' };
      const [real, realPlugin] = await Promise.all([files.realPath(folder), files.realPath(plugin)]);
      const isInRepository = real !== undefined && realPlugin !== undefined && isWithin(realPlugin, real);
      return isInRepository ? { kind: 'parent', folder } : { kind: 'none' };
    }
    folder = folderOf(folder);
  }
  return { kind: 'none' };
}
