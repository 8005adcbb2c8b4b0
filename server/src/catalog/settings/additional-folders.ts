import { isMap } from '../../document/json-values.ts';
import { isNetworkPath } from '../../platform/network-path.ts';
import { resolve } from '../../platform/paths.ts';
import type { Session, SettingScope } from '../session.ts';

/** A folder of `permissions.additionalDirectories`: commands may read there, but no skills are loaded from it. */
export interface AdditionalFolder {
  readonly folder: string;
  readonly scope: SettingScope | 'managed';
}

interface ScopedValues {
  readonly scope: AdditionalFolder['scope'];
  readonly values: Readonly<Record<string, unknown>>;
}

/** The folders that the settings add to a session and that exist, in their order. */
export async function findAdditionalFolders(
  { folder, environment, files }: Session,
  settings: readonly ScopedValues[],
): Promise<readonly AdditionalFolder[]> {
  const named = settings.flatMap(({ scope, values }) => {
    const written = isMap(values.permissions) ? values.permissions.additionalDirectories : undefined;
    const paths = Array.isArray(written) ? written.filter((path) => typeof path === 'string' && path !== '') : [];
    return paths.slice(0, maxFolders).map((path: string) => ({ scope, path }));
  });
  const found = await Promise.all(
    named.map(async ({ scope, path }) => {
      // Looking at a folder in a network would ask another computer.
      if (isNetworkPath(path)) return undefined;
      const added = placeFolder(path.replaceAll('\\', '/'), folder, environment.home);
      return added !== undefined && (await files.typeOf(added)) === 'folder' ? { folder: added, scope } : undefined;
    }),
  );
  return found.filter((it) => it !== undefined);
}

/** An absolute path, one below the home, or one relative to the folder of the session. */
function placeFolder(path: string, folder: string | undefined, home: string | undefined): string | undefined {
  const [, drive, rest] = /^([A-Za-z]:|)(\/.*)$/.exec(path) ?? [];
  if (rest !== undefined) return resolve(drive!, rest);
  const isFromHome = /^~(?=\/|$)/.test(path);
  const from = isFromHome ? home : folder;
  return from === undefined ? undefined : resolve(from, isFromHome ? `.${path.slice(1)}` : path);
}

/** Each costs a question to the disk. */
const maxFolders = 100;
