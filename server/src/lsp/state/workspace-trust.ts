import type { SourceError } from '../../catalog/catalog-skill.ts';
import { pluginsFolder } from '../../catalog/discover/installed-plugins.ts';
import { configFolder } from '../../catalog/session.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { confinedClaudeCode } from '../../platform/confined-claude-code.ts';
import { confinedFileSystem, type ReadableFolders } from '../../platform/file-systems/confined-file-system.ts';
import { isInside } from '../../platform/paths.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** Maximum number of links that are reported. */
const maxRefusals = 100;

/**
 * Whether the user trusts the workspace. Until the editor says so, the server reads only what is in
 * the workspace and the user's own configuration, and treats other paths as missing. An editor that knows
 * nothing of trust and has no open folder shows files that the user opened one by one, which are trusted.
 */
export class WorkspaceTrust {
  readonly #folders: WorkspaceFolders;
  readonly #refused = new Set<string>();
  #said: boolean | undefined;
  #own: readonly string[] = [];

  constructor(folders: WorkspaceFolders) {
    this.#folders = folders;
  }

  get isGranted(): boolean {
    return this.#said ?? this.#folders.all().length === 0;
  }

  /** The editor's answer; undefined without one. */
  say(isTrusted: boolean | undefined): void {
    this.#said = isTrusted;
    this.#refused.clear();
  }

  /** The part of the machine that may be read and started at the moment. */
  confine(platform: Platform): Platform {
    this.#own = ownPlaces(platform);
    const files = confinedFileSystem(
      platform.files,
      () => this.#places(),
      (path) => {
        if (this.#refused.size < maxRefusals) this.#refused.add(path);
      },
    );
    // A repository's own configuration could hide its problems.
    const nowhere: ReadableFolders = { workspace: [], own: [] };
    const configurationFiles = confinedFileSystem(
      platform.files,
      () => (this.isGranted ? undefined : nowhere),
      () => {},
    );
    const claudeCode = confinedClaudeCode(platform.claudeCode, () => this.isGranted);
    return { ...platform, files, configurationFiles, claudeCode };
  }

  /** The parts of a folder that were not read, for the errors of its catalog. */
  refusalsIn(folder: string | undefined): readonly SourceError[] {
    const paths = [...this.#refused].filter((path) => isInside(path, folder));
    // Paths below a reported link are not reported.
    return paths
      .filter((path) => !paths.some((other) => isInside(path, other)))
      .map((path) => ({ source: 'settings', path, message: leadsOutside }));
  }

  #places(): ReadableFolders | undefined {
    if (this.isGranted) return undefined;
    return { workspace: this.#folders.all().map(({ path }) => path), own: this.#own };
  }
}

const leadsOutside = 'This link leads outside the workspace, which is not trusted, so it is not followed';

/** The folders that Claude Code reads of a user and an organization in every workspace. */
function ownPlaces({ environment }: Platform): readonly string[] {
  const { home, managed } = environment;
  const session = { environment, runtime: DEFAULT_RUNTIME };
  const state = home && `${home}/.claude.json`;
  return [configFolder(session), pluginsFolder(session), state, managed].filter((place) => place !== undefined);
}
