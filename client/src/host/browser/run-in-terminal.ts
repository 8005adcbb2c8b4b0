import type { TerminalRun } from '../../../../server/src/protocol.ts';

/** Is never reached: the server says before that it cannot start Claude Code. */
export function runInTerminal(_run: TerminalRun): void {
  throw new Error('VS Code in a browser has no terminals');
}
