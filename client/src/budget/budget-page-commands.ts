import { commands } from 'vscode';
import { commandId } from '../contributions/command-id.ts';
import type { CommandName } from '../contributions/commands.ts';
import type { BudgetPageCommand } from './budget-messages.ts';

/** The only commands that the pages can run. */
const pageCommands: Readonly<Record<BudgetPageCommand, CommandName>> = {
  newSkill: 'newSkill',
  restartServer: 'restartServer',
  showOutput: 'showOutput',
};

/** Runs the command of a button; nothing if a page names another one. */
export async function runPageCommand(command: BudgetPageCommand): Promise<void> {
  if (Object.hasOwn(pageCommands, command)) await commands.executeCommand(commandId(pageCommands[command]));
}
