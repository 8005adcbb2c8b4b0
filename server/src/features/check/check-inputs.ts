import { readDirectoryFiles } from '../../catalog/directory/directory-files.ts';
import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import type { FileContext } from '../../catalog/file/file-context.ts';
import type { NamesInScope } from '../../catalog/file/names-in-scope.ts';
import { readFileContext } from '../../catalog/file/read-file-context.ts';
import { measureSkillPackage } from '../../catalog/file/skill-package.ts';
import { configFolder } from '../../catalog/session.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { Environment } from '../../platform/environment.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { once } from '../../platform/once.ts';
import { folderOf } from '../../platform/paths.ts';
import type { CheckSettings } from './check-file.ts';
import type { Configuration } from './configuration.ts';
import { fileSettings, type Preferences } from './file-settings.ts';

interface CheckDependencies {
  readonly files: FileSystem;
  readonly environment: Environment;
  /** The session's folder, from which a relative `CLAUDE_CONFIG_DIR` is read; undefined if there are several. */
  readonly folder?: string | undefined;
  /** Shared by the files of a run, so that common parent folders are read once. */
  readonly names?: NamesInScope;
  /** The project's configuration for a file; without it, projects are ignored. */
  readonly configurationOf?: (path: string) => Promise<Configuration | undefined>;
  /** The file's place in the session; undefined if there is no catalog, or the file does not belong to the session. */
  readonly placeInCatalog: (path: string) => CatalogLocation | undefined | Promise<CatalogLocation | undefined>;
}

/** The facts about a file, apart from its text and the user's settings. */
export interface FileSurroundings {
  readonly context: FileContext;
  /** The project's configuration for the file, if there is one. */
  readonly configuration: Configuration | undefined;
}

/** A file with everything that a check of its text depends on. */
export interface FileToCheck {
  readonly file: FileContext;
  readonly settings: CheckSettings;
}

/** Facts about a file that only the checks of some targets need. */
export type FileAsTaken = Pick<FileContext, 'package' | 'directory'>;

/** Why a file is not checked: its kind is not checked, or the settings exclude it. */
export type NotChecked = 'no-kind' | 'excluded';

/** Options for one file. */
interface OneFile {
  /** The files as if the checked text were saved; by default those on disk. */
  readonly files?: FileSystem;
  /** Its kind, if its path does not determine it. */
  readonly kind?: FileKind;
  /** Shared by the files of a run, instead of those of the checkInputs. */
  readonly names?: NamesInScope;
}

/**
 * Finds what the check of a path depends on, in the same way for files that are open in an editor, on disk, from
 * standard input or in a question.
 */
export class CheckInputs {
  readonly #dependencies: CheckDependencies;
  /** The variables of a process stay the same, and asking for one is slow. */
  readonly #configFolder = once(() => configFolder(this.#dependencies));

  constructor(dependencies: CheckDependencies) {
    this.#dependencies = dependencies;
  }

  /** Both halves, for a file that is checked once. */
  async fileToCheck(path: string, preferences: Preferences, one: OneFile = {}): Promise<FileToCheck | NotChecked> {
    const context = await this.contextOf(path, one);
    if (!context) return 'no-kind';
    const { settings, isExcluded } = fileSettings(path, await this.#configurationOf(path), preferences);
    // The catalog is not read for a file that is not checked.
    if (isExcluded) return 'excluded';
    const [inCatalog, asTaken] = await Promise.all([
      this.#dependencies.placeInCatalog(path),
      isTaken(context, settings) ? this.asTaken(context, one.files) : undefined,
    ]);
    const file = { ...context, inCatalog };
    return { file: asTaken ? { ...file, ...asTaken } : file, settings };
  }

  /** The first half, for a file that is used for more than its findings, and whose settings may change. */
  async surroundingsOf(path: string): Promise<FileSurroundings | undefined> {
    const context = await this.contextOf(path);
    if (!context) return undefined;
    const configuration = await this.#configurationOf(path);
    return { context: { ...context, inCatalog: await this.#dependencies.placeInCatalog(path) }, configuration };
  }

  /** The file as a target takes it, with everything around it. Reads a lot, so only for those that are {@link isTaken}. */
  async asTaken(
    { kind, path, pluginRoot }: FileContext,
    files: FileSystem = this.#dependencies.files,
  ): Promise<FileAsTaken> {
    if (kind === 'skill') return { package: await measureSkillPackage(folderOf(path), files) };
    const isManifest = pluginRoot !== undefined && path === `${pluginRoot}/.claude-plugin/plugin.json`;
    return isManifest ? { directory: await readDirectoryFiles(pluginRoot, memoisingFileSystem(files)) } : {};
  }

  /** The kind of a file and its surroundings, without the session; undefined if its kind is not checked. */
  contextOf(
    path: string,
    { files, kind, names = this.#dependencies.names }: OneFile = {},
  ): Promise<FileContext | undefined> {
    const { environment } = this.#dependencies;
    const known = { names, configFolder: this.#configFolder(), kind };
    // One file's surroundings are one state of the disk: its links share folders.
    return readFileContext(path, files ?? memoisingFileSystem(this.#dependencies.files), environment.home, known);
  }

  async #configurationOf(path: string): Promise<Configuration | undefined> {
    return this.#dependencies.configurationOf?.(path);
  }
}

/** Whether a target takes more than the file: the folder of a skill, or of a plugin. */
export function isTaken({ kind, insideSkill }: FileContext, { targets }: CheckSettings): boolean {
  if (kind === 'skill') return targets.includes('claude-api');
  return kind === 'plugin' && !insideSkill && targets.includes('plugin-directory');
}
