/**
 * What the latest client does to arguments before they stand in a text, so that none of them becomes a command (read in
 * 2.1.329). Not a full guard: `!$ARGUMENTS` in a body makes one out of back-ticks alone.
 */
export function guardCommands(value: string): string {
  if (!value.includes('!')) return value;
  return value
    .replaceAll('`!', '` !')
    .replaceAll('!`', '! `')
    .replace(/(^|\s)!/gm, '$1\\!');
}
