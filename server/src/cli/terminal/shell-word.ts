import process from 'node:process';

/** A text as one word of a command line that can be copied into a shell. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}_%+=:,./\\@-]+$/u.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
