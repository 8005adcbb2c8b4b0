import facts from '../../../../schemas/shell-risks.json' with { type: 'json' };
import type { RuntimeId } from '../../document/runtime-id.ts';
import { TOLERATED_COMMANDS, TOLERATED_GIT_COMMANDS } from './shell-commands.ts';

/** A command that exits with a status other than 0 in ordinary situations. */
export interface MayFailFacts {
  readonly programs: readonly string[];
  /** "It fails where …". */
  readonly because: string;
  /** The first words after the program, without options; between slashes, a regular expression. */
  readonly words?: readonly string[];
  /** Which of its words are names that may not exist. */
  readonly files?: 'all' | 'afterFirst' | 'programs';
  /** A regular expression that one of its options matches. */
  readonly option?: string;
  /** A regular expression that one of its other words matches. */
  readonly operand?: string;
  /** Only options follow the words. */
  readonly alone?: boolean;
  /** A regular expression that none of its options matches. */
  readonly unless?: string;
  /** 1 if it is not given. */
  readonly status?: number;
}

/** The location of secrets, or a command that prints them: `what` completes "It reads …". */
interface SecretFacts {
  readonly pattern: RegExp;
  readonly what: string;
}

/** Where a secret is kept. */
interface SecretFileFacts extends SecretFacts {
  /** It is meant to be read by programs, so only printing it counts. */
  readonly isForPrograms: boolean;
}

/** Commands that may fail although nothing is wrong. */
export const MAY_FAIL: readonly MayFailFacts[] = facts.mayFail.commands as readonly MayFailFacts[];

/** Files and folders that exist wherever a skill runs. */
export const NEVER_MISSING: RegExp = new RegExp(facts.mayFail.neverMissing.pattern);

export const ALWAYS_INSTALLED: ReadonlySet<string> = new Set(facts.mayFail.alwaysInstalled.names);

export const DOWNLOADERS: ReadonlySet<string> = new Set(facts.dangerous.downloaders);
export const SHELLS: ReadonlySet<string> = new Set(facts.dangerous.shells);
export const INTERPRETERS: ReadonlySet<string> = new Set(facts.dangerous.interpreters);
/** A command that changes something for others, as it is written after the name of no other program but `sudo`. */
export const OUTWARD_COMMAND: RegExp = new RegExp(
  `^(?:sudo\\s+)?(?:${facts.outward.commands.join('|').replaceAll(' ', '\\s+')})(?![\\w-])`,
);

/** The options with which such a command changes nothing. */
export const HARMLESS_OPTION: RegExp = new RegExp(facts.outward.harmless);

/** A command that installs or runs code from elsewhere. */
export const FOREIGN_COMMAND: RegExp = new RegExp(
  `^(?:${[...facts.foreign.commands, ...facts.dangerous.downloaders].join('|')})(?![\\w-])`,
);

/** Commands that execute the text that they are given. */
export const EVALUATORS: ReadonlySet<string> = new Set(facts.dangerous.evaluators);
/** Addresses from which well-known tools are installed. */
export const INSTALLERS: RegExp = new RegExp(facts.dangerous.installers.pattern);
/** Paths that a skill may delete: files below its own folder, and temporary files. */
export const OWN_FOLDERS: RegExp = new RegExp(facts.dangerous.ownFolders);
/** Programs that show at most the name, size or date of a file. */
export const NAMES_ONLY: ReadonlySet<string> = new Set(facts.dangerous.namesOnly.names);
/** Names of environment variables that hold secrets. */
export const SECRET_VARIABLES: RegExp = new RegExp(facts.dangerous.secretVariables);

export const SECRET_FILES: readonly SecretFileFacts[] = facts.dangerous.secretFiles.map((facts) => ({
  pattern: new RegExp(facts.pattern),
  what: facts.what,
  isForPrograms: 'isForPrograms' in facts,
}));

/** Commands that print secrets; the expression matches the words after the program, joined by spaces. */
export const SECRET_COMMANDS: readonly (SecretFacts & { readonly programs: readonly string[] })[] =
  facts.dangerous.secretCommands.map(({ programs, pattern, what }) => ({
    programs,
    pattern: new RegExp(pattern),
    what,
  }));

const exitOneIsFine: Partial<Record<RuntimeId, readonly string[]>> = facts.exitOneIsFine.runtimes;

/** Whether Claude Code treats exit status 1 of a command as success, by the words of its last part. */
export function isExitOneFine([program = '', subcommand = '']: readonly string[], runtime: RuntimeId): boolean {
  const programsOfRelease = exitOneIsFine[runtime];
  if (programsOfRelease) return programsOfRelease.includes(program);
  return TOLERATED_COMMANDS.has(program) || (program === 'git' && TOLERATED_GIT_COMMANDS.has(subcommand));
}

const programs: ReadonlySet<string> = new Set(facts.programs.names);

const alsoWords: ReadonlySet<string> = new Set(facts.programs.alsoWords);

/** Whether a word alone is certainly the name of a program. */
export function isCertainlyProgram(word: string): boolean {
  return programs.has(word) && !alsoWords.has(word);
}

/** Assignments for one command, `NAME=value`, before the command's name. */
const assignments = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)*/;

/** Whether a text in backticks is clearly a shell command: it begins with a well-known program or a script. */
export function isCertainlyCommand(text: string): boolean {
  const command = text.trimStart().slice(0, 500);
  const start = assignments.exec(command)?.[0].length ?? 0;
  const word = /^(?:"[^"]*"|'[^']*'|[^\s;|&<>()])+/.exec(command.slice(start))?.[0].replace(/["']/g, '') ?? '';
  return programs.has(word) || isScript(word);
}

function isScript(word: string): boolean {
  return /^(?:\.{1,2}\/|~\/|\$\{?\w+\}?\/|\/(?:usr|bin|opt|home)\/)\S|^[\w./-]+\.(?:sh|bash)$/.test(word);
}
