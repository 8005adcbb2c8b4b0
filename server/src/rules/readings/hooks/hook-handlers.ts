import type { ScalarValue, YamlValue } from '../../../document/yaml/yaml-value.ts';
import { valueAt } from './hook-faults.ts';

/** A handler as far as it says which command runs, and how long. */
interface HookHandler {
  readonly command: ScalarValue | undefined;
  readonly timeout: ScalarValue | undefined;
}

/** The handlers of the hooks of a file, as far as they are where they belong. */
export function handlersIn(hooks: YamlValue): readonly HookHandler[] {
  const events = hooks.kind === 'map' ? hooks.entries : [];
  return events
    .flatMap(({ value }) => itemsOf(value))
    .flatMap((group) => itemsOf(valueAt(group, ['hooks'])))
    .map((handler) => {
      const command = scalarAt(handler, 'command');
      return {
        command: typeof command?.value === 'string' ? command : undefined,
        timeout: scalarAt(handler, 'timeout'),
      };
    });
}

function itemsOf(value: YamlValue | undefined): readonly YamlValue[] {
  return value?.kind === 'list' ? value.items : [];
}

function scalarAt(handler: YamlValue, key: string): ScalarValue | undefined {
  const value = valueAt(handler, [key]);
  return value?.kind === 'scalar' ? value : undefined;
}
