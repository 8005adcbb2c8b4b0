/**
 * The treatment of arguments in the latest release before it inserts them, so that they do not become commands (read in the
 * program). This does not prevent all of them: `!$ARGUMENTS` in a body makes a command out of backticks alone.
 */
export function guardCommands(value: string): string {
  if (!value.includes('!')) return value;
  return value
    .replaceAll('`!', '` !')
    .replaceAll('!`', '! `')
    .replace(/(^|\s)!/gm, '$1\\!');
}
