import type { MarkdownKind } from '../document/runtime-id.ts';
import type { SkillFacts } from './facts/skill-facts.ts';

/** Where a skill comes from, in the order in which Claude Code assigns names. */
export type Tier = 'managed' | 'user' | 'project' | 'nested' | 'added' | 'command' | 'plugin';

/** How a skill resolves in a session. */
export type SkillStatus =
  /** Loaded, and can be invoked. */
  | 'active'
  /** Another one of the same name is loaded instead. */
  | 'shadowed'
  /** The same file is loaded from an earlier location. */
  | 'duplicate'
  /** Switched off in the settings. */
  | 'disabled'
  /** Both flags together leave nobody who could invoke it. */
  | 'dead'
  /** Absent until a file that `paths` names, or one below a nested folder, is touched. */
  | 'conditional'
  /** The settings show the model only its name. */
  | 'name-only'
  /** Claude Code rejects the file, or its plugin. */
  | 'invalid'
  /** It is in a location where Claude Code never looks. */
  | 'misplaced';

/** A folder, or a single file, in which skills of one tier are found. */
export interface SkillSource {
  /** Unique in a catalog, the same after a reload: the tier and the path. */
  readonly id: string;
  /** `command` for legacy commands in any location, except those of plugins. */
  readonly tier: Tier;
  /** The tier to which `owner` belongs; differs from `tier` only for commands. */
  readonly origin: Exclude<Tier, 'command'>;
  /** A folder of skills or of commands, or a single skill's folder or command's file. */
  readonly kind: 'skills' | 'commands' | 'skill' | 'command';
  /** The folder that holds skill folders or command files; for `skill` the skill's own folder, for `command` the file. */
  readonly folder: string;
  /** The folder that the source belongs to: the one with `.claude`, the plugin's root, the managed folder. */
  readonly owner: string;
  /** Its rank among all sources when a name is assigned. */
  readonly rank: number;
  /** Its rank in the listing; sources of the same rank are sorted together. */
  readonly listingOrder: number;
  /** The plugin's name; undefined elsewhere. */
  readonly plugin: string | undefined;
  /** `plugin@marketplace`, `plugin@inline` or `plugin@skills-dir`; only for plugins. */
  readonly pluginKey?: string | undefined;
  /** The prefix of a skill whose bare name is taken: the folder, relative to the session's. */
  readonly scope: string | undefined;
  /** Why Claude Code loads nothing from it in this session; undefined if it does. */
  readonly blockedBy?: string | undefined;
  /** The file in which that is wrong, for a plugin that cannot be installed or is refused. */
  readonly refusedIn?: string | undefined;
  /** Whether the skills load only when a file below `owner` is touched. */
  readonly lazy: boolean;
  /**
   * The key of the plugin or collection in the session's folder that it belongs to, which Claude Code does not load;
   * undefined for every source of the session itself.
   */
  readonly repository?: string | undefined;
  /** A plugin that was named for this session and is in its folder: the user is its author. */
  readonly isOwnPlugin?: boolean;
  /** Where its plugin keeps agents; undefined for a plugin that is refused, and elsewhere. */
  readonly agents?: PluginAgents | undefined;
  /** The entry of a plugin's manifest for the single command that this is. */
  readonly command?: ManifestCommand | undefined;
}

/** Where a plugin keeps its agents: absolute paths. Recorded in test/conformance, own-plugin-agents. */
export interface PluginAgents {
  /** Undefined where the manifest names files instead. */
  readonly folder: string | undefined;
  /** The files that manifest and marketplace name. */
  readonly files: readonly string[];
}

/** A command that a plugin's manifest itself names. */
export interface ManifestCommand {
  readonly name: string;
  /** Replaces the one in the file. */
  readonly description: string | undefined;
}

/** One skill or legacy command of a session, resolved. */
export interface CatalogSkill {
  /** Unique in a catalog, the same after a reload. */
  readonly id: string;
  /** The name that is typed after `/` and given to the Skill tool: `greet`, `office:pdf`, `sub:command`. */
  readonly name: string;
  /** The folder's name; for a command the file's without `.md`. */
  readonly baseName: string;
  readonly kind: Exclude<MarkdownKind, 'agent'>;
  readonly source: SkillSource;
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute path of the skill's folder, or of the folder that holds a command. */
  readonly folder: string;
  /** The other name that invokes it; undefined if there is none or it is taken. */
  readonly alias: string | undefined;
  readonly status: SkillStatus;
  /** The reason for the status, as a sentence; undefined for `active` without a remark. */
  readonly reason: string | undefined;
  /** The skill that is loaded instead, for `shadowed` and `duplicate`. */
  readonly insteadId: string | undefined;
  /** Skills that this one hides. */
  readonly hidesIds: readonly string[];
  readonly facts: SkillFacts;
  /** Whether `/name` runs it. */
  readonly userInvocable: boolean;
  /** Whether the Skill tool loads it. */
  readonly modelInvocable: boolean;
  /** The line before any budget; undefined if the model sees nothing. */
  readonly entry: SkillListingEntry | undefined;
}

/** The listing of one skill for the model before the budget is applied. */
export interface SkillListingEntry {
  /** The name, with the alias in parentheses if Claude Code shows it. */
  readonly label: string;
  /** Description and `when_to_use`, cleaned and cut at the cap; with the remark on its scope, if any. */
  readonly text: string;
  /** UTF-16 units of the text before it was cut at the cap; equal to `text.length` if it was not cut. */
  readonly uncutLength: number;
  /** The settings show only the name. */
  readonly nameOnly: boolean;
}

/** Something that could not be read into the catalog: never silently left out. */
export interface SourceError {
  readonly source: Tier | 'settings' | 'agents';
  readonly path: string;
  readonly message: string;
}
