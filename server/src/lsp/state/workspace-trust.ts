import type { SourceError } from '../../catalog/catalog-skill.ts';
import { pluginsFolder } from '../../catalog/discover/installed-plugins.ts';
import { configFolder } from '../../catalog/session.ts';
import { confinedFileSystem, type ReadablePlaces } from '../../platform/confined-file-system.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** Links that are told of; more would say nothing new. */
const mostRefusals = 100;

/**
 * Whether the person trusts the workspace. Nobody does until the editor says so: till then the server reads what is in
 * the workspace and what is the person's own, and what the workspace names elsewhere is not there. An editor that knows
 * nothing of trust and has no folder open shows files that the person opened one by one: there is nothing to distrust.
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

  /** What the editor says; undefined where it says nothing. */
  say(isTrusted: boolean | undefined): void {
    this.#said = isTrusted;
    this.#refused.clear();
  }

  /** The machine as far as it may be read at the moment. */
  confine(platform: Platform): Platform {
    this.#own = ownPlaces(platform);
    const files = confinedFileSystem(
      platform.files,
      () => this.#places(),
      (path) => {
        if (this.#refused.size < mostRefusals) this.#refused.add(path);
      },
    );
    // What a repository says about checking it may hide what is in it.
    const nowhere: ReadablePlaces = { workspace: [], own: [] };
    const configurationFiles = confinedFileSystem(
      platform.files,
      () => (this.isGranted ? undefined : nowhere),
      () => {},
    );
    return { ...platform, files, configurationFiles };
  }

  /** What of a folder was not read, for the errors of its catalog. */
  refusalsIn(folder: string | undefined): readonly SourceError[] {
    const paths = [...this.#refused].filter((path) => folder !== undefined && path.startsWith(`${folder}/`));
    // What lies below a link that is told of is not told of.
    return paths
      .filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
      .map((path) => ({ source: 'settings', path, message: leadsOutside }));
  }

  #places(): ReadablePlaces | undefined {
    if (this.isGranted) return undefined;
    return { workspace: this.#folders.all().map(({ path }) => path), own: this.#own };
  }
}

const leadsOutside = 'This link leads outside the workspace, which is not trusted, so it is not followed';

/** What Claude Code reads of a person and an organisation, whatever the workspace is. */
function ownPlaces({ environment }: Platform): readonly string[] {
  const { home, managed } = environment;
  const session = { environment, runtime: 'claude-code' } as const;
  const state = home && `${home}/.claude.json`;
  return [configFolder(session), pluginsFolder(session), state, managed].filter((place) => place !== undefined);
}
