import { EDITING_COMMANDS } from '../../dialect/shell/shell-commands.ts';
import { type CommandPart, type CommandReading, readShellCommand } from '../../shell/read-command.ts';
import type { CommandInSession } from './command-in-session.ts';
import { objectionToPaths, objectionToRedirections, onlyPrints, type PathObjection } from './command-paths.ts';
import { allows, type BashRule, runWords, suggestRule } from './command-rules.ts';
import {
  allowed,
  changesWithSed,
  inBackground,
  needsApproval,
  notOneByOne,
  refusal,
  severalOperations,
  statedVariable,
  subshell,
  together,
  undecided,
  type Verdict,
} from './command-verdicts.ts';
import { evaluation, patternOfAwk } from './evaluating-command.ts';
import { isCutLine, isEndOfCompound } from './pieces-of-pipes.ts';
import { isReadOnly } from './read-only-command.ts';

/** Whether a command that no rule refuses runs without anybody being asked. */
export function whatRuns(session: CommandInSession): Verdict {
  const { obscurity, parts, uncertain, pieces } = session.reading;
  if (obscurity !== undefined) return uncertain ? undecided : refusal(obscurity, false, 'Bash');
  const evaluating = parts.map(evaluation).find((it) => it !== undefined);
  const exactly = session.allow.some((rule) => rule.kind === 'exact' && rule.text === session.command);
  if (evaluating !== undefined && exactly) return allowed;
  const objection = evaluating ?? parts.map(patternOfAwk).find((it) => it !== undefined);
  if (objection !== undefined) return refusal(objection, false, 'Bash');
  if (uncertain) return undecided;
  if (session.reading.subshell) return refusal(subshell, false, 'Bash');
  if (pieces.length === 0 && parts.length === 1 && isGivenText(parts[0], session.command) && exactly) return allowed;
  if (isNamedAsWhole(session)) return checkWhole(session, session.reading);
  const verdict = pieces.length > 0 ? checkPieces(session, pieces) : checkParts(session, session.reading);
  if (verdict.allowed !== true) return verdict;
  if (session.reading.setsVariables) return refusal(statedVariable, false, 'Bash');
  return session.reading.background ? inBackground : verdict;
}

/** Whether a rule names more than one simple command as it is written: a list, a loop, one with redirections. */
export function isNamedAsWhole(session: CommandInSession): boolean {
  const { parts, pieces, obscurity, uncertain, subshell: isSubshell } = session.reading;
  if (pieces.length > 0 || obscurity !== undefined || uncertain || isSubshell) return false;
  const isSimple = parts.length === 1 && parts[0]!.text === session.command;
  const texts = [session.command, session.reading.withoutInputs];
  return !isSimple && session.allow.some((rule) => texts.some((text) => isOfWhole(rule, text)));
}

/**
 * A rule names all commands of a list together, or a loop or the like as it is written. It does not lift an objection to
 * the files of the only command in it that is not allowed anyway; if there are several, it lifts all of them.
 */
function checkWhole(
  session: CommandInSession,
  { parts, setsVariables, background: isInBackground }: CommandReading,
): Verdict {
  const moved = afterMoving(session, parts);
  if (moved && !moved.isOfFiles) return moved.verdict;
  const verdicts = parts.map((part) => checkPart(session, part, setsVariables));
  const refused = verdicts.filter((it) => it.allowed === false);
  const [only] = refused;
  if (refused.length < 2) {
    const untellable = verdicts.find((it) => it.allowed === undefined);
    if (untellable) return untellable;
    if (only && only.message !== needsApproval) return moved?.verdict ?? only;
  }
  return isInBackground ? inBackground : allowed;
}

/** Commands in a pipe are checked one by one, and then where their output goes. */
function checkPieces(session: CommandInSession, pieces: readonly string[]): Verdict {
  const refused: string[] = [];
  const rules: string[] = [];
  let isBackgroundOnly = true;
  for (const piece of pieces) {
    const verdict = checkPiece(session, piece);
    if (verdict.allowed === undefined) return verdict;
    if (verdict.allowed) continue;
    refused.push(piece);
    isBackgroundOnly &&= verdict.isOfBackground === true;
    if (verdict.suggestedRule !== undefined) rules.push(verdict.suggestedRule);
  }
  if (refused.length > 0) {
    return { ...refusal(severalPieces(refused), false, together(rules)), isOfBackground: isBackgroundOnly };
  }
  if (pieces.some(isEndOfCompound)) return refusal(notOneByOne, false, 'Bash');
  for (const part of session.reading.parts) {
    const objection = objectionToRedirections(part, session.places);
    if (objection === 'unknown') return undecided;
    if (objection !== undefined && !lifts(session, objection)) return refusal(objection.message, false, 'Bash');
  }
  return allowed;
}

function checkPiece(session: CommandInSession, piece: string): Verdict {
  if (!isCutLine(piece) && !isEndOfCompound(piece)) {
    const reading = readShellCommand(piece);
    if (reading.obscurity !== undefined) return refusal(needsApproval, false, 'Bash');
    const verdict = checkParts(session, reading);
    return verdict.allowed && reading.background ? inBackground : verdict;
  }
  return session.allow.some((rule) => isOfWhole(rule, piece)) ? allowed : refusal(needsApproval, false, 'Bash');
}

/** Claude Code's message about the commands of a list that need approval. */
export function severalParts(parts: readonly CommandPart[]): string {
  return severalOperations(parts.map(({ text, withInput }) => withInput ?? text));
}

/** Claude Code's message about the commands of a pipe that need approval. */
export function severalPieces(pieces: readonly string[]): string {
  // With `>|` and `&>` in a command, it shows no redirection.
  const shown = (piece: string) => (/>\||&>/.test(piece) ? readShellCommand(piece).withoutRedirections : piece);
  return severalOperations(pieces.map(shown));
}

/** Whether a command of a pipe needs approval, with the rules of a session. */
export function isPieceRefused(session: CommandInSession, piece: string): boolean {
  return checkPiece(session, piece).allowed === false;
}

/** Whether a command of a list needs approval, with the rules of a session. */
export function isPartRefused(session: CommandInSession, part: CommandPart): boolean {
  return checkPart(session, part, session.reading.setsVariables).allowed === false;
}

function checkParts(session: CommandInSession, { parts, setsVariables }: CommandReading): Verdict {
  const moved = afterMoving(session, parts);
  if (moved) return moved.verdict;
  const verdicts = parts.map((part) => checkPart(session, part, setsVariables));
  const nested: number[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.nested) {
      nested.push(at);
      continue;
    }
    // A command inside quoted text is checked before the command that contains it and decides for both.
    const inner = nested.map((it) => [parts[it]!, verdicts[it]!] as const).find(([it]) => part.text.includes(it.text));
    if (inner?.[1].allowed !== false) continue;
    // An objection to files is one of the inner command alone, if a rule allows the other one.
    const isOfInner = inner[1].message !== needsApproval && session.allow.some((it) => allows(it, part));
    verdicts[at] = isOfInner ? allowed : refusal(needsApproval);
  }
  const untellable = verdicts.find((it) => it.allowed === undefined);
  if (untellable) return untellable;
  const refused = parts.filter((_, at) => verdicts[at]!.allowed === false);
  const refusals = verdicts.filter((it) => it.allowed === false);
  if (refusals.length === 0) return allowed;
  const [first] = refusals;
  const rules = together(refusals.map(({ suggestedRule }) => suggestedRule).filter((it) => it !== undefined));
  if (parts.length === 1 || (refusals.length === 1 && first!.message !== needsApproval)) return first!;
  return refusal(severalParts(refused), false, rules);
}

/** Claude Code's objections after a `cd`, and whether it is only one to the files of a command. */
function afterMoving(
  session: CommandInSession,
  parts: readonly CommandPart[],
): { readonly verdict: Verdict; readonly isOfFiles: boolean } | undefined {
  const moves = parts.filter((part) => runWords(part)[0] === 'cd');
  if (moves.length === 0 || parts.length === 1) return undefined;
  if (moves.length > 1) {
    const message = 'Multiple directory changes in one command require approval for clarity';
    return { verdict: refusal(message, false, 'Bash'), isOfFiles: false };
  }
  const others = parts.filter((part) => runWords(part)[0] !== 'cd');
  if (others.some((part) => runWords(part)[0] === 'git')) {
    const message =
      'This command changes directory before running a version-control command, which can pick up untrusted hooks or repository configuration from the target directory. Approve only if you trust it.';
    return { verdict: refusal(message, false, 'Bash'), isOfFiles: false };
  }
  const writes = (objection: PathObjection | 'unknown' | undefined): boolean =>
    objection !== undefined && objection !== 'unknown' && / needs approval\. /.test(objection.message);
  const redirected = others.some((part) => writes(objectionToRedirections(part, session.places)));
  if (!redirected && !others.some((part) => writes(objectionToPaths(part, session.places)))) return undefined;
  const how = redirected ? 'write via output redirection' : 'perform write operations';
  const message = `Commands that change directories and ${how} require explicit approval to ensure paths are evaluated correctly. For security, Claude Code cannot automatically determine the final working directory when 'cd' is used in compound commands.`;
  return { verdict: refusal(message, false, 'Bash'), isOfFiles: true };
}

function checkPart(session: CommandInSession, part: CommandPart, setsVariables: boolean): Verdict {
  const objection = objectionToPaths(part, session.places);
  if (objection === 'unknown') return undecided;
  const rule = suggestRule(part);
  const granted = session.allow.some((it) => allows(it, part));
  if (objection !== undefined && !lifts(session, objection)) {
    if (objection.liftedBy !== 'rule') return refusal(objection.message, false, 'Bash');
    if (!granted) return refusal(objection.message, false, rule);
  }
  if (granted) return allowed;
  const isOnlyRedirected = part.words.length === 0 && session.reading.parts.length === 1;
  if (isOnlyRedirected) return refusal(needsApproval, false, 'Bash');
  const [command = ''] = runWords(part);
  if (session.permissions.mode === 'acceptEdits' && EDITING_COMMANDS.has(command)) return allowed;
  // Before Claude Code's shell has run once, any variable could be one that programs read.
  const reads = setsVariables ? false : isReadOnly(part);
  if (reads === undefined) return undecided;
  // If a rule allows to change the file, what is left is the command.
  const message = command === 'sed' && !onlyPrints(runWords(part)) ? changesWithSed : needsApproval;
  return reads ? allowed : refusal(message, false, rule);
}

function lifts(session: CommandInSession, { liftedBy }: PathObjection): boolean {
  return session.permissions.mode === 'acceptEdits' && (liftedBy === 'edits' || liftedBy === 'rule');
}

/** Whether a command is one alone with nothing but a text as its input: `sed -i … <<< "text"`. */
function isGivenText(part: CommandPart | undefined, command: string): boolean {
  return (
    part !== undefined && command.startsWith(part.text) && /^\s*<<<[^<>|&;]*$/.test(command.slice(part.text.length))
  );
}

/** Whether a rule names a command as it is written. */
function isOfWhole(rule: BashRule, command: string): boolean {
  return (rule.kind === 'exact' || rule.kind === 'prefix') && rule.text === command;
}
