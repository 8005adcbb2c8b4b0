import { namedFolders } from '../../document/markdown/path-mentions.ts';
import { letterExpression } from '../../document/text/letter-expression.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { once } from '../../platform/once.ts';
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

/** Entries that only folders have that are more than a skill. */
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
  if (unnamed.length === 0) return [];
  let unread = bundled.filter((path) => path !== 'SKILL.md');
  const texts: NamingText[] = [namingText(text, 'document')];
  for (let count = 0; unnamed.length > 0 && texts.length > 0; ) {
    const naming = texts.pop()!;
    const named = new Set(unread.filter((path) => isNamed(path, naming)));
    if (named.size === 0) continue;
    unread = unread.filter((path) => !named.has(path));
    unnamed = unnamed.filter((path) => !named.has(path));
    if (unnamed.length === 0) break;
    for (const path of named) {
      const kind = scripts.test(path) ? 'script' : 'document';
      if (kind === 'document' && !documents.test(path)) continue;
      const bytes = ++count > max.read ? undefined : await files.readFile(`${folder}/${path}`, max.bytes);
      // A file that was not read may name anything.
      if (!bytes || (bytes.length === 0 && kind === 'script')) return [];
      const content = decodeText(bytes);
      if (kind === 'script' && listsFolders.test(content)) return [];
      texts.push(namingText(content, kind));
    }
  }
  return unnamed;
}

/** The files that a text does not name. Runs on every edit of a skill with such files, so folders are not searched for. */
export function filesNotNamedIn(text: string, paths: readonly string[]): readonly string[] {
  const plain = simplified(text);
  return paths.filter((path) => !hasWord(plain, simplified(stemOf(path))));
}

/** Skills and programs in the folder of a skill name their own files. */
function foldersWithOwnUse(bundled: readonly string[]): ReadonlySet<string> {
  return new Set(bundled.filter((path) => path.includes('/') && isManifest.test(lastPart(path))).map(folderOf));
}

const isManifest = /^(?:skill\.md|package\.json|pyproject\.toml|cargo\.toml|go\.mod|gemfile|makefile|.*\.csproj)$/i;

/** Code that finds files without their names. */
const listsFolders =
  /\bglob\b|\brglob\b|readdir|listdir|scandir|iterdir|os\.walk|\bfind\s|\bls\s|\*\.\w|\bimportlib\b|import\.meta|require\.context|\$\{?\w+\}?\.(?:py|sh|js|ts|md|json)\b|\/\*(?:["'\s)]|$)/m;

/** A text that may name files. */
interface NamingText {
  readonly plain: string;
  /** The last names of the folders that it names as a whole. Most files are named themselves. */
  readonly folders: () => ReadonlySet<string>;
  readonly isScript: boolean;
}

function namingText(text: string, kind: 'document' | 'script'): NamingText {
  return { plain: simplified(text), folders: once(() => foldersNamedIn(text)), isScript: kind === 'script' };
}

function foldersNamedIn(text: string): ReadonlySet<string> {
  const folders = new Set([...namedFolders(text)].map(simplified));
  for (const [, folder] of text.matchAll(folderBefore)) folders.add(simplified(folder!));
  return folders;
}

/** A name before a word for folders. The word is rare, so it is found first. */
const folderBefore = /(?<= )(?:folder|directory|dir)\b(?<=([\w.-]{1,60})[`"'*]{0,3} \w+)/gi;

function isNamed(path: string, { plain, folders, isScript }: NamingText): boolean {
  if (hasWord(plain, simplified(stemOf(path)))) return true;
  return (
    path.includes('/') &&
    foldersAbove(`/${path}`).some((folder) => {
      const name = simplified(lastPart(folder));
      // Code joins paths from parts.
      return folders().has(name) || (isScript && hasWord(plain, name));
    })
  );
}

/** A name without its extension. */
function stemOf(path: string): string {
  return lastPart(path).replace(/\.\w+$/, '');
}

/** Whether a text has a word that is not a part of another. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + word.length))) return true;
  }
  return false;
}

const letter = letterExpression(String.raw`^[\p{L}\p{N}]$`, 'u');
const isLetter = (character: string) => letter(character).test(character);

/** In small letters and without hyphens, in which names of files and of what they hold differ. */
function simplified(name: string): string {
  return name.toLowerCase().replace(/[-_]+/g, '');
}
