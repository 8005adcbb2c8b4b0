import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { isWithin } from '../../platform/paths.ts';
import type { CommandPermissions } from '../permissions/command-permissions.ts';

/*
 * Claude Code evaluates a command inside a list of commands. This is visible: `set -e` has no effect, and an error
 * names the line of the command. What follows the command reports the folder in which it ended.
 */

/** Precedes the folders at the end of an output. No real output contains it. */
const mark = '\u0001skillwright-folder\u0002';

/** Precedes standard error in releases that put it below standard output. */
const errorMark = '\u0001skillwright-errors\u0002';

/** The script that runs a command the way Claude Code does. */
export function wrapCommand(command: string, folder: string, runtime: RuntimeId): string {
  const report = `printf '${mark}%s\\n%s\\n' "$(cd ${quoted(folder)} && pwd -P)" "$(pwd -P)"`;
  const { errorOutput, quotesCommandsLikeShell } = capabilities(runtime);
  const written = quotesCommandsLikeShell ? command : withEscapedMarks(command);
  const evaluated = `eval ${errorOutput === 'in-order' ? quoted(written) : onOneLine(written)} < /dev/null && ${report}`;
  if (errorOutput === 'in-order') return evaluated;
  const errors = `skillwright_errors=$( { ${evaluated}; } 2>&1 >&3 3>&- )`;
  return `exec 3>&1; ${errors}; skillwright_status=$?; printf '${errorMark}%s' "$skillwright_errors"; exit $skillwright_status`;
}

/**
 * The output of a command, and the folder in which it ended, if that is not where it began; undefined also if the
 * command ended the script.
 */
export function readRun(output: string): { readonly output: string; readonly movedTo: string | undefined } {
  const { written, movedTo } = withoutFolders(output);
  const at = written.lastIndexOf(errorMark);
  if (at < 0) return { output: written, movedTo };
  const errors = written.slice(at + errorMark.length).trim();
  return { output: [written.slice(0, at).trimEnd(), errors].filter((it) => it !== '').join('\n'), movedTo };
}

function withoutFolders(output: string): { readonly written: string; readonly movedTo: string | undefined } {
  const at = output.lastIndexOf(mark);
  if (at < 0) return { written: output, movedTo: undefined };
  const [whole, begun, ended] = /([^\n]*)\n([^\n]*)\n/.exec(output.slice(at + mark.length)) ?? ['', '', ''];
  const written = output.slice(0, at) + output.slice(at + mark.length + whole.length);
  return { written, movedTo: begun === ended ? undefined : ended };
}

/** Whether a command ended in a folder in which Claude Code does not stay. */
export function hasMoved(movedTo: string | undefined, { folder, addedFolders }: CommandPermissions): boolean {
  if (movedTo === undefined) return false;
  return ![folder, ...addedFolders].some((it) => isWithin(movedTo, it));
}

/**
 * Some releases put a command that contains an apostrophe in double quotes and escape `!` in it. Bash then keeps the
 * backslash.
 */
function withEscapedMarks(command: string): string {
  const inApostrophes = command.includes('<<') || spansLines(command, "'") || spansLines(command, '"');
  return inApostrophes || !command.includes("'") ? command : command.replaceAll('!', '\\!');
}

/** Whether there is a line break between two consecutive quotation marks, whichever of them opens. */
function spansLines(command: string, mark: string): boolean {
  return command
    .split(mark)
    .slice(1, -1)
    .some((between) => between.includes('\n'));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** A text as one word on one line: inside a substitution, bash would count its lines twice. */
function onOneLine(text: string): string {
  const escaped = text.replaceAll(/[\\']/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return `$'${escaped}'`;
}
