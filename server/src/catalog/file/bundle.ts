import type { SkillDocument } from '../../document/skill-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { type BundledPaths, listBundledPaths } from './bundled-paths.ts';
import { findLostLinks } from './lost-links.ts';
import { type Reference, readReferences } from './references.ts';
import { findUnnamedFiles } from './unnamed-files.ts';

/** The files in a skill's folder, and what its findings need of their content. */
interface Bundle {
  /** Files and folders, relative to the skill's folder. */
  readonly paths: ReadonlySet<string>;
  readonly references: readonly Reference[];
  /** Files that nothing names. */
  readonly unnamed: readonly string[];
  /** Scripts that the text names and that the user may not run as programs. */
  readonly notExecutable: ReadonlySet<string>;
  /** Symbolic links that are lost when the plugin is installed; an empty path for the folder itself. */
  readonly lostLinks: readonly string[];
}

/**
 * Reads what is in a skill's folder; undefined if there is too much in it.
 *
 * @param folder absolute
 * @param document the skill's own, as saved
 */
export async function readBundle(
  folder: string,
  document: SkillDocument,
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<Bundle | undefined> {
  const bundled = await listBundledPaths(folder, files);
  if (!bundled) return undefined;
  const { text } = document;
  const [references, unnamed, notExecutable, lostLinks] = await Promise.all([
    readReferences(folder, document, bundled.all, files),
    findUnnamedFiles(folder, text, bundled, files),
    findNotExecutable(folder, text, bundled, files),
    pluginRoot === undefined || /\/\.claude\/skills\//.test(pluginRoot)
      ? []
      : findLostLinks(folder, bundled, pluginRoot, files),
  ]);
  return { paths: bundled.all, references, unnamed, notExecutable, lostLinks };
}

/** Scripts of one skill whose modes are looked at. */
const maxScripts = 60;

/** Empty scripts do nothing anyway. */
async function findNotExecutable(
  folder: string,
  text: string,
  { files: bundled }: BundledPaths,
  files: FileSystem,
): Promise<ReadonlySet<string>> {
  const named = bundled.filter((path) => mayBeProgram.test(path) && text.includes(path)).slice(0, maxScripts);
  const states = await Promise.all(
    named.map(async (path) => {
      const isExecutable = await files.isExecutable(`${folder}/${path}`);
      return isExecutable === false && (await files.sizeOf(`${folder}/${path}`)) !== 0;
    }),
  );
  return new Set(named.filter((_, index) => states[index]));
}

const mayBeProgram = /\.(?:py|sh|bash|zsh|m?js|cjs|ts|rb|pl)$|(?:^|\/)(?:scripts|bin)\/(?:[^/]+\/)*[\w-]+$/;
