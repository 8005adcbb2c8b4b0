import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { TOLERATED_COMMANDS, TOLERATED_GIT_COMMANDS } from '../../dialect/shell/shell-commands.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';

/** Whether Claude Code treats an exit status as a failure. For some commands 1 is an answer, such as "no match". */
export function isFailure(command: string, exitCode: number, runtime: RuntimeId): boolean {
  if (exitCode === 0) return false;
  return exitCode !== 1 || !toleratesOne(command, runtime);
}

/** Whether the last command of a shell command is one for which exit status 1 is not a failure. */
function toleratesOne(command: string, runtime: RuntimeId): boolean {
  const [name = '', ...words] = lastCommand(command).split(/\s+/);
  const { toleratesStatusAfterHash, toleratesGitDifferences } = capabilities(runtime);
  if (!toleratesStatusAfterHash && /\s#/.test(command)) return false;
  if (TOLERATED_COMMANDS.has(name)) return true;
  if (name !== 'git' || !toleratesGitDifferences) return false;
  const subcommand = words.find((word, at) => !word.startsWith('-') && !/^-[Cc]$/.test(words[at - 1] ?? ''));
  return TOLERATED_GIT_COMMANDS.has(subcommand ?? '');
}

/** The text after the last operator, without a comment. */
function lastCommand(command: string): string {
  let last = '';
  let current = '';
  for (const [token] of command.matchAll(tokens)) {
    if (token.startsWith('#') && /(^|\s)$/.test(current)) continue;
    if (!/^(&&|\|\||[;|&\n])$/.test(token)) current += token;
    else {
      last = current.trim() || last;
      current = '';
    }
  }
  return current.trim() || last;
}

const tokens = /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|#[^\n]*|[<>]&|&>|&&|\|\||[;|&\n]|[^'"\\#<>&|;\n]+|[\s\S]/g;
