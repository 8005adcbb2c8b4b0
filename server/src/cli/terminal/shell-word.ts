import process from 'node:process';

/**
 * A text as one word of a command line that can be copied into a shell: on Windows, PowerShell and, where nothing in the
 * text has a meaning in quotes, cmd.exe; elsewhere any shell of POSIX.
 */
export function shellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') {
    return /^[\p{L}\p{N}_%+=:,./@-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  }
  // A comma makes a list in PowerShell, and cmd.exe replaces %NAME%.
  if (/^[\p{L}\p{N}_+=:./\\-]+$/u.test(text)) return text;
  return /["$`%]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
