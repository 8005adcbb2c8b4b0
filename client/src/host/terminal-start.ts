/** How a program is started: VS Code starts it without a shell, as long as it is a program that the system can start. */
interface TerminalStart {
  readonly shellPath: string;
  /** On Windows, one text is the command line as it is. */
  readonly shellArgs: string[] | string;
}

/**
 * Starts a program in a terminal in place of a shell. So nothing has to be quoted for bash, zsh, fish or PowerShell: the
 * program gets each argument as it is. Only the batch files of npm on Windows are run by a shell, which is always cmd.exe.
 *
 * @param comSpec the path of cmd.exe
 */
export function terminalStart(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform,
  comSpec = 'cmd.exe',
): TerminalStart {
  if (args.some((argument) => argument.includes('\0'))) throw new Error('the arguments contain a NUL character');
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(program)) return { shellPath: program, shellArgs: [...args] };
  if ([program, ...args].some((text) => /[\r\n]/.test(text)))
    throw new Error('a batch file cannot get arguments with line breaks. Run the skill in the editor instead');
  const line = [escaped(program), ...args.map((argument) => escaped(escaped(quoted(argument))))].join(' ');
  return { shellPath: comSpec, shellArgs: `/d /s /c "${line}"` };
}

/** In double quotes, as programs on Windows read their command line: backslashes count only before a quote. */
function quoted(argument: string): string {
  return `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
}

/**
 * For cmd.exe: with a caret before every character that means something to it. The arguments of a batch file are read
 * twice, because it passes them on to the program.
 */
function escaped(text: string): string {
  return text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
