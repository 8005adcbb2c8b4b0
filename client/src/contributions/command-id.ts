import type { CommandName } from './commands.ts';

/** The id of a command of the extension, for whatever executes it or links to it. */
export function commandId(name: CommandName): string {
  return `skillwright.${name}`;
}
