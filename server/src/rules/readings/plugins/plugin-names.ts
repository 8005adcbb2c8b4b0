/** The nearest name of a plugin or marketplace that Claude Code accepts; empty if nothing is left. */
export function toPluginName(written: string): string {
  return written
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .replace(/\.{2,}/g, '.');
}
