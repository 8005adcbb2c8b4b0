import type { RuntimeId } from '../document/runtime-id.ts';
import type { Environment } from '../platform/environment.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { isAbsolutePath, slashedPath } from '../platform/slashed-path.ts';
import type { SourceError } from './catalog-skill.ts';

/** A scope of settings that `--setting-sources` can name. */
export type SettingScope = 'user' | 'project' | 'local';

/** What Claude Code would be started with. Paths are absolute, with `/`. */
export interface Session {
  /** The folder it would be started in; undefined where none is open. */
  readonly folder: string | undefined;
  readonly runtime: RuntimeId;
  readonly environment: Environment;
  readonly files: FileSystem;
  /** `--add-dir` */
  readonly addedFolders: readonly string[];
  /** Added folders that were named by a relative path, and that path: Claude Code goes on naming them so. */
  readonly addedAs?: ReadonlyMap<string, string>;
  /** `--plugin-dir` */
  readonly pluginFolders: readonly string[];
  /** `--setting-sources` */
  readonly settingSources: readonly SettingScope[];
  /** `--model`; undefined for the client's own. */
  readonly model: string | undefined;
  /** Files that Claude has read or written meanwhile: they bring the skills that wait for them. */
  readonly touchedFiles: readonly string[];
  /** Nobody has said to the editor that the folder can be trusted, whatever Claude Code was told. */
  readonly isRestricted?: boolean;
  /** What was named for the session and is not read, told when everything else has been. */
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
  // Relative to where the client is started, even where it is empty.
  const inside = withSlashes(moved).replace(/^(\.\/)+|^\.$/, '');
  return folder === undefined ? undefined : [folder, inside].filter((part) => part !== '').join('/');
}

/** A folder that an environment variable names, as the core writes paths. */
export function withSlashes(path: string): string {
  return slashedPath(path).replace(/(.)\/+$/, '$1');
}

/**
 * The session's folder and those above it, nearest first, in which the client looks for a project's skills: up to the
 * root of the git repository (2.1.7 knows no such end), and never as far as the user's home.
 */
export async function projectFolders({ folder, runtime, environment, files }: Session): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const at of folder === undefined ? [] : foldersFrom(folder)) {
    if (at === environment.home) break;
    folders.push(at);
    if (runtime === 'claude-code' && (await isRepository(at, files))) break;
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
