import facts from '../../../schemas/shell-risks.json' with { type: 'json' };
import type { RuntimeId } from '../document/runtime-id.ts';
import { TOLERATED_COMMANDS, TOLERATED_GIT_COMMANDS } from './shell-commands.ts';

/** A command that exits with another status than 0 in ordinary situations. */
export interface MayFailFacts {
  readonly programs: readonly string[];
  /** "It fails where …". */
  readonly because: string;
  /** The first words behind the program, options left out; between slashes an expression. */
  readonly words?: readonly string[];
  /** What of its words are names that may be of nothing. */
  readonly files?: 'all' | 'afterFirst' | 'programs';
  /** An expression that one of its options fits. */
  readonly option?: string;
  /** An expression that one of its other words fits. */
  readonly operand?: string;
  /** Nothing but options stands behind the words. */
  readonly alone?: boolean;
  /** An expression that none of its options fits. */
  readonly unless?: string;
  /** 1 where it is not given. */
  readonly status?: number;
}

/** Where secrets are, or a command that prints them: `what` completes "It reads …". */
export interface SecretFacts {
  readonly pattern: RegExp;
  readonly what: string;
}

/** Where a secret is kept. */
interface SecretFileFacts extends SecretFacts {
  /** It is made to be read by programs, so only printing it counts. */
  readonly isForPrograms: boolean;
}

/** What may fail though nothing is wrong. */
export const MAY_FAIL: readonly MayFailFacts[] = facts.mayFail.commands as readonly MayFailFacts[];

/** Files and folders that are there wherever a skill runs. */
export const NEVER_MISSING: RegExp = new RegExp(facts.mayFail.neverMissing.pattern);

export const ALWAYS_INSTALLED: ReadonlySet<string> = new Set(facts.mayFail.alwaysInstalled.names);

export const DOWNLOADERS: ReadonlySet<string> = new Set(facts.dangerous.downloaders);
export const SHELLS: ReadonlySet<string> = new Set(facts.dangerous.shells);
export const INTERPRETERS: ReadonlySet<string> = new Set(facts.dangerous.interpreters);
/** Commands that carry out the text that they are given. */
export const EVALUATORS: ReadonlySet<string> = new Set(facts.dangerous.evaluators);
/** What a skill may delete: what is below its own folder, and temporary files. */
export const OWN_FOLDERS: RegExp = new RegExp(facts.dangerous.ownFolders);
/** Programs that show of a file at most its name, size or date. */
export const NAMES_ONLY: ReadonlySet<string> = new Set(facts.dangerous.namesOnly.names);
/** Names of environment variables that hold secrets. */
export const SECRET_VARIABLES: RegExp = new RegExp(facts.dangerous.secretVariables);

export const SECRET_FILES: readonly SecretFileFacts[] = facts.dangerous.secretFiles.map((facts) => ({
  pattern: new RegExp(facts.pattern),
  what: facts.what,
  isForPrograms: 'isForPrograms' in facts,
}));

/** What prints secrets; the expression is about the words behind the program, joined by spaces. */
export const SECRET_COMMANDS: readonly (SecretFacts & { readonly programs: readonly string[] })[] =
  facts.dangerous.secretCommands.map(({ programs, pattern, what }) => ({
    programs,
    pattern: new RegExp(pattern),
    what,
  }));

const fineInFirstReleases: ReadonlySet<string> = new Set(facts.exitOneIsFine['claude-code@2.1.7']);

/** Whether the client takes exit status 1 of a command for success, by the words of its last part. */
export function isExitOneFine([program = '', subcommand = '']: readonly string[], runtime: RuntimeId): boolean {
  if (runtime !== 'claude-code') return fineInFirstReleases.has(program);
  return TOLERATED_COMMANDS.has(program) || (program === 'git' && TOLERATED_GIT_COMMANDS.has(subcommand));
}

const programs: ReadonlySet<string> = new Set(facts.programs.names);

/** Assignments for one command, `NAME=value`, before the command's name. */
const assignments = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)*/;

/** Whether a text in back-ticks is a shell command without doubt: it begins with a well-known program or a script. */
export function isCertainlyCommand(text: string): boolean {
  const command = text.trimStart().slice(0, 500);
  const start = assignments.exec(command)?.[0].length ?? 0;
  const word = /^(?:"[^"]*"|'[^']*'|[^\s;|&<>()])+/.exec(command.slice(start))?.[0].replace(/["']/g, '') ?? '';
  return programs.has(word) || isScript(word);
}

function isScript(word: string): boolean {
  return /^(?:\.{1,2}\/|~\/|\$\{?\w+\}?\/|\/(?:usr|bin|opt|home)\/)\S|^[\w./-]+\.(?:sh|bash)$/.test(word);
}
