import { namedFolders } from '../../document/path-mentions.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove, lastPart } from '../../platform/paths.ts';
import type { BundledPaths } from './bundled-paths.ts';

/** How much is looked at for one skill. What has more files is not kept by naming each. */
const max = { files: 300, read: 80, bytes: 256 * 1024 };

const documents = /\.(?:md|mdx|markdown|txt|rst|adoc|html?|ya?ml|json|toml|xml|csv)$/i;
const scripts = /\.(?:py|sh|bash|zsh|m?js|cjs|jsx|m?ts|tsx|rb|pl|ps1|lua|php)$/i;

/** Files that people and tools look for by their own names. */
const foundByName =
  /^(?:\.|(?:readme|license|licence|copying|notice|changelog|changes|history|contributing|contributors|authors|security|code_of_conduct|todo|version|claude|agents|gemini|skill|metadata|manifest|requirements|package|tsconfig|jsconfig|pyproject|setup|conftest|__init__|__main__|makefile|dockerfile|docker-compose|index|evals?|sources?|spec)(?:[-_.].*)?$)|(?:[-_.](?:lock|test|spec|config)|^test_.*|_test)\.\w+$/i;

/** Folders whose files are found by tools, or used as a whole. */
const usedAsWhole =
  /^(?:\..*|__.*__|tests?|specs?|evals?|fixtures|node_modules|vendor|dist|build|fonts?|images?|icons?|agents|themes?|locales?|i18n)$/i;

/** What only folders have that are more than a skill. */
const largerProject =
  /^(?:\.git|\.claude|\.claude-plugin|skills|plugins|package\.json|pyproject\.toml|cargo\.toml|go\.mod)$/i;

/**
 * The texts and scripts in a skill's folder that nothing names: neither the saved text of the skill nor, from there on,
 * the files that are named. None where a file may be found in another way.
 *
 * @param folder absolute
 */
export async function findUnnamedFiles(
  folder: string,
  text: string,
  { all, files: bundled }: BundledPaths,
  files: FileSystem,
): Promise<readonly string[]> {
  if (bundled.length > max.files || [...all].some((path) => largerProject.test(path))) return [];
  const own = foldersWithOwnUse(bundled);
  let unnamed = bundled.filter(
    (path) =>
      path !== 'SKILL.md' &&
      (documents.test(path) || scripts.test(path)) &&
      !foundByName.test(lastPart(path)) &&
      !foldersAbove(`/${path}`).some((it) => usedAsWhole.test(lastPart(it)) || own.has(it.slice(1))),
  );
  const unread = new Set(bundled.filter((path) => path !== 'SKILL.md'));
  let names = namesIn(text, 'document');
  for (let count = 0; unnamed.length > 0; ) {
    const named = [...unread].filter((path) => isNamed(path, names));
    unnamed = unnamed.filter((path) => !isNamed(path, names));
    if (named.length === 0 || unnamed.length === 0) break;
    const found: NamesInText = { words: new Set(), folders: new Set() };
    for (const path of named) {
      unread.delete(path);
      const kind = scripts.test(path) ? 'script' : 'document';
      if (kind === 'document' && !documents.test(path)) continue;
      const bytes = ++count > max.read ? undefined : await files.readFile(`${folder}/${path}`, max.bytes);
      // What was not read may name anything.
      if (!bytes || (bytes.length === 0 && kind === 'script')) return [];
      const content = decodeText(bytes);
      if (kind === 'script' && listsFolders.test(content)) return [];
      addNames(content, kind, found);
    }
    names = found;
  }
  return unnamed;
}

/** Whether a text names a file: with or without its extension, or a folder that holds it. */
export function isNamedIn(text: string): (path: string) => boolean {
  const names = namesIn(text, 'document');
  return (path) => isNamed(path, names);
}

/** Skills and programs in the folder of a skill name their own files. */
function foldersWithOwnUse(bundled: readonly string[]): ReadonlySet<string> {
  return new Set(bundled.filter((path) => path.includes('/') && isManifest.test(lastPart(path))).map(folderOf));
}

const isManifest = /^(?:skill\.md|package\.json|pyproject\.toml|cargo\.toml|go\.mod|gemfile|makefile|.*\.csproj)$/i;

/** Code that finds files without their names. */
const listsFolders =
  /\bglob\b|\brglob\b|readdir|listdir|scandir|iterdir|os\.walk|\bfind\s|\bls\s|\*\.\w|\bimportlib\b|import\.meta|require\.context|\$\{?\w+\}?\.(?:py|sh|js|ts|md|json)\b|\/\*(?:["'\s)]|$)/m;

/** What a text names, in small letters and without hyphens. */
interface NamesInText {
  readonly words: Set<string>;
  readonly folders: Set<string>;
}

function namesIn(text: string, kind: 'document' | 'script'): NamesInText {
  const names: NamesInText = { words: new Set(), folders: new Set() };
  addNames(text, kind, names);
  return names;
}

function addNames(text: string, kind: 'document' | 'script', { words, folders }: NamesInText): void {
  for (const found of text.split(/[^\p{L}\p{N}_.@+-]+/u)) {
    const word = simplified(found.replace(/^\.+|\.+$/g, ''));
    if (word === '') continue;
    words.add(word);
    // `import names.of.a.module`
    for (const part of word.split('.')) words.add(part);
    // Code joins paths from parts.
    if (kind === 'script') folders.add(word);
  }
  for (const folder of namedFolders(text)) folders.add(simplified(folder));
  for (const [, folder] of text.matchAll(/([\w.-]{1,60})[`"'*]{0,3} (?:folder|directory|dir)\b/gi)) {
    folders.add(simplified(folder!));
  }
}

function isNamed(path: string, { words, folders }: NamesInText): boolean {
  const name = lastPart(path);
  if (words.has(simplified(name)) || words.has(simplified(name.replace(/\.\w+$/, '')))) return true;
  return path.includes('/') && foldersAbove(`/${path}`).some((folder) => folders.has(simplified(lastPart(folder))));
}

function simplified(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}
