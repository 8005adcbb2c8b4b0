import type { Commands } from '../command.ts';

/** Commands about the extension itself. */
export const extensionCommands = {
  getStarted: { title: 'Get Started' },
  restartServer: { title: 'Restart Language Server' },
  showOutput: { title: 'Show Output' },
} as const satisfies Commands;
