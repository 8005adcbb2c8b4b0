import settingsSchema from '../../../schemas/settings.schema.json' with { type: 'json' };
import { nearestWord } from './text/edit-distance.ts';

const notes = settingsSchema['x-skillwright'];
const ofSettings: ReadonlySet<string> = new Set(notes.keys);
const ofPermissions: ReadonlySet<string> = new Set(notes.permissionKeys);

/**
 * The key of settings of which another one is probably a misspelling; undefined if that is a key itself, or near none.
 *
 * @param path where it is: in the settings themselves, or in `permissions`
 */
export function nearestSettingsKey(key: string, path: readonly string[]): string | undefined {
  const isPermission = path[0] === 'permissions';
  const known = isPermission ? ofPermissions : ofSettings;
  if (known.has(key)) return undefined;
  const nearest = nearestWord(key, known);
  // Among so many keys, a short word may mean anything.
  const isSlip =
    isPermission || key.length >= minLength || nearest === `${key}s` || nearest?.toLowerCase() === key.toLowerCase();
  return isSlip ? nearest : undefined;
}

const minLength = 6;
