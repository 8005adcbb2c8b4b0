import type { CommandName } from '../../../contributions/commands.ts';
import type { RunPageCommand } from './run-messages.ts';

/** The only commands that a page can run, see `readRunMessage`. They get the page's run. */
export const runPageCommands: Readonly<Record<RunPageCommand, CommandName>> = {
  stop: 'stopRun',
  again: 'runAgain',
  withArguments: 'runWithArguments',
  withModel: 'runWithModel',
  resume: 'resumeRun',
  session: 'showRunSession',
  copySessionId: 'copySessionId',
  run: 'runSkill',
  restartServer: 'restartServer',
  showOutput: 'showOutput',
};
