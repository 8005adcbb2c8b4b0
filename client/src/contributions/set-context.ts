import { commands } from 'vscode';
import type { ContextKey } from './conditions.ts';

/** Sets what `when` clauses of the extension ask for. */
export async function setContext(name: ContextKey, value: unknown): Promise<void> {
  await commands.executeCommand('setContext', `skillwright.${name}`, value);
}
