import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove, isWithin, partsInside, relativeTo } from '../../platform/paths.ts';
import { repositoryRoot } from '../session.ts';
import type { SetAside } from './file-context.ts';
import type { FileLocation } from './file-location.ts';

/*
 * Which folders of a repository hold what somebody has set aside: backups, archives and data of tests. This is the only
 * place that decides it; `docs/rules/copy-not-loaded.md` says the same in words.
 */

const keptWords =
  'backup backups bak old archive archived archives attic graveyard trash deprecated obsolete retired superseded';
const kept = `(?:${keptWords.replaceAll(' ', '|')})`;

/** `2025-11-08`, `20251108-073936` */
const date = '(?:19|20)\\d\\d[-_.]?[01]\\d[-_.]?[0-3]\\d(?:[-_.T]?\\d{1,9}){0,3}';

const folders = '(?:skills?|plugins?|commands?|agents?|claude)';

const names: readonly { readonly of: SetAside['holds']; readonly pattern: RegExp }[] = [
  { of: 'backups', pattern: new RegExp(`^[._]{0,2}(?:${folders}[-_.])?${kept}(?:[-_.]?${date})?_{0,2}$`, 'i') },
  { of: 'backups', pattern: new RegExp(`^[._]?${folders}[-_.](?:${kept}[-_.])?${date}$`, 'i') },
  { of: 'tests', pattern: /^(?:_{0,2}(?:test[-_.]?)?fixtures?_{0,2}|test[-_.]?data|__(?:mocks|snapshots)__)$/i },
];

const wordsForIt: ReadonlySet<string> = new Set(
  `${keptWords} fixture fixtures testfixture testfixtures data testdata mocks snapshots`.split(' '),
);

/** Nearly every folder is told apart by its words; preparing the expressions above takes milliseconds. */
function mayBeSetAside(name: string): boolean {
  return (
    /(?:19|20)\d\d/.test(name) ||
    name
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.some((it) => wordsForIt.has(it)) === true
  );
}

/** The facts about a file that may be set aside. */
interface PossiblySetAside {
  readonly path: string;
  readonly location: FileLocation;
  readonly pluginRoot: string | undefined;
}

/** The folders that are set aside, by their paths, as far as they are known. */
export type KnownSetAside = Map<string, Promise<ReadSetAside | undefined>>;

/**
 * Finds the outermost folder of a file's repository that is set aside, if Claude Code loads nothing from there.
 *
 * @param known holds what was found for the other files of a run
 */
export async function findSetAside(
  file: PossiblySetAside,
  files: FileSystem,
  known: KnownSetAside,
): Promise<SetAside | undefined> {
  const { path } = file;
  const found = setAsideFolder(path);
  if (!found || isLoaded(file, found.folder)) return undefined;
  const repository = await repositoryRoot(folderOf(path), files);
  // A repository may be kept anywhere.
  if (!repository || isWithin(repository, found.folder)) return undefined;
  let folder = known.get(found.folder);
  if (!folder) {
    folder = readSetAside(found.folder, repository, files);
    known.set(found.folder, folder);
  }
  const read = await folder;
  if (!read || read.named.some((it) => isWithin(path, it))) return undefined;
  return { holds: found.holds, folder: relativeTo(found.folder, repository), isFirst: read.first === path };
}

/** The outermost folder with such a name, by the path alone. A skill or a plugin may itself be called that. */
function setAsideFolder(path: string): { readonly folder: string; readonly holds: SetAside['holds'] } | undefined {
  const parts = path.split('/');
  for (let index = 1; index < parts.length - 2; index++) {
    const part = parts[index]!;
    const found = mayBeSetAside(part) ? names.find(({ pattern }) => pattern.test(part)) : undefined;
    if (found) return { folder: parts.slice(0, index + 1).join('/'), holds: found.of };
  }
  return undefined;
}

/** Whether a path says that Claude Code loads the file in its project, or with a plugin that is not set aside itself. */
function isLoaded({ location: { kind, place, misplaced }, path, pluginRoot }: PossiblySetAside, folder: string) {
  if (kind === 'settings' || kind === 'mcp-servers') return true;
  if (misplaced) return false;
  if (place === 'claude') return true;
  if (pluginRoot === undefined) return false;
  if (pluginRoot === folder) return true;
  const isOutside = !isWithin(pluginRoot, folder);
  return isOutside && ['skills', 'commands', 'agents'].some((it) => isWithin(path, `${pluginRoot}/${it}`));
}

/** The facts about a folder that is set aside. */
interface ReadSetAside {
  /** The folders in it that a manifest outside of it names. */
  readonly named: readonly string[];
  /** Its first skill. */
  readonly first: string;
}

async function readSetAside(folder: string, repository: string, files: FileSystem): Promise<ReadSetAside | undefined> {
  const first = await findFirstSkill(folder, files);
  if (first === undefined) return undefined;
  const above = foldersAbove(folder).filter((it) => isWithin(it, repository));
  const named = await Promise.all(above.map((it) => namedInManifests(it, folder, files)));
  return { named: named.flat(), first };
}

/** The folders in `folder` that the manifest of a plugin or a marketplace names. */
async function namedInManifests(root: string, folder: string, files: FileSystem): Promise<readonly string[]> {
  const texts = await Promise.all(
    ['plugin.json', 'marketplace.json'].map((name) => files.readFile(`${root}/.claude-plugin/${name}`)),
  );
  return texts.flatMap((bytes) => {
    const written = bytes ? [...new TextDecoder().decode(bytes).matchAll(/"(\.\/[^"\\]*)"/g)] : [];
    return written.flatMap(([, path]) => {
      const parts = partsInside(path!);
      const resolved = parts && [root, ...parts].join('/');
      return resolved !== undefined && isWithin(resolved, folder) ? [resolved] : [];
    });
  });
}

async function findFirstSkill(folder: string, files: FileSystem): Promise<string | undefined> {
  const walk = new BoundedWalk(files, SMALL_WALK);
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = await walk.enter(at, at.split('/').length - folder.split('/').length);
    if (entries.some(({ name, type }) => name === 'SKILL.md' && type === 'file')) {
      // A folder of that name may be a skill.
      if (at === folder) return undefined;
      return `${at}/SKILL.md`;
    }
    const below = entries.filter(
      ({ name, type }) => type === 'folder' && !/^(?:node_modules|\.claude|\.git)$/.test(name),
    );
    pending.push(
      ...below
        .map(({ name }) => `${at}/${name}`)
        .sort()
        .reverse(),
    );
  }
  return undefined;
}
