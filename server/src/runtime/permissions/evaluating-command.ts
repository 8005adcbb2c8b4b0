import { EVALUATING_COMMANDS, FIND_ACTIONS } from '../../dialect/shell/shell-commands.ts';
import type { CommandPart } from '../../shell/read-command.ts';
import { runWords } from './command-rules.ts';
import { startedBy } from './starters.ts';

/** Whether the shell replaces a word by names of files: it has `*`, `?` or `[` outside quotes. */
function isPattern(word: string): boolean {
  return /[*?[]/.test(word.replace(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]/g, ''));
}

/** Whether an argument of a command is a pattern for names of files. */
export function hasPattern({ written }: CommandPart): boolean {
  return written.some((word, index) => index > 0 && isPattern(word));
}

/** Claude Code's message about a command that runs text, or what is not seen, or that makes `find` do something. */
export function evaluation(part: CommandPart): string | undefined {
  const [command = '', ...rest] = part.words;
  if (part.words[0] === '') return 'Empty command name — argv[0] may not reflect what bash runs';
  if (EVALUATING_COMMANDS.has(command)) return `'${command}' evaluates arguments as shell code`;
  if (command === 'printf') return operandOfPrintf(part);
  const { objection } = startedBy(part.words);
  if (objection !== undefined) return objection;
  if (command !== 'find') return undefined;
  const action = rest.find((word) => FIND_ACTIONS.has(word));
  if (action !== undefined) {
    return `find with '${action}' executes commands or modifies files — cannot be auto-allowed by a Bash(find:*) prefix rule`;
  }
  return hasPattern(part)
    ? 'find contains unquoted glob characters — could glob-expand to a dangerous action before find runs'
    : undefined;
}

/** Claude Code's message about `printf` with what the shell computes: a number, or the output of a command in a text. */
function operandOfPrintf({ written }: CommandPart): string | undefined {
  const computed = written.slice(1).find((word) => /^[^'"]*\$\(\(|^"[^"]*\$\((?!\()/.test(word));
  if (computed === undefined) return undefined;
  const shown = computed.startsWith('"')
    ? computed.slice(1, -1).replace(/\$\([\s\S]*\)/, '$(…)')
    : computed.replace(/\$\(\([\s\S]*?\)\)/g, '${…}');
  return `printf operand '${shown}' is runtime-determined and may carry an array subscript — zsh arith-evals %d/%i operands (may run $(cmd))`;
}

/** Claude Code's message about `awk` with a pattern, which only a rule for all of Bash allows. */
export function patternOfAwk(part: CommandPart): string | undefined {
  return /^[gmn]?awk$/.test(runWords(part)[0] ?? '') && hasPattern(part)
    ? 'awk command contains unquoted glob characters — could glob-expand to a planted program or flag before awk runs'
    : undefined;
}
