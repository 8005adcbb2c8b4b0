import type { Tier } from '../../catalog/catalog-skill.ts';
import type { SkillDocument } from '../../document/skill-document.ts';

/** A skill or legacy command whose text can be sent: its file, perhaps unsaved, and its location. */
export interface RenderableSkill {
  /** The identifier: Claude Code's name for it, whatever name was used to invoke it. */
  readonly name: string;
  readonly kind: 'skill' | 'command';
  /**
   * The folder in the base directory line, with `/`: absolute, unless it is in a folder that was added by a relative
   * path.
   */
  readonly folder: string;
  /**
   * Whether a command is a SKILL.md in a folder of commands: outside plugins its text names its folder, as for a skill.
   */
  readonly inOwnFolder?: boolean;
  readonly document: SkillDocument;
  /** The tier that its source belongs to; undefined for a file outside every tier. */
  readonly tier: Exclude<Tier, 'command'> | undefined;
  /** Undefined outside plugins. */
  readonly plugin: PluginFolders | undefined;
}

/** The values of `${CLAUDE_PLUGIN_ROOT}` and `${CLAUDE_PLUGIN_DATA}`. */
export interface PluginFolders {
  readonly name: string;
  readonly root: string;
  readonly data: string;
}

/** The session that a text depends on besides the skill and its arguments. */
export interface RenderSession {
  /** The working directory: `${CLAUDE_PROJECT_DIR}`, and where commands run. */
  readonly folder: string;
  /** `${CLAUDE_SESSION_ID}` */
  readonly sessionId: string;
  /** The effort of the turn, one of {@link EFFORT_LEVELS}; the skill's own takes precedence. */
  readonly effort: string;
  /** `disableSkillShellExecution` of the settings. */
  readonly shellDisabled: boolean;
  /** `availableModels` of the settings; undefined if every model is available. */
  readonly availableModels?: readonly string[] | undefined;
}
