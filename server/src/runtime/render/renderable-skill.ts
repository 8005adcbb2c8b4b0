import type { Tier } from '../../catalog/catalog-skill.ts';
import type { SkillDocument } from '../../document/skill-document.ts';

/** A skill or legacy command whose text can be sent: its file as it stands, perhaps unsaved, and where it belongs. */
export interface RenderableSkill {
  /** The identifier: what the client calls it, whatever name it was asked for by. */
  readonly name: string;
  readonly kind: 'skill' | 'command';
  /** The folder that the base directory line names, with `/`: absolute, unless it lies in a folder that was added by a relative path. */
  readonly folder: string;
  /** Whether a command is a SKILL.md in a folder of commands: outside plugins it is told its folder, as a skill is. */
  readonly inOwnFolder?: boolean;
  readonly document: SkillDocument;
  /** The tier that its source belongs to; undefined for a file outside every tier. */
  readonly tier: Exclude<Tier, 'command'> | undefined;
  /** Undefined outside plugins. */
  readonly plugin: PluginFolders | undefined;
}

/** What `${CLAUDE_PLUGIN_ROOT}` and `${CLAUDE_PLUGIN_DATA}` stand for. */
export interface PluginFolders {
  readonly name: string;
  readonly root: string;
  readonly data: string;
}

/** What a text depends on besides the skill and its arguments. */
export interface RenderSession {
  /** The working directory: `${CLAUDE_PROJECT_DIR}`, and where commands run. */
  readonly folder: string;
  /** `${CLAUDE_SESSION_ID}` */
  readonly sessionId: string;
  /** The effort of the turn, one of {@link EFFORT_LEVELS}; the skill's own goes before it. */
  readonly effort: string;
  /** `disableSkillShellExecution` of the settings. */
  readonly shellDisabled: boolean;
  /** `availableModels` of the settings; undefined where every model is available. */
  readonly availableModels?: readonly string[] | undefined;
}
