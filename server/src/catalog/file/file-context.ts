import type { FileKind } from '../../document/runtime-id.ts';
import type { PluginFiles } from '../discover/plugin-files.ts';
import type { CatalogPlace } from './catalog-place.ts';
import type { SkillPackage } from './skill-package.ts';

/** What is known about a file besides its text. Made once per file, not per edit. */
export interface FileContext {
  readonly kind: FileKind;
  /** Absolute path with `/` as separator, or the path part of the URI in a virtual workspace. */
  readonly path: string;
  /** The last part of `path`. */
  readonly fileName: string;
  /** The name of the folder that holds the file: for a skill its identifier. Empty at the file system's root. */
  readonly folderName: string;
  /** What kind of place this is: decides which of folder name and `name` is typed, and who reads the file. */
  readonly place: Place;
  /** A SKILL.md inside another skill's folder: a template or an example, not a skill of its own. */
  readonly insideSkill: boolean;
  /** The path of the folder with `.claude-plugin/plugin.json` above the file, if any; a manifest's own plugin too. */
  readonly pluginRoot: string | undefined;
  /** A SKILL.md or loose file where the client never looks, with the reason; undefined where it is loaded or unknown. */
  readonly misplaced: MisplacedFile | undefined;
  /** How the bytes could be read. */
  readonly encoding: 'utf-8' | 'not-utf-8' | 'utf-16';
  /** The size on disk where the text does not tell it, because not all bytes could be read; undefined elsewhere. */
  readonly bytes: number | undefined;
  /** Agents that can be named here besides the built-in ones; undefined where they could not be listed. */
  readonly agentNames: ReadonlySet<string> | undefined;
  /** The folder names of the skills beside and above this one; undefined where they could not be listed. */
  readonly skillNames?: ReadonlySet<string> | undefined;
  /** What the session around the file makes of it; undefined where no session was looked at. */
  readonly inCatalog?: CatalogPlace | undefined;
  /** What lies beside a plugin's manifest; undefined for other files and where it could not be listed. */
  readonly pluginFiles?: PluginFiles | undefined;
  /** The skill's folder as it would be uploaded; undefined where nobody asked for it. */
  readonly package?: SkillPackage | undefined;
}

/** Where a file stands. */
export type Place =
  /** `.claude/skills/…`, `.claude/commands/…` or `.claude/agents/…` of a project, the user or the managed folder. */
  | 'claude'
  /** Below a plugin's root. */
  | 'plugin'
  /** Another product's folder: `.agents`, `.github`, `.cursor`, `.codex`, `.gemini` … */
  | 'other-product'
  /** No sign of who reads it. */
  | 'unknown';

/** Why the client never loads a file, and where it would. */
export interface MisplacedFile {
  readonly reason: 'loose-file' | 'skills-root' | 'too-deep' | 'other-name';
  /** The path, relative to the skills folder, at which the client would load it. */
  readonly loadedAt: string;
}
