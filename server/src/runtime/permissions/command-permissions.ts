import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';

/** Decides whether Claude Code runs a command of a skill. Nobody can be asked at that moment. */
export interface CommandPermissions {
  readonly runtime: RuntimeId;
  /** The rules of the settings that apply. */
  readonly rules: readonly PermissionRule[];
  /** The `allowed-tools` of the skill, one rule each, as written but with `${CLAUDE_…}` replaced. */
  readonly granted: readonly string[];
  /** The permission mode; undefined for the default one. */
  readonly mode: string | undefined;
  /** Where the command runs; absolute, with `/`. */
  readonly folder: string;
  /** Further folders of the session: `--add-dir`. */
  readonly addedFolders: readonly string[];
  /** The user's home; without it, `~` cannot be resolved. */
  readonly home?: string | undefined;
}

/** Claude Code's decision. */
export type CommandVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** Claude Code's message after `… check failed for pattern "…": `. */
      readonly message: string;
      /**
       * The rules that the user could add to `allowed-tools` or to `permissions.allow`; undefined if no rule would help. Several
       * rules are separated by a comma and a space, as in `allowed-tools`.
       */
      readonly suggestedRule: string | undefined;
    }
  | {
      /** The decision is not known. */
      readonly allowed: undefined;
      readonly why: string;
    };
