import { foldersFrom, repositoryRoot } from '../../catalog/session.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, lastPart, resolve } from '../../platform/paths.ts';
import {
  type Configuration,
  type ConfigurationFile,
  parseConfiguration,
  readConfigurationIn,
  type SettingsLayer,
} from './configuration.ts';
import { isPreset, presetLayer, presetNames } from './configuration-presets.ts';
import { ConfigurationError } from './configuration-values.ts';

/** Files that one configuration may extend, directly or through others. */
const maxExtended = 50;

/** `name`, `@scope/name`, or a file in one of them. Names cannot begin with a dot, so they lead to no other folder. */
const packageName = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

type Tell = (message: string) => void;

/**
 * A configuration with everything that it extends: presets, files of its repository, and packages that are installed there.
 * What is extended comes first, so the configuration itself wins. Nothing is downloaded or run.
 *
 * @param tell called with notes for the user about unreadable files that may contain a configuration
 * @throws {ConfigurationError} if something is missing, leads out of the repository or extends itself
 */
export async function withExtended(file: ConfigurationFile, files: FileSystem, tell: Tell): Promise<Configuration> {
  if (file.extends.length === 0) return file;
  // The disk as a whole is no repository.
  const root = (await repositoryRoot(folderOf(file.path), files)) || undefined;
  let left = maxExtended;
  const exclude: string[] = [];
  const layers: SettingsLayer[] = [];
  const add = async (one: ConfigurationFile, chain: readonly string[]): Promise<void> => {
    for (const name of one.extends) {
      const complain = (complaint: string) => new ConfigurationError(one.path, `\`extends\`: ${complaint}`);
      if (left-- <= 0) throw complain(`more than ${maxExtended} files are extended`);
      if (isPreset(name)) {
        layers.push(presetLayer(name));
        continue;
      }
      const extended = await findExtended(name, one, { files, root, tell, complain });
      if (chain.includes(extended.path)) {
        const circle = [...chain.slice(chain.indexOf(extended.path)), extended.path].map(lastPart).join(' → ');
        throw complain(`\`${name}\` extends itself (${circle})`);
      }
      await add(extended, [...chain, extended.path]);
    }
    exclude.push(...one.exclude);
    layers.push(...one.layers);
  };
  await add(file, [file.path]);
  return { path: file.path, folder: file.folder, exclude, layers };
}

interface Surroundings {
  readonly files: FileSystem;
  /** The repository that is not left; undefined if the configuration is in none. */
  readonly root: string | undefined;
  readonly tell: Tell;
  readonly complain: (complaint: string) => ConfigurationError;
}

async function findExtended(name: string, from: ConfigurationFile, around: Surroundings): Promise<ConfigurationFile> {
  const home = folderOf(from.path);
  if (/^\.\.?\//.test(name)) {
    const path = resolve(home, name);
    if (path === undefined) throw around.complain(`\`${name}\` does not exist`);
    return readFile(path, name, from, around);
  }
  if (!packageName.test(name)) {
    const presets = presetNames.map((preset) => `\`${preset}\``).join(', ');
    throw around.complain(
      `\`${name}\` is neither a path that starts with \`./\` or \`../\`, nor the name of a package, nor one of ${presets}`,
    );
  }
  return readPackage(name, from, around);
}

async function readFile(
  path: string,
  name: string,
  { folder }: ConfigurationFile,
  { files, root, complain }: Surroundings,
): Promise<ConfigurationFile> {
  if (await isOutside(path, root, files)) throw complain(`\`${name}\` is outside of the repository ${root}`);
  const bytes = await files.readFile(path);
  if (!bytes) {
    const reason = await files.whyUnreadable(path, 'file');
    throw complain(reason === undefined ? `\`${name}\` does not exist` : `\`${name}\` cannot be read (${reason})`);
  }
  const configuration = parseConfiguration(new TextDecoder().decode(bytes), path, folder);
  if (!configuration) throw complain(`\`${name}\` has no key \`skillwright\``);
  return configuration;
}

/** The configuration of a package in the nearest `node_modules` that has it, as Node looks for it. */
async function readPackage(name: string, from: ConfigurationFile, around: Surroundings): Promise<ConfigurationFile> {
  const { files, root, tell, complain } = around;
  const home = folderOf(from.path);
  const isFile = name.split('/').length > (name.startsWith('@') ? 2 : 1);
  for (const folder of foldersFrom(home)) {
    if (root !== undefined && !isWithin(folder, root)) break;
    const path = `${folder}/node_modules/${name}`;
    const type = await files.typeOf(path);
    if (type === undefined) continue;
    if (isFile) return readFile(path, name, from, around);
    if (await isOutside(path, root, files)) throw complain(`\`${name}\` is outside of the repository ${root}`);
    const configuration = await readConfigurationIn(path, files, tell);
    if (configuration) return { ...configuration, folder: from.folder };
    throw complain(
      `the package \`${name}\` contains no configuration: it has neither skillwright.config.json nor \`skillwright\` in its package.json`,
    );
  }
  throw complain(`the package \`${name}\` is not installed in node_modules`);
}

/** Whether a path leads out of a repository, itself or through links. */
async function isOutside(path: string, root: string | undefined, files: FileSystem): Promise<boolean> {
  if (root === undefined) return false;
  return !isWithin((await files.realPath(path)) ?? path, (await files.realPath(root)) ?? root);
}
