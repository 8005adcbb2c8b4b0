import { marketplaceNameFault, pluginNameFault } from '../../../dialect/names/reserved-names.ts';

/** Names that every product that reads plugins accepts, and that are those of a folder on every system. */
const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Why a new plugin or marketplace cannot have a name; undefined if it can. */
export function sharedNameProblem(name: string, kind: 'plugin' | 'marketplace'): string | undefined {
  if (!form.test(name)) return `The name of a ${kind} needs lowercase letters, digits and single hyphens only: ${name}`;
  if (name.length > 64) return `The name of a ${kind} must not be longer than 64 characters`;
  const fault = kind === 'plugin' ? pluginNameFault(name) : marketplaceNameFault(name);
  return fault && `The name ${name} is kept for Anthropic, or reads as one of its own. Choose another name`;
}
