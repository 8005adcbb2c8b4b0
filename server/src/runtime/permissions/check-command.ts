import { MAX_PARSED_COMMAND, MAX_RULE_COMPARISONS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { readShellCommand } from '../../shell/read-command.ts';
import { checkByAppearance } from './check-command-by-appearance.ts';
import { type CommandInSession, readInSession, withoutRuleForAll } from './command-in-session.ts';
import { objectionToPaths } from './command-paths.ts';
import type { CommandPermissions, CommandVerdict } from './command-permissions.ts';
import {
  allowed,
  inBackground,
  needsApproval,
  type Refusal,
  refusal,
  tooMuch,
  type Verdict,
} from './command-verdicts.ts';
import { askedByRules, deniedByRules, deniesAll } from './commands-refused-by-rules.ts';
import { isNamedAsWhole, whatRuns } from './commands-that-run.ts';

export type { CommandPermissions, CommandVerdict } from './command-permissions.ts';

/**
 * Whether Claude Code runs a command of a skill when nobody can be asked: `deny` rules come before `ask` rules, and both
 * before anything that allows. All of it was recorded; what was not recorded is reported as not known.
 */
export function checkCommand(command: string, permissions: CommandPermissions): CommandVerdict {
  const { commandCheck } = capabilities(permissions.runtime);
  if (commandCheck === 'by-appearance') return checkByAppearance(command, permissions);
  const verdict = verdictOn(readInSession(command, permissions));
  return verdict.allowed === false && !verdict.denied
    ? { ...verdict, message: messageIn(permissions.mode, verdict) }
    : verdict;
}

/**
 * How long Claude Code takes to reject a command, compared with others that begin with it: first a command that is too
 * long to be split, then a single command, then one that is not analyzed, and last one that has to be split.
 */
export function refusalOrder(command: string, message: string): number {
  if (command.trim().length > MAX_PARSED_COMMAND) return -1;
  const { parts, pieces, obscurity, subshell, setsVariables } = readShellCommand(command.trim());
  if (pieces.length > 0 || subshell || setsVariables || parts.length > 1) return 2;
  // Whatever a pattern could expand to is checked again.
  return obscurity !== undefined || (message === needsApproval && /[$`*?[~<]/.test(command)) ? 1 : 0;
}

/** Whether there are too many parts and rules to compare them all. */
function isTooMuch(session: CommandInSession): boolean {
  const { parts, hiddenParts, pieces } = session.reading;
  const rules = session.deny.length + session.ask.length + session.allow.length;
  return (Math.max(parts.length, pieces.length) + hiddenParts.length) * rules > MAX_RULE_COMPARISONS;
}

/** Objections that no rule and no mode removes. */
function dangerous(session: CommandInSession): Verdict | undefined {
  if (session.isUnread) return undefined;
  const bypassed = session.permissions.mode === 'bypassPermissions';
  const isCounted = isNamedAsWhole(session);
  for (const part of session.reading.parts) {
    const objection = objectionToPaths(part, session.places);
    if (objection === undefined || objection === 'unknown' || objection.liftedBy !== 'nothing') continue;
    const isDangerous = objection.message.startsWith('Dangerous');
    if (isDangerous || !(bypassed || isCounted)) return refusal(objection.message);
  }
  return undefined;
}

function allowedAltogether(session: CommandInSession): Verdict | undefined {
  if (session.permissions.mode === 'bypassPermissions') return allowed;
  const { obscurity, uncertain } = session.reading;
  const exactly = session.allow.some((rule) => rule.kind === 'exact' && rule.text === session.command);
  if (exactly && !session.isUnread && obscurity !== undefined) {
    return session.reading.background ? inBackground : allowed;
  }
  if (!session.allow.some(({ kind }) => kind === 'all')) return undefined;
  const looksInto = obscurity === undefined && !uncertain && !session.reading.subshell;
  if (!session.reading.background || !looksInto) return allowed;
  // The rule answers whatever else would be asked.
  const verdict = whatRuns(withoutRuleForAll(session));
  return verdict.allowed === false && verdict.isOfBackground ? verdict : allowed;
}

function verdictOn(session: CommandInSession): Verdict {
  if (isTooMuch(session)) return deniesAll(session) ?? tooMuch;
  const denied = deniedByRules(session);
  if (denied) return denied;
  const asked = askedByRules(session);
  if (asked?.allowed === false) return { ...asked, isAsked: true };
  return dangerous(session) ?? asked ?? allowedAltogether(session) ?? whatRuns(session);
}

/** Some modes replace questions with the same message, `plan` only those that no rule asks. */
function messageIn(mode: string | undefined, { message, isAsked }: Refusal): string {
  if (mode === 'dontAsk') return dontAsk;
  return mode === 'plan' && !isAsked ? plan : message;
}

const dontAsk =
  "Permission to use Bash has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may* attempt to accomplish this action using other tools that might naturally be used to accomplish this goal, e.g. using head instead of cat. But you *should not* attempt to work around this denial in malicious ways, e.g. do not use your ability to run tests to execute non-test actions. You should only try to work around this restriction in reasonable ways that do not attempt to bypass the intent behind this denial. If you believe this capability is essential to complete the user's request, STOP and explain to the user what you were trying to do and why you need this permission. Let the user decide how to proceed.";
const plan =
  "Bash was not run: auto mode has no safety result for this call, and nobody can be asked to approve it here. This is not a judgment that it is unsafe. Issue it again once, as-is. If it is denied the same way, don't issue it again: continue with work that doesn't need it, then tell the user that auto mode has no safety result for it and that they can approve it themselves in another permission mode.";
