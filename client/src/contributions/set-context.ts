import { commands } from 'vscode';
import type { ContextKey, ContextStates } from './conditions.ts';

/** Sets what `when` clauses of the extension ask for. */
export async function setContext<Name extends ContextKey>(
  name: Name,
  value: Name extends keyof ContextStates ? ContextStates[Name] | undefined : boolean,
): Promise<void> {
  await commands.executeCommand('setContext', `skillwright.${name}`, value);
}
