import type { FileKind } from '../../document/runtime-id.ts';
import type { EvaluationSurroundings } from '../../evaluation/surroundings/evaluation-surroundings.ts';
import type { DirectoryFiles } from '../directory/directory-files.ts';
import type { ListedManifest } from '../discover/listed-manifests.ts';
import type { PluginFiles } from '../discover/plugin-files.ts';
import type { CatalogLocation } from './catalog-location.ts';
import type { LinksOutside } from './linked-files.ts';
import type { MentionedFile } from './mentioned-files.ts';
import type { NamedPath } from './named-paths.ts';
import type { OutputStyle } from './output-styles.ts';
import type { Reference } from './references.ts';
import type { SkillPackage } from './skill-package.ts';

/** The facts about a file besides its text. Created once per file, not per edit. */
export interface FileContext {
  readonly kind: FileKind;
  /** Absolute path with `/` as separator, or the path part of the URI in a virtual workspace. */
  readonly path: string;
  /** The last part of `path`. */
  readonly fileName: string;
  /** The name of the folder that holds the file; for a skill, its identifier. Empty at the file system's root. */
  readonly folderName: string;
  /** The kind of location: decides whether the folder name or `name` is typed, and who reads the file. */
  readonly place: Place;
  /** A SKILL.md inside another skill's folder: a template or an example, not a skill of its own. */
  readonly insideSkill: boolean;
  /**
   * The path of the folder with `.claude-plugin/plugin.json` above the file, if any; also set for the manifest itself.
   */
  readonly pluginRoot: string | undefined;
  /** The folder whose `.claude` holds the file; undefined for the user's own, and for files that no project has. */
  readonly project?: string | undefined;
  /** Why Claude Code never looks at a SKILL.md or single file here; undefined if it is loaded or unknown. */
  readonly misplaced: MisplacedFile | undefined;
  /** How the bytes were decoded. */
  readonly encoding: 'utf-8' | 'not-utf-8' | 'utf-16';
  /** The size on disk, if the text does not give it because some bytes could not be decoded; otherwise undefined. */
  readonly bytes: number | undefined;
  /** Agents that can be named here besides the built-in ones; undefined if they could not be listed. */
  readonly agentNames: ReadonlySet<string> | undefined;
  /** The folder names of the skills next to and above this one; undefined if they could not be listed. */
  readonly skillNames?: ReadonlySet<string> | undefined;
  /** The names of the commands in scope of a skill; undefined for other files and if they could not be listed. */
  readonly commandNames?: ReadonlySet<string> | undefined;
  /**
   * The paths of the files and folders in a skill's folder, relative to it; undefined for other files, and if they could
   * not be listed.
   */
  readonly bundledPaths?: ReadonlySet<string> | undefined;
  /** The Markdown files that the saved text of a skill names; undefined if its folder could not be listed. */
  readonly references?: readonly Reference[] | undefined;
  /** The files in a skill's folder that nothing in it names; undefined if they were not listed. */
  readonly unnamedFiles?: readonly string[] | undefined;
  /** The scripts that the saved text of a skill names and that the user may not run as programs; undefined if unknown. */
  readonly notExecutable?: ReadonlySet<string> | undefined;
  /**
   * The symbolic links in the folder of a plugin's skill that are lost when the plugin is installed; an empty path for
   * the folder itself. Undefined if they are not known.
   */
  readonly lostLinks?: readonly string[] | undefined;
  /**
   * Where the links of a skill lead that leave its folder, and all links of a command or agent; undefined for other files.
   */
  readonly linksOutside?: LinksOutside | undefined;
  /** The files that a skill or command mentions with `@`, by its paths as saved; undefined for other files. */
  readonly mentions?: ReadonlyMap<string, MentionedFile> | undefined;
  /** The skill that this one repeats in another language or for another product, and that is loaded instead of it. */
  readonly copy?: SkillCopy | undefined;
  /** The folder of backups or data of tests that holds the file, if nothing is loaded from there. */
  readonly setAside?: SetAside | undefined;
  /** Where only other products read the skill; undefined if Claude Code may read it. */
  readonly elsewhere?: SkillElsewhere | undefined;
  /** How the file resolves in its session; undefined if no session was read. */
  readonly inCatalog?: CatalogLocation | undefined;
  /** Whether an agent of a plugin is loaded because of its folder: the manifest names none. Undefined for other files. */
  readonly isUnnamedAgent?: boolean | undefined;
  /** The files next to a plugin's manifest; undefined for other files and if they could not be listed. */
  readonly pluginFiles?: PluginFiles | undefined;
  /** Whether a skill's file is only a text with the path of a link. */
  readonly isLinkText?: boolean | undefined;
  /**
   * The targets of the paths in a JSON file, and in the hooks of frontmatter, by their absolute paths, as saved; undefined
   * for files without such paths.
   */
  readonly namedPaths?: ReadonlyMap<string, NamedPath> | undefined;
  /** For a plugin whose saved name reads as one of Anthropic’s own, whether a marketplace is in its folder or above it. */
  readonly isBelowMarketplace?: boolean | undefined;
  /** The manifests of the plugins that a marketplace has in folders of its own, by these folders; undefined for other files. */
  readonly listedManifests?: ReadonlyMap<string, ListedManifest> | undefined;
  /** The output styles of the project and the user; undefined for files that choose none. */
  readonly outputStyles?: readonly OutputStyle[] | undefined;
  /** The files that a file of an evaluation refers to; undefined for other files. */
  readonly evaluation?: EvaluationSurroundings | undefined;
  /** The skill's folder as it would be uploaded; undefined unless requested. */
  readonly package?: SkillPackage | undefined;
  /** For a plugin's manifest, what the plugin directory finds beside it; undefined unless requested. */
  readonly directory?: DirectoryFiles | undefined;
}

export type Place =
  /** `.claude/skills/…`, `.claude/commands/…` or `.claude/agents/…` of a project, the user or the managed folder. */
  | 'claude'
  /** Below a plugin's root. */
  | 'plugin'
  /** Another product's folder: `.agents`, `.github`, `.cursor`, `.codex`, `.gemini` … */
  | 'other-product'
  /** Nothing shows who reads it. */
  | 'unknown';

/** Why Claude Code never loads a file, and where it would. */
export interface MisplacedFile {
  readonly reason: 'loose-file' | 'skills-root' | 'too-deep' | 'other-name' | 'other-folder';
  /** The path, relative to the folder of skills, commands or agents, at which Claude Code would load it. */
  readonly loadedAt: string;
  /** The plugin of a marketplace above the file that loads it from there nevertheless; undefined if there is none. */
  readonly offeredBy?: string | undefined;
  /** The text with the path of a link that this plugin has instead in this checkout, relative to the marketplace. */
  readonly offeredThrough?: string | undefined;
}

/** A skill in a folder that only other products read. */
export interface SkillElsewhere {
  /** The folder of skills, relative to its project: `.agents/skills`. */
  readonly folder: string;
  /** The names of the products. */
  readonly readers: readonly string[];
  /** Whether it is the first such skill in the folder: the one in whose file the folder is reported. */
  readonly isFirst: boolean;
  /** Whether the project also has files for Claude Code; only looked for if it is the first one. */
  readonly besideOwn: boolean;
}

/** A folder of what is kept for another purpose than being loaded. */
export interface SetAside {
  readonly holds: 'backups' | 'tests';
  /** Relative to the repository: `backups`, `tests/fixtures`. */
  readonly folder: string;
  /** Whether the file is its first skill: the one in which the folder is reported. */
  readonly isFirst: boolean;
}

/** A translation, a generated edition or an overlay of another skill, in a folder that Claude Code does not load. */
export interface SkillCopy {
  /** The folder of the edition, relative to the folder that holds it and the other skill: `translations`, `docs/de`. */
  readonly folder: string;
  /** The folder of the other skill, relative to the same folder. */
  readonly original: string;
  /** The absolute path of the other skill's file. */
  readonly originalPath: string;
  /** Whether it is the first copy in its folder: the one in whose file the folder is reported. */
  readonly isFirst: boolean;
}
