import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { MAX_PARSED_COMMAND, MAX_RULE_COMPARISONS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { EDITING_COMMANDS } from '../../dialect/shell/shell-commands.ts';
import { oncePer } from '../../platform/once-per.ts';
import {
  type CommandPart,
  type CommandReading,
  readShellCommand,
  readWithoutParsing,
} from '../../shell/read-command.ts';
import { checkByAppearance } from './check-command-by-appearance.ts';
import { type FileRules, fileRulesOf, notAllFileRules } from './command-file-rules.ts';
import { inMode } from './command-mode.ts';
import {
  objectionToPaths,
  objectionToRedirections,
  onlyPrints,
  type PathObjection,
  type Places,
  resolvePath,
} from './command-paths.ts';
import type { CommandPermissions, CommandVerdict } from './command-permissions.ts';
import {
  allows,
  type BashRule,
  catches,
  catchesTest,
  isTooWide,
  matchesText,
  readBashRules,
  readGrantedRules,
  runWords,
  suggestRule,
} from './command-rules.ts';
import { evaluation, patternOfAwk } from './evaluating-command.ts';
import { isReadOnly } from './read-only-command.ts';

export type { CommandPermissions, CommandVerdict } from './command-permissions.ts';

/**
 * Whether Claude Code runs a command of a skill when nobody can be asked: `deny` rules come before `ask` rules, and both
 * before anything that allows. All of it was recorded; what was not recorded is reported as not known.
 */
export function checkCommand(command: string, permissions: CommandPermissions): CommandVerdict {
  const { commandCheck } = capabilities(permissions.runtime);
  if (commandCheck === 'by-appearance') return checkByAppearance(command, permissions);
  const verdict = new Check(command, permissions).verdict();
  return verdict.allowed === false && !verdict.denied
    ? { ...verdict, message: inMode(verdict.message, permissions.mode) }
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

type Refusal = Extract<CommandVerdict, { allowed: false }> & { readonly denied?: boolean };
type Verdict = Exclude<CommandVerdict, { allowed: false }> | Refusal;

const allowed: Verdict = { allowed: true };
const notGranted = "Claude requested permissions to use Bash, but you haven't granted it yet.";
const needsApproval = 'This command requires approval';
const changesWithSed = 'sed command requires approval (contains potentially dangerous operations)';
const subshell = 'This command uses shell operators that require approval for safety';
const statedVariable = "A variable set in this command can't be checked before it runs";
const notOneByOne = "The parts of this pipe can't be checked one by one, so the command needs approval";
const background =
  'This command uses the `&` background operator, which defers execution past approval-time safety checks. Approve only if you trust it.';

/**
 * Number of folders times the parts of a command that may run there; above it, they are not compared with file rules.
 */
const maxPaths = 20_000;

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
const withoutRuleForAll = oncePer((permissions: CommandPermissions): CommandPermissions => {
  const isForAll = (rule: string) => /^Bash(?:\(\*?\))?$/.test(rule);
  const { rules, granted } = permissions;
  return {
    ...permissions,
    rules: rules.filter(({ rule, behavior }) => behavior !== 'allow' || !isForAll(rule)),
    granted: granted.filter((rule) => !isForAll(rule)),
  };
});

class Check {
  readonly #command: string;
  /** Too long to be split. */
  readonly #isUnread: boolean;
  readonly #permissions: CommandPermissions;
  readonly #places: Places;
  readonly #reading: CommandReading;
  readonly #deny: readonly BashRule[];
  readonly #ask: readonly BashRule[];
  readonly #allow: readonly BashRule[];
  readonly #files: FileRules;

  constructor(command: string, permissions: CommandPermissions) {
    this.#command = command.trim();
    this.#permissions = permissions;
    this.#isUnread = this.#command.length > MAX_PARSED_COMMAND;
    this.#reading = this.#isUnread ? readWithoutParsing(this.#command) : readShellCommand(this.#command);
    const { deny, ask, allow, files } = rulesFor(permissions);
    this.#deny = deny;
    this.#ask = ask;
    this.#allow = allow;
    this.#files = files;
    this.#places = { ...permissions, allowsEdit: (path) => files.allowsEdit(path) };
  }

  verdict(): Verdict {
    if (this.#isTooMuch()) return this.#forAll() ?? tooMuch;
    return this.#denied() ?? this.#asked() ?? this.#dangerous() ?? this.#allowedAltogether() ?? this.#looked();
  }

  /** Whether there are too many parts and rules to compare them all. */
  #isTooMuch(): boolean {
    const { parts, hiddenParts } = this.#reading;
    const rules = this.#deny.length + this.#ask.length + this.#allow.length;
    return (parts.length + hiddenParts.length) * rules > MAX_RULE_COMPARISONS;
  }

  /** Verdicts that do not depend on any part of a command. */
  #forAll(): Verdict | undefined {
    const denies = this.#deny.some(({ kind }) => kind === 'all');
    return denies ? refusal('Permission to use Bash has been denied.', true) : undefined;
  }

  #denied(): Verdict | undefined {
    const forAll = this.#forAll();
    if (forAll) return forAll;
    const { pieces, parts, hiddenParts } = this.#reading;
    const every = [...parts, ...hiddenParts];
    const piece = pieces.find(
      (it) =>
        this.#catches(this.#deny, readShellCommand(it).parts, it) ||
        (!isEndOfCompound(it) && this.#catchesTest(readShellCommand(it).parts)),
    );
    const whole = piece ?? (this.#catches(this.#deny, every, this.#command) ? this.#command : undefined);
    const isWholeDenied = this.#deniesWhole() || (pieces.length === 0 && this.#catchesTest(parts));
    const denied = whole ?? (isWholeDenied ? this.#command : undefined);
    return denied === undefined ? this.#deniedFiles() : refusal(deniedCommand(denied), true);
  }

  /** Whether a rule with `*` denies the whole text: of a pipe only if not all of its commands are allowed anyway. */
  #deniesWhole(): boolean {
    const { obscurity, subshell, background: isInBackground, parts, pieces } = this.#reading;
    if (!this.#deny.some((rule) => matchesText(rule, this.#command))) return false;
    if (obscurity !== undefined || subshell || (isInBackground && parts.length === 1)) return true;
    return pieces.length > 0 && this.#withoutRuleForAll().#looked().allowed === false;
  }

  /** The same with no rule for all of Bash, which applies only where nothing else decides. */
  #withoutRuleForAll(): Check {
    return new Check(this.#command, withoutRuleForAll(this.#permissions));
  }

  /** The result of file rules. They do not apply to commands that are not analyzed. */
  #deniedFiles(): Verdict | undefined {
    const { parts, pieces, obscurity, uncertain, subshell } = this.#reading;
    if (obscurity !== undefined || uncertain) return undefined;
    const { folder } = this.#permissions;
    const moves = parts.filter((part) => part.words[0] === 'cd');
    if (subshell || (moves.length > 0 && parts.length > 1)) {
      const led = moves.map(({ words }) => resolvePath(words[1] ?? '~', this.#permissions));
      const folders = [...new Set([folder, ...led.filter((it) => it !== undefined)])];
      if (folders.length * parts.length > maxPaths) return tooMuch;
      const ordered = [...parts.filter((part) => part.words[0] !== 'cd'), ...moves];
      for (const part of ordered) {
        const file = this.#files.deniedFile(part, folders);
        if (file) return refusal(`${file.use} '${file.path}' was blocked by a deny rule.`, true);
      }
      return this.#unlessIncomplete();
    }
    const named = (pieces.length > 0 ? pieces : [this.#command]).find((piece) =>
      readShellCommand(piece).parts.some((part) => this.#files.deniedFile(part, [folder])),
    );
    return named === undefined ? this.#unlessIncomplete() : refusal(deniedCommand(named), true);
  }

  /** A rule that is not applied could deny a file that the command names. */
  #unlessIncomplete(): Verdict | undefined {
    return this.#files.isIncomplete ? notAllFileRules : undefined;
  }

  #catchesTest(parts: readonly CommandPart[]): boolean {
    if (this.#reading.obscurity !== undefined || this.#reading.subshell) return false;
    return this.#deny.some((rule) => parts.some((part) => catchesTest(rule, part)));
  }

  #catches(rules: readonly BashRule[], parts: readonly CommandPart[], text: string): boolean {
    // Only a rule without `*` is compared with a whole list, or with a command and its redirections.
    const isWhole = (rule: BashRule): boolean => rule.kind === 'exact' && rule.text === text;
    return rules.some((rule) => isWhole(rule) || parts.some((part) => catches(rule, part)));
  }

  #asked(): Verdict | undefined {
    const { parts, pieces, obscurity } = this.#reading;
    const asks = (part: CommandPart): boolean => this.#ask.some((rule) => catches(rule, part));
    const asksWhole = this.#ask.some((rule) => matchesText(rule, this.#command));
    const isUnanalyzed = parts.length === 0 || obscurity !== undefined || this.#reading.subshell;
    if (!parts.some(asks) && !(isUnanalyzed && asksWhole)) {
      if (!asksWhole || pieces.length === 0) return undefined;
      const verdict = this.#withoutRuleForAll().#looked();
      return verdict.allowed === false ? verdict : undefined;
    }
    if (this.#reading.subshell && !(obscurity !== undefined && asksWhole)) return refusal(subshell);
    const nested = parts.filter(asks).every((part) => part.nested);
    if (obscurity !== undefined && nested && !asksWhole) return refusal(obscurity);
    const asking = pieces.filter((piece) => this.#catches(this.#ask, readShellCommand(piece).parts, piece));
    const askedParts = parts.filter((part) => !part.nested && asks(part)).map(({ text }) => text);
    const several = asking.length > 0 || askedParts.length < 2 || obscurity !== undefined ? asking : askedParts;
    return refusal(several.length > 0 ? severalOperations(several) : notGranted);
  }

  /** Objections that no rule and no mode removes. */
  #dangerous(): Verdict | undefined {
    if (this.#isUnread) return undefined;
    const bypassed = this.#permissions.mode === 'bypassPermissions';
    const isCounted = this.#isNamedAsWhole();
    for (const part of this.#reading.parts) {
      const objection = objectionToPaths(part, this.#places);
      if (objection === undefined || objection === 'unknown' || objection.liftedBy !== 'nothing') continue;
      const isDangerous = objection.message.startsWith('Dangerous');
      if (isDangerous || !(bypassed || isCounted)) return refusal(objection.message);
    }
    return undefined;
  }

  #allowedAltogether(): Verdict | undefined {
    if (this.#permissions.mode === 'bypassPermissions') return allowed;
    const { obscurity, uncertain } = this.#reading;
    const exactly = this.#allow.some((rule) => rule.kind === 'exact' && rule.text === this.#command);
    if (exactly && !this.#isUnread && obscurity !== undefined) return allowed;
    if (!this.#allow.some(({ kind }) => kind === 'all')) return undefined;
    const looksInto = obscurity === undefined && !uncertain && !this.#reading.subshell;
    return this.#reading.background && looksInto ? refusal(background) : allowed;
  }

  #looked(): Verdict {
    const { obscurity, parts, uncertain, pieces } = this.#reading;
    if (obscurity !== undefined) return uncertain ? undecided : refusal(obscurity, false, 'Bash');
    const evaluating = parts.map(evaluation).find((it) => it !== undefined);
    const exactly = this.#allow.some((rule) => rule.kind === 'exact' && rule.text === this.#command);
    if (evaluating !== undefined && exactly) return allowed;
    const objection = evaluating ?? parts.map(patternOfAwk).find((it) => it !== undefined);
    if (objection !== undefined) return refusal(objection, false, 'Bash');
    if (uncertain) return undecided;
    if (this.#reading.subshell) return refusal(subshell, false, 'Bash');
    if (pieces.length === 0 && parts.length === 1 && isGivenText(parts[0], this.#command) && exactly) return allowed;
    if (this.#isNamedAsWhole()) return this.#checkWhole(this.#reading);
    const verdict = pieces.length > 0 ? this.#checkPieces(pieces) : this.#checkParts(this.#reading);
    if (verdict.allowed !== true) return verdict;
    if (this.#reading.setsVariables) return refusal(statedVariable, false, 'Bash');
    return this.#reading.background ? refusal(background) : verdict;
  }

  /** Whether a rule names more than one simple command as it is written: a list, a loop, one with redirections. */
  #isNamedAsWhole(): boolean {
    const { parts, pieces, obscurity, uncertain, subshell: isSubshell } = this.#reading;
    if (pieces.length > 0 || obscurity !== undefined || uncertain || isSubshell) return false;
    const isSimple = parts.length === 1 && parts[0]!.text === this.#command;
    return !isSimple && this.#allow.some((rule) => isOfWhole(rule, this.#command));
  }

  /**
   * A rule names all commands of a list together, or a loop or the like as it is written. It does not lift an objection to
   * the files of the only command in it that is not allowed anyway; if there are several, it lifts all of them.
   */
  #checkWhole({ parts, setsVariables, background: isInBackground }: CommandReading): Verdict {
    const moved = this.#afterMoving(parts);
    if (moved && !moved.isOfFiles) return moved.verdict;
    const verdicts = parts.map((part) => this.#checkPart(part, setsVariables));
    const refused = verdicts.filter((it) => it.allowed === false);
    const [only] = refused;
    if (refused.length < 2) {
      const untellable = verdicts.find((it) => it.allowed === undefined);
      if (untellable) return untellable;
      if (only && only.message !== needsApproval) return moved?.verdict ?? only;
    }
    return isInBackground ? refusal(background) : allowed;
  }

  /** Commands in a pipe are checked one by one, each with its redirections. */
  #checkPieces(pieces: readonly string[]): Verdict {
    for (const part of this.#reading.parts) {
      const objection = objectionToRedirections(part, this.#places);
      const writes = part.redirections.some(({ operator }) => operator.includes('>'));
      // Claude Code reports the objection only after the last `|`; before it, it names the command.
      if (objection === undefined || objection === 'unknown' || !writes) continue;
      if (part === this.#reading.parts.at(-1) && !this.#lifts(objection))
        return refusal(objection.message, false, 'Bash');
    }
    const refused: string[] = [];
    const rules: string[] = [];
    for (const piece of pieces) {
      const isCut = isCutLine(piece) || isEndOfCompound(piece);
      if (isCut && this.#allow.some((rule) => isOfWhole(rule, piece))) continue;
      const verdict = isCut ? refusal(needsApproval, false, 'Bash') : this.#checkParts(readShellCommand(piece));
      if (verdict.allowed === undefined) return verdict;
      if (verdict.allowed) continue;
      refused.push(piece.replace(/\s*\d?>{1,2}\s*(?![&\s])\S+$/, ''));
      if (verdict.suggestedRule !== undefined) rules.push(verdict.suggestedRule);
    }
    if (refused.length > 0) return refusal(severalOperations(refused), false, together(rules));
    return pieces.some(isEndOfCompound) ? refusal(notOneByOne, false, 'Bash') : allowed;
  }

  #checkParts({ parts, setsVariables }: CommandReading): Verdict {
    const moved = this.#afterMoving(parts);
    if (moved) return moved.verdict;
    const verdicts = parts.map((part) => this.#checkPart(part, setsVariables));
    const nested: number[] = [];
    for (const [at, part] of parts.entries()) {
      if (part.nested) {
        nested.push(at);
        continue;
      }
      // A command inside quoted text is checked before the command that contains it and decides for both.
      const inner = nested
        .map((it) => [parts[it]!, verdicts[it]!] as const)
        .find(([it]) => part.text.includes(it.text));
      if (inner?.[1].allowed !== false) continue;
      // An objection to files is one of the inner command alone, if a rule allows the other one.
      const isOfInner = inner[1].message !== needsApproval && this.#allow.some((it) => allows(it, part));
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
    return refusal(severalOperations(refused.map(({ text }) => text)), false, rules);
  }

  /** Claude Code's objections after a `cd`, and whether it is only one to the files of a command. */
  #afterMoving(parts: readonly CommandPart[]): { readonly verdict: Verdict; readonly isOfFiles: boolean } | undefined {
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
    const redirected = others.some((part) => writes(objectionToRedirections(part, this.#places)));
    if (!redirected && !others.some((part) => writes(objectionToPaths(part, this.#places)))) return undefined;
    const how = redirected ? 'write via output redirection' : 'perform write operations';
    const message = `Commands that change directories and ${how} require explicit approval to ensure paths are evaluated correctly. For security, Claude Code cannot automatically determine the final working directory when 'cd' is used in compound commands.`;
    return { verdict: refusal(message, false, 'Bash'), isOfFiles: true };
  }

  #checkPart(part: CommandPart, setsVariables: boolean): Verdict {
    const objection = objectionToPaths(part, this.#places);
    if (objection === 'unknown') return undecided;
    const rule = suggestRule(part);
    const granted = this.#allow.some((it) => allows(it, part));
    if (objection !== undefined && !this.#lifts(objection)) {
      if (objection.liftedBy !== 'rule') return refusal(objection.message, false, 'Bash');
      if (!granted) return refusal(objection.message, false, rule);
    }
    if (granted) return allowed;
    const [command = ''] = runWords(part);
    if (this.#permissions.mode === 'acceptEdits' && EDITING_COMMANDS.has(command)) return allowed;
    // Before Claude Code's shell has run once, any variable could be one that programs read.
    const reads = setsVariables ? false : isReadOnly(part);
    if (reads === undefined) return undecided;
    // If a rule allows to change the file, what is left is the command.
    const message = command === 'sed' && !onlyPrints(runWords(part)) ? changesWithSed : needsApproval;
    return reads ? allowed : refusal(message, false, rule);
  }

  #lifts({ liftedBy }: PathObjection): boolean {
    return this.#permissions.mode === 'acceptEdits' && (liftedBy === 'edits' || liftedBy === 'rule');
  }
}

/** The rules of the settings with a behavior. */
function rulesOf({ rules, runtime }: CommandPermissions, behavior: PermissionRule['behavior']): readonly BashRule[] {
  return readBashRules(
    rules.filter((it) => it.behavior === behavior).map(({ rule }) => rule),
    runtime,
  );
}

function deniedCommand(command: string): string {
  return `Permission to use Bash with command ${command} has been denied.`;
}

function refusal(message: string, denied = false, suggestedRule?: string): Refusal {
  return { allowed: false, message, suggestedRule, denied };
}

const tooMuch: Verdict = {
  allowed: undefined,
  why: 'The command has too many parts to compare them all with the rules',
};
const undecided: Verdict = { allowed: undefined, why: 'Whether Claude Code would run this command is not known' };

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

/** Whether a command next to a `|` has the backslash of a line that goes on, which Claude Code takes for a word. */
function isCutLine(piece: string): boolean {
  return /^\\\n|(^|[^\\])\\$/.test(piece);
}

const quoted = /'[^']*'|"(?:\\.|[^"\\])*"|\\./gs;
const keyword =
  /(?<=^|[;&|\n({]|\b(?:then|do|else|if|elif|while|until)\b|!)[ \t]*(if|while|until|for|case|then|do|else|elif|fi|done|esac)(?=[\s;&|)]|$)/g;

/** Whether a command next to a `|` ends a loop or condition that began before: `wc -l; done`. */
function isEndOfCompound(piece: string): boolean {
  let depth = 0;
  for (const [, word = ''] of piece.replace(quoted, 'x').matchAll(keyword)) {
    if (/^(?:if|while|until|for|case)$/.test(word)) depth++;
    else if (depth === 0) return true;
    else if (/^(?:fi|done|esac)$/.test(word)) depth--;
  }
  return false;
}

function severalOperations(parts: readonly string[]): string {
  const named = [...new Set(parts)];
  const verb = named.length === 1 ? 'part requires' : 'parts require';
  return `This Bash command contains multiple operations. The following ${verb} approval: ${named.join(', ')}`;
}

function together(rules: readonly string[]): string | undefined {
  return rules.length === 0 ? undefined : [...new Set(rules)].join(', ');
}
