import { catalogLocation } from '../../../server/src/catalog/file/catalog-location.ts';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import { defaultSettings } from '../../../server/src/features/check/check-file.ts';
import { CheckInputs, isTaken } from '../../../server/src/features/check/check-inputs.ts';
import type { Finding } from '../../../server/src/rules/rule.ts';
import { type Disk, type SessionOptions, sessionOf } from '../features/session-of.ts';
import { type CheckOptions, expectFindings } from './expect-findings.ts';

/** How a file of a session is checked. */
export interface InSessionOptions
  extends CheckOptions,
    Pick<SessionOptions, 'variables' | 'pluginFolders' | 'addedFolders'> {}

/** The folder of the session. */
const folder = '/project';

/** A skill's file. */
export const skill = (description: string, ...fields: string[]): string =>
  ['---', `description: ${description}`, ...fields, '---', '', 'Do it.', ''].join('\n');

/** The options that check a file with all that is known of it from the others of its session. */
export async function inSession(path: string, disk: Disk, options: InSessionOptions = {}): Promise<CheckOptions> {
  const { variables = {}, pluginFolders = [], addedFolders = [], runtime = 'claude-code' } = options;
  const files = { [`${folder}/.git/HEAD`]: '', ...disk };
  const session = { ...sessionOf(files, { variables, pluginFolders, addedFolders, runtime }), folder };
  const context = await readFileContext(path, session.files, session.environment.home);
  if (!context) throw new Error(`${path} is none of our files`);
  const { catalog } = await loadCatalog(session);
  const checkInputs = new CheckInputs({ ...session, placeInCatalog: () => undefined });
  const settings = { ...defaultSettings, targets: options.targets ?? [] };
  const asTaken =
    isTaken(context, settings) && context.kind === 'plugin' ? await checkInputs.asTaken(context) : undefined;
  return {
    ...options,
    path,
    file: { ...context, inCatalog: catalogLocation(catalog, path), ...asTaken, ...options.file },
  };
}

/** Expects `rule` to mark exactly what is marked in a file among others; see {@link expectFindings}. */
export async function expectInSession(
  rule: string,
  path: string,
  marked: string,
  around: Disk,
  options: InSessionOptions = {},
): Promise<readonly Finding[]> {
  const disk = { ...around, [path]: marked.replace(/[«»]/g, '') };
  return expectFindings(rule, marked, await inSession(path, disk, options));
}
