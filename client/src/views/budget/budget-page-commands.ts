import { commands } from 'vscode';
import type { BudgetPageCommand } from './budget-messages.ts';

/** The only commands that the pages can run. */
const pageCommands: Readonly<Record<BudgetPageCommand, string>> = {
  newSkill: 'skillwright.newSkill',
  restartServer: 'skillwright.restartServer',
  showOutput: 'skillwright.showOutput',
};

/** Runs the command of a button; nothing if a page names another one. */
export async function runPageCommand(command: BudgetPageCommand): Promise<void> {
  if (Object.hasOwn(pageCommands, command)) await commands.executeCommand(pageCommands[command]);
}
