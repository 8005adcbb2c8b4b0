import { isMap } from '../../document/json-map.ts';
import type { SessionSettings } from './session-settings.ts';

/** `permissions.defaultMode` of the highest-precedence file that has it. */
export function permissionMode(settings: SessionSettings | undefined): string | undefined {
  const modes = (settings?.files ?? []).map(({ values }) =>
    isMap(values.permissions) ? values.permissions.defaultMode : undefined,
  );
  return modes.findLast((mode): mode is string => typeof mode === 'string');
}
