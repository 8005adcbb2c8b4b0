import facts from '../../../../schemas/shell-commands.json' with { type: 'json' };

/** The value of a flag: none, a number or any string. */
export type FlagValue = 'none' | 'number' | 'text';

/** Commands whose exit status 1 is a result rather than a failure; for git, its subcommands. */
export const TOLERATED_COMMANDS: ReadonlySet<string> = new Set(facts.tolerated.commands);
export const TOLERATED_GIT_COMMANDS: ReadonlySet<string> = new Set(facts.tolerated.git);

/**
 * Programs that Claude Code's shell has as functions that call its own copies, so that they need not be installed. Its own
 * `grep` and `find` behave as those of the system where it matters. Recorded in test/conformance/own-provided.*.jsonl.
 */
export const PROVIDED_PROGRAMS: readonly string[] = facts.provided;

/** Commands that need no rule with any arguments. */
export const READ_ONLY_COMMANDS: readonly string[] = facts.readOnly.anyArguments;

/** Commands that need no rule even if an argument is a pattern for names of files, which could be flags. */
export const READ_ONLY_WITH_WILDCARDS: ReadonlySet<string> = new Set(facts.readOnly.wildcards);

/** Commands that need no rule without arguments. */
export const READ_ONLY_ALONE: ReadonlySet<string> = new Set(facts.readOnly.noArguments);

/** Whole commands that need no rule. */
export const READ_ONLY_EXACTLY: ReadonlySet<string> = new Set(facts.readOnly.exactly);

/** Commands that need no rule with some flags only. */
export const READ_ONLY_WITH_FLAGS: readonly string[] = Object.keys(facts.readOnly.flags);

const flagsByCommand = new Map<string, ReadonlyMap<string, FlagValue>>();

/** The flags with which one of {@link READ_ONLY_WITH_FLAGS} needs no rule, and what follows each. */
export function readOnlyFlags(command: string): ReadonlyMap<string, FlagValue> {
  let flags = flagsByCommand.get(command);
  if (!flags) {
    flags = readFlags((facts.readOnly.flags as Readonly<Record<string, string>>)[command] ?? '');
    flagsByCommand.set(command, flags);
  }
  return flags;
}

/** A command whose output often helps a skill. */
interface SuggestedInjection {
  readonly command: string;
  /** Its output, in words. */
  readonly description: string;
}

/** Commands to inject that need no rule, in the order in which they are offered. */
export const SUGGESTED_INJECTIONS: readonly SuggestedInjection[] = facts.suggested.commands;

/** Programs that `xargs` may start without a rule. */
export const READ_ONLY_AFTER_XARGS: ReadonlySet<string> = new Set(facts.readOnly.xargs);

/** Arguments with which `find` has an effect. */
export const FIND_ACTIONS: ReadonlySet<string> = new Set(facts.readOnly.findActions);

/** Variables that may be set before a command without affecting its rules. */
export const SAFE_VARIABLES: ReadonlySet<string> = new Set(facts.safeVariables);

/** Programs whose arguments, a command to start, Claude Code does not look into. */
export const STARTING_COMMANDS: ReadonlySet<string> = new Set(facts.starting);

/** Commands that run a string as code; only a rule for all of Bash allows them. */
export const EVALUATING_COMMANDS: ReadonlySet<string> = new Set(facts.evaluating);

/** The verb for each command that names files, in Claude Code's words: "list files in". */
export const PATH_VERBS: ReadonlyMap<string, string> = new Map(Object.entries(facts.verbs));

/** Commands that name files but are not subject to rules about files. */
export const PATHS_NOT_DENIED: ReadonlySet<string> = new Set(facts.notDenied);

/** Commands that run code or programs: in some modes, a rule for one of them with any arguments does not count. */
export const RUNNING_COMMANDS: readonly string[] = facts.running.commands;

/** Shells, and programs that start the command after them, as far as rules that are too wide are concerned. */
export const WRAPPING_COMMANDS: readonly string[] = facts.running.wrapping;

/** Commands that change the files they name. */
export const WRITING_COMMANDS: ReadonlySet<string> = new Set(facts.writing);

/** Commands that the mode `acceptEdits` allows inside the session's folders. */
export const EDITING_COMMANDS: ReadonlySet<string> = new Set(facts.edited);

/** `-a --max=number` as a map. */
function readFlags(flags: string): ReadonlyMap<string, FlagValue> {
  return new Map(
    flags.split(' ').map((flag) => {
      const [name = '', value = 'none'] = flag.split('=');
      return [name, value as FlagValue];
    }),
  );
}

/** Bytes of output above which `BASH_MAX_OUTPUT_LENGTH` has no effect. */
export const MAX_SHELL_OUTPUT: number = facts.maxOutput.value;
