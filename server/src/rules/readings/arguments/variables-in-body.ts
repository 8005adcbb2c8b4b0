import type { FileContext } from '../../../catalog/file/file-context.ts';
import type { VariableContext } from '../../../dialect/names/variables.ts';

/** The kind of text that determines the variables in the body of a file. */
export function placeOfVariables({ kind, pluginRoot }: FileContext): VariableContext {
  const own = kind === 'command' ? 'command' : 'skill';
  return pluginRoot === undefined ? own : `plugin-${own}`;
}
