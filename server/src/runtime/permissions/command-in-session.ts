import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { MAX_PARSED_COMMAND } from '../../dialect/limits.ts';
import { oncePer } from '../../platform/once.ts';
import { type CommandReading, readShellCommand, readWithoutParsing } from '../../shell/read-command.ts';
import { type FileRules, fileRulesOf } from './command-file-rules.ts';
import type { Places } from './command-paths.ts';
import type { CommandPermissions } from './command-permissions.ts';
import { type BashRule, readBashRules, readGrantedRules } from './command-rules.ts';
import { isTooWide } from './too-wide-rules.ts';

/** A command as it is read, and what a session has to say about it. */
export interface CommandInSession extends ReadRules {
  readonly command: string;
  /** Too long to be split. */
  readonly isUnread: boolean;
  readonly permissions: CommandPermissions;
  readonly places: Places;
  readonly reading: CommandReading;
}

export function readInSession(written: string, permissions: CommandPermissions): CommandInSession {
  const command = written.trim();
  const isUnread = command.length > MAX_PARSED_COMMAND;
  const rules = rulesFor(permissions);
  return {
    ...rules,
    command,
    isUnread,
    permissions,
    places: { ...permissions, allowsEdit: (path) => rules.files.allowsEdit(path) },
    reading: isUnread ? readWithoutParsing(command) : readShellCommand(command),
  };
}

/** The same with no rule for all of Bash, which applies only where nothing else decides. */
export function withoutRuleForAll(session: CommandInSession): CommandInSession {
  return readInSession(session.command, permissionsWithoutRuleForAll(session.permissions));
}

/** The Bash rules of a session, read once for all commands of a text. */
interface ReadRules {
  readonly deny: readonly BashRule[];
  readonly ask: readonly BashRule[];
  readonly allow: readonly BashRule[];
  readonly files: FileRules;
}

const rulesFor = oncePer((permissions: CommandPermissions): ReadRules => {
  const allow = [...rulesOf(permissions, 'allow'), ...readGrantedRules(permissions.granted, permissions.runtime)];
  return {
    deny: rulesOf(permissions, 'deny'),
    ask: rulesOf(permissions, 'ask'),
    allow: permissions.mode === 'plan' ? allow.filter((rule) => !isTooWide(rule)) : allow,
    files: fileRulesOf(permissions),
  };
});

/** The same permissions for all commands of a text, so that their rules are read once. */
const permissionsWithoutRuleForAll = oncePer((permissions: CommandPermissions): CommandPermissions => {
  const isForAll = (rule: string) => /^Bash(?:\(\*?\))?$/.test(rule);
  const { rules, granted } = permissions;
  return {
    ...permissions,
    rules: rules.filter(({ rule, behavior }) => behavior !== 'allow' || !isForAll(rule)),
    granted: granted.filter((rule) => !isForAll(rule)),
  };
});

/** The rules of the settings with a behavior. */
function rulesOf({ rules, runtime }: CommandPermissions, behavior: PermissionRule['behavior']): readonly BashRule[] {
  return readBashRules(
    rules.filter((it) => it.behavior === behavior).map(({ rule }) => rule),
    runtime,
  );
}
