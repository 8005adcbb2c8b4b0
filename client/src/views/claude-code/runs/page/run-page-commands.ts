import type { RunPageCommand } from './run-messages.ts';

/** The only commands that a page can run, see `readRunMessage`. They get the page's run. */
export const runPageCommands: Readonly<Record<RunPageCommand, string>> = {
  stop: 'skillwright.stopRun',
  again: 'skillwright.runAgain',
  withArguments: 'skillwright.runWithArguments',
  withModel: 'skillwright.runWithModel',
  resume: 'skillwright.resumeRun',
  session: 'skillwright.showRunSession',
  copySessionId: 'skillwright.copySessionId',
  run: 'skillwright.runSkill',
  restartServer: 'skillwright.restartServer',
  showOutput: 'skillwright.showOutput',
};
