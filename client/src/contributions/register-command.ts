import { commands, type Disposable } from 'vscode';
import { commandId } from './command-id.ts';
import type { CommandName } from './commands.ts';

/** Registers a command of the extension, whose name the compiler knows. */
export function registerCommand(name: CommandName, run: (...given: never[]) => unknown): Disposable {
  return commands.registerCommand(commandId(name), run as (...given: unknown[]) => unknown);
}
