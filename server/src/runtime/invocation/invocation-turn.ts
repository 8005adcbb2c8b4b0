import type { CommandSettings } from '../../catalog/file/catalog-location.ts';
import type { Session } from '../../catalog/session.ts';
import { countingFolders, countingRules, onlyManagedRules } from '../../catalog/settings/counting-rules.ts';
import { type PermissionRule, permissionMode, type SessionSettings } from '../../catalog/settings/session-settings.ts';
import { DEFAULT_EFFORT } from '../../dialect/models.ts';
import type { SessionPermissions } from '../permissions/session-permissions.ts';
import type { RenderSession } from '../render/renderable-skill.ts';
import type { SkillPermissions } from '../skill-tool/check-skill-call.ts';

/** A turn of a conversation: everything that is the same for every skill invoked in it. */
export interface InvocationTurn {
  readonly rendered: RenderSession;
  /** The rules are those of the settings, then those of the command line. */
  readonly permissions: SessionPermissions;
}

/** The session that a turn belongs to, and what is chosen for this turn only. */
export interface TurnChoices {
  /** The session with its settings; undefined if none is known. */
  readonly within: { readonly session: Session; readonly settings: SessionSettings } | undefined;
  /** Where commands run. */
  readonly folder: string;
  /** Default: a new one. */
  readonly sessionId?: string | undefined;
  /** The effort of the turn; the default one if not given. */
  readonly effort?: string | undefined;
  /** Rules in addition to those of the settings. */
  readonly rules?: readonly PermissionRule[];
  /** Takes precedence over the mode in the settings. */
  readonly mode?: string | undefined;
}

export async function readTurn({
  within,
  folder,
  sessionId = globalThis.crypto.randomUUID(),
  effort = DEFAULT_EFFORT,
  rules = [],
  mode,
}: TurnChoices): Promise<InvocationTurn> {
  const counting = within ? await countingRules(within.session, within.settings) : [];
  return {
    rendered: {
      folder,
      sessionId,
      effort,
      shellDisabled: within?.settings.shellDisabled ?? false,
      availableModels: within?.settings.availableModels,
    },
    permissions: {
      rules: [...counting, ...rules],
      mode: mode ?? permissionMode(within?.settings),
      addedFolders: within ? await countingFolders(within.session, within.settings) : [],
      home: within?.session.environment.home,
    },
  };
}

/**
 * The turn in which a file is checked: with the default effort, in a folder that the user trusts.
 *
 * @param known undefined if no session has the file
 * @param folder used if no session has the file
 */
export function checkedTurn(known: CommandSettings | undefined, folder: string): InvocationTurn {
  return {
    rendered: {
      folder: known?.folder ?? folder,
      sessionId: 'session',
      effort: DEFAULT_EFFORT,
      // Disabled commands are none of the checks' concern.
      shellDisabled: false,
    },
    permissions: known ?? { rules: [], mode: undefined, addedFolders: [], home: undefined },
  };
}

/** How calls of the Skill tool are decided in a turn of a session. */
export function skillPermissions(
  { permissions: { rules, mode } }: InvocationTurn,
  { runtime, settingSources }: Session,
  settings: SessionSettings,
): SkillPermissions {
  const offersRule = settingSources.includes('local') && !onlyManagedRules(settings);
  return { runtime, rules, mode, offersRule };
}
