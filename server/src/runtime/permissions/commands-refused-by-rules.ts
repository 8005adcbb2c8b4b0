import { type CommandPart, readShellCommand } from '../../shell/read-command.ts';
import { notAllFileRules } from './command-file-rules.ts';
import { type CommandInSession, withoutRuleForAll } from './command-in-session.ts';
import { resolvePath } from './command-paths.ts';
import { type BashRule, catches, catchesTest, matchesText } from './command-rules.ts';
import {
  deniedCommand,
  notGranted,
  refusal,
  severalOperations,
  subshell,
  tooMuch,
  type Verdict,
} from './command-verdicts.ts';
import { whatRuns } from './commands-that-run.ts';
import { isEndOfCompound } from './pieces-of-pipes.ts';

/**
 * Number of folders times the parts of a command that may run there; above it, they are not compared with file rules.
 */
const maxPaths = 20_000;

/** Verdicts that do not depend on any part of a command. */
export function deniesAll(session: CommandInSession): Verdict | undefined {
  const denies = session.deny.some(({ kind }) => kind === 'all');
  return denies ? refusal('Permission to use Bash has been denied.', true) : undefined;
}

export function deniedByRules(session: CommandInSession): Verdict | undefined {
  const all = deniesAll(session);
  if (all) return all;
  const { pieces, parts, hiddenParts } = session.reading;
  const every = [...parts, ...hiddenParts];
  const piece = pieces.find(
    (it) =>
      anyCatches(session.deny, readShellCommand(it).parts, it) ||
      (!isEndOfCompound(it) && anyCatchesTest(session, readShellCommand(it).parts)),
  );
  const whole = piece ?? (anyCatches(session.deny, every, session.command) ? session.command : undefined);
  const isWholeDenied = deniesWhole(session) || (pieces.length === 0 && anyCatchesTest(session, parts));
  const denied = whole ?? (isWholeDenied ? session.command : undefined);
  return denied === undefined ? deniedFiles(session) : refusal(deniedCommand(denied), true);
}

/** Whether a rule with `*` denies the whole text: of a pipe only if not all of its commands are allowed anyway. */
function deniesWhole(session: CommandInSession): boolean {
  const { obscurity, subshell, background: isInBackground, parts, pieces } = session.reading;
  if (!session.deny.some((rule) => matchesText(rule, session.command))) return false;
  if (obscurity !== undefined || subshell || (isInBackground && parts.length === 1)) return true;
  return pieces.length > 0 && whatRuns(withoutRuleForAll(session)).allowed === false;
}

/** The result of file rules. They do not apply to commands that are not analyzed. */
function deniedFiles(session: CommandInSession): Verdict | undefined {
  const { parts, pieces, obscurity, uncertain, subshell } = session.reading;
  if (obscurity !== undefined || uncertain) return undefined;
  const { folder } = session.permissions;
  const moves = parts.filter((part) => part.words[0] === 'cd');
  if (subshell || (moves.length > 0 && parts.length > 1)) {
    const led = moves.map(({ words }) => resolvePath(words[1] ?? '~', session.permissions));
    const folders = [...new Set([folder, ...led.filter((it) => it !== undefined)])];
    if (folders.length * parts.length > maxPaths) return tooMuch;
    const ordered = [...parts.filter((part) => part.words[0] !== 'cd'), ...moves];
    for (const part of ordered) {
      const file = session.files.deniedFile(part, folders);
      if (file) return refusal(`${file.use} '${file.path}' was blocked by a deny rule.`, true);
    }
    return unlessIncomplete(session);
  }
  const named = (pieces.length > 0 ? pieces : [session.command]).find((piece) =>
    readShellCommand(piece).parts.some((part) => session.files.deniedFile(part, [folder])),
  );
  return named === undefined ? unlessIncomplete(session) : refusal(deniedCommand(named), true);
}

/** A rule that is not applied could deny a file that the command names. */
function unlessIncomplete(session: CommandInSession): Verdict | undefined {
  return session.files.isIncomplete ? notAllFileRules : undefined;
}

function anyCatchesTest(session: CommandInSession, parts: readonly CommandPart[]): boolean {
  if (session.reading.obscurity !== undefined || session.reading.subshell) return false;
  return session.deny.some((rule) => parts.some((part) => catchesTest(rule, part)));
}

function anyCatches(rules: readonly BashRule[], parts: readonly CommandPart[], text: string): boolean {
  // Only a rule without `*` is compared with a whole list, or with a command and its redirections.
  const isWhole = (rule: BashRule): boolean => rule.kind === 'exact' && rule.text === text;
  return rules.some((rule) => isWhole(rule) || parts.some((part) => catches(rule, part)));
}

export function askedByRules(session: CommandInSession): Verdict | undefined {
  const { parts, pieces, obscurity } = session.reading;
  const asks = (part: CommandPart): boolean => session.ask.some((rule) => catches(rule, part));
  const asksWhole = session.ask.some((rule) => matchesText(rule, session.command));
  const isUnanalyzed = parts.length === 0 || obscurity !== undefined || session.reading.subshell;
  if (!parts.some(asks) && !(isUnanalyzed && asksWhole)) {
    if (!asksWhole || pieces.length === 0) return undefined;
    const verdict = whatRuns(withoutRuleForAll(session));
    return verdict.allowed === false ? verdict : undefined;
  }
  if (session.reading.subshell && !(obscurity !== undefined && asksWhole)) return refusal(subshell);
  const nested = parts.filter(asks).every((part) => part.nested);
  if (obscurity !== undefined && nested && !asksWhole) return refusal(obscurity);
  const asking = pieces.filter((piece) => anyCatches(session.ask, readShellCommand(piece).parts, piece));
  const askedParts = parts.filter((part) => !part.nested && asks(part)).map(({ text }) => text);
  const several = asking.length > 0 || askedParts.length < 2 || obscurity !== undefined ? asking : askedParts;
  return refusal(several.length > 0 ? severalOperations(several) : notGranted);
}
