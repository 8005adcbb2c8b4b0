import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';

/** What decides whether the client runs a command of a skill. Nothing can be asked at that moment. */
export interface CommandPermissions {
  readonly runtime: RuntimeId;
  /** The rules of the settings that count. */
  readonly rules: readonly PermissionRule[];
  /** The `allowed-tools` of the skill, one rule each, as the file has them but with `${CLAUDE_…}` replaced. */
  readonly granted: readonly string[];
  /** The permission mode; undefined for the default one. */
  readonly mode: string | undefined;
  /** Where the command runs; absolute, with `/`. */
  readonly folder: string;
  /** Further folders of the session: `--add-dir`. */
  readonly addedFolders: readonly string[];
  /** The user's home; without it, what `~` names cannot be told. */
  readonly home?: string | undefined;
}

/** What the client decides. */
export type CommandVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** The client's own words, after `… check failed for pattern "…": `. */
      readonly message: string;
      /**
       * What a person could add to `allowed-tools` or to `permissions.allow`; undefined where no rule would do. Several
       * are separated by a comma and a blank, as `allowed-tools` has them.
       */
      readonly suggestedRule: string | undefined;
    }
  | {
      /** It cannot be told from here. */
      readonly allowed: undefined;
      readonly why: string;
    };
