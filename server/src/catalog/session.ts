import type { InstalledFacts } from '../dialect/installed-facts.ts';
import { capabilities } from '../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import type { Environment } from '../platform/environment.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { isAbsolutePath, slashedPath } from '../platform/slashed-path.ts';
import type { SourceError } from './catalog-skill.ts';

/** A scope of settings that `--setting-sources` can name. */
export type SettingScope = 'user' | 'project' | 'local';

/** The options Claude Code would be started with. Paths are absolute, with `/`. */
export interface Session {
  /** The folder it would be started in; undefined if none is open. */
  readonly folder: string | undefined;
  readonly runtime: RuntimeId;
  readonly environment: Environment;
  readonly files: FileSystem;
  /** `--add-dir` */
  readonly addedFolders: readonly string[];
  /** Added folders that were named by a relative path, and that path: Claude Code keeps naming them that way. */
  readonly addedAs?: ReadonlyMap<string, string>;
  /** `--plugin-dir` */
  readonly pluginFolders: readonly string[];
  /** `--setting-sources` */
  readonly settingSources: readonly SettingScope[];
  /** `--model`; undefined for Claude Code's default. */
  readonly model: string | undefined;
  /** Files that Claude has read or written since the start: they load the skills that wait for them. */
  readonly touchedFiles: readonly string[];
  /** The user has not told the editor to trust the folder, whatever Claude Code was told. */
  readonly isRestricted?: boolean;
  /** Facts from the installed Claude Code itself in this session; undefined if it was not asked. */
  readonly installed?: InstalledFacts | undefined;
  /** Options that are not read, reported after everything else. */
  readonly refused?: () => readonly SourceError[];
}

export const ALL_SETTING_SOURCES: readonly SettingScope[] = ['user', 'project', 'local'];

/** The folder that holds the user's settings, skills, commands, agents and plugins. */
export function configFolder({
  environment,
  folder,
}: Pick<Session, 'environment'> & Partial<Pick<Session, 'folder'>>): string | undefined {
  const moved = environment.variable('CLAUDE_CONFIG_DIR');
  if (moved === undefined) return environment.home && `${environment.home}/.claude`;
  if (isAbsolutePath(moved)) return withSlashes(moved);
  // Relative to the folder in which Claude Code is started, even if the variable is empty.
  const inside = withSlashes(moved).replace(/^(\.\/)+|^\.$/, '');
  return folder === undefined ? undefined : [folder, inside].filter((part) => part !== '').join('/');
}

/** A folder that an environment variable names, in the core's path format. */
export function withSlashes(path: string): string {
  return slashedPath(path).replace(/(.)\/+$/, '$1');
}

/**
 * The session's folder and those above it, nearest first, in which Claude Code looks for a project's skills: up to the
 * root of the git repository in releases that stop there, and never as far as the user's home.
 */
export async function projectFolders({ folder, runtime, environment, files }: Session): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const at of folder === undefined ? [] : foldersFrom(folder)) {
    if (at === environment.home) break;
    folders.push(at);
    if (capabilities(runtime).stopsAtRepositoryRoot && (await isRepository(at, files))) break;
  }
  return folders;
}

/** The root of the git repository that holds a folder. */
export async function repositoryRoot(folder: string, files: FileSystem): Promise<string | undefined> {
  for (const at of foldersFrom(folder)) if (await isRepository(at, files)) return at;
  return undefined;
}

/** A folder and those above it, nearest first. */
export function foldersFrom(folder: string): readonly string[] {
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

/** A work tree has a file where a clone has a folder. */
async function isRepository(folder: string, files: FileSystem): Promise<boolean> {
  return (await files.typeOf(`${folder}/.git`)) !== undefined;
}
