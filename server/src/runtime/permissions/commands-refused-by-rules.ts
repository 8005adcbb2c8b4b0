import { type CommandPart, readShellCommand } from '../../shell/read-command.ts';
import { notAllFileRules } from './command-file-rules.ts';
import { type CommandInSession, withoutRuleForAll } from './command-in-session.ts';
import { resolvePath } from './command-paths.ts';
import { type BashRule, catches, catchesTest, matchesText } from './command-rules.ts';
import {
  allowed,
  deniedCommand,
  inBackground,
  notGranted,
  refusal,
  severalOperations,
  subshell,
  tooMuch,
  type Verdict,
} from './command-verdicts.ts';
import {
  isNamedAsWhole,
  isPartRefused,
  isPieceRefused,
  severalParts,
  severalPieces,
  whatRuns,
} from './commands-that-run.ts';
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
      anyDenies(session, readShellCommand(it).parts, it) ||
      (!isEndOfCompound(it) && anyCatchesTest(session, readShellCommand(it).parts)),
  );
  // A pipe with a group in parentheses is not split.
  if (piece !== undefined) return refusal(deniedCommand(session.reading.subshell ? session.command : piece), true);
  const isWholeDenied =
    anyDenies(session, every, session.command) ||
    deniesWhole(session) ||
    (pieces.length === 0 && anyCatchesTest(session, parts));
  return isWholeDenied ? refusal(deniedCommand(session.command), true) : deniedFiles(session);
}

/**
 * Whether a rule denies the whole text: with `*`, of a pipe only if not all of its commands are allowed anyway. What is
 * looked into is compared without its redirections.
 */
function deniesWhole(session: CommandInSession): boolean {
  const { obscurity, subshell, background, parts, pieces, withoutRedirections } = session.reading;
  if (obscurity !== undefined || subshell) return session.deny.some((rule) => matchesText(rule, session.command));
  if (!background && pieces.length === 0) return false;
  const matching = session.deny.filter((rule) => matchesText(rule, withoutRedirections));
  if (matching.some(({ kind }) => kind === 'exact')) return true;
  if (matching.length === 0 || parts.some((part) => isAskedExactly(session, part))) return false;
  if (pieces.length > 0 && parts.some((part) => session.ask.some((rule) => catches(rule, part)))) return false;
  return background || whatRuns(withoutRuleForAll(session)).allowed === false;
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
  return rules.some((rule) => isExactly(rule, text) || parts.some((part) => catches(rule, part)));
}

/** Whether a text or one of its parts is denied: a part that an `ask` rule names exactly, only by a rule that does so, too. */
function anyDenies(session: CommandInSession, parts: readonly CommandPart[], text: string): boolean {
  const asked = new Set(parts.filter((part) => isAskedExactly(session, part)));
  const denies = (rule: BashRule, part: CommandPart) =>
    (rule.kind === 'exact' || !asked.has(part)) && catches(rule, part);
  return session.deny.some((rule) => isExactly(rule, text) || parts.some((part) => denies(rule, part)));
}

function isAskedExactly({ ask, reading }: CommandInSession, part: CommandPart): boolean {
  if (reading.obscurity !== undefined || reading.subshell || part.nested) return false;
  return ask.some((rule) => rule.kind === 'exact' && catches(rule, part));
}

/** Only a rule without `*` is compared with a whole list, or with a command and its redirections. */
function isExactly(rule: BashRule, text: string): boolean {
  return rule.kind === 'exact' && rule.text === text;
}

export function askedByRules(session: CommandInSession): Verdict | undefined {
  const { parts, pieces, obscurity, background, withoutRedirections, subshell: isSubshell } = session.reading;
  const asks = (part: CommandPart): boolean => session.ask.some((rule) => catches(rule, part));
  const isUnanalyzed = parts.length === 0 || obscurity !== undefined || isSubshell;
  const whole = isUnanalyzed ? session.command : withoutRedirections;
  const asksWhole = session.ask.some((rule) => matchesText(rule, whole));
  const asksPiece = isSubshell && pieces.some((piece) => session.ask.some((rule) => isExactly(rule, piece)));
  if (!parts.some(asks) && !(isUnanalyzed && (asksWhole || asksPiece))) {
    if (!asksWhole || (pieces.length === 0 && !background)) return undefined;
    const verdict = whatRuns(withoutRuleForAll(session));
    return verdict.allowed === false ? verdict : undefined;
  }
  if (isSubshell && !(obscurity !== undefined && asksWhole)) return refusal(subshell);
  const nested = parts.filter(asks).every((part) => part.nested);
  if (obscurity !== undefined && nested && !asksWhole) return refusal(obscurity);
  const asksIn = (piece: string) => anyCatches(session.ask, readShellCommand(piece).parts, piece);
  const asking = pieces.filter(asksIn);
  if (obscurity !== undefined) return refusal(asking.length > 0 ? severalOperations(asking) : notGranted);
  // What else needs approval is named, too.
  const others = withoutRuleForAll(session);
  if (asking.length > 0) {
    return refusal(severalPieces(pieces.filter((piece) => asksIn(piece) || isPieceRefused(others, piece))));
  }
  const named = parts.filter((part) => !part.nested && (asks(part) || isPartRefused(others, part)));
  // A rule that names all of them lifts several questions, but not one.
  if (named.length > 1 && isNamedAsWhole(session)) return background ? inBackground : allowed;
  return refusal(named.length > 1 ? severalParts(named) : notGranted);
}
