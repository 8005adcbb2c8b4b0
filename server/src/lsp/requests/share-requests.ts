import type { Connection } from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { OpenTexts } from '../../features/edits/editable-text.ts';
import { bumpVersion, nextVersion, type VersionStep } from '../../features/sharing/bump-version.ts';
import { sharePlaces } from '../../features/sharing/share-places.ts';
import { sharePlan } from '../../features/sharing/share-plan.ts';
import { sharedNameProblem } from '../../features/sharing/shared-name-problem.ts';
import { readSharedPlugin } from '../../features/sharing/shared-plugin.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin } from '../../platform/paths.ts';
import type { NewOrExisting } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { resourcePath } from '../resource-path.ts';
import type { Catalogs } from '../state/catalogs.ts';
import { toResponse } from '../to-response.ts';

const failed = new ResponseError<never>(
  LSPErrorCodes.RequestFailed,
  'It could not be prepared. See the Skillwright output for details',
);

/** The parts of a version, the smallest change first. */
const steps: readonly VersionStep[] = ['patch', 'minor', 'major'];

/** Answers the requests for plans of what is shared. The editor makes the changes, so that it can undo them. */
export function answerShareRequests(
  connection: Connection,
  catalogs: Catalogs,
  files: FileSystem,
  open: OpenTexts,
): void {
  const placeOf = ({ uri, newName }: NewOrExisting) => ({ folder: resourcePath(uri), newName });
  answerRequest(connection, 'skillwright/sharePlaces', failed, async () =>
    sharePlaces(await catalogs.sessions(), files),
  );
  answerRequest(connection, 'skillwright/sharePlan', failed, async ({ skills, plugin, marketplace }) => {
    const wish = {
      skills,
      plugin: placeOf(plugin),
      marketplace: marketplace && placeOf(marketplace),
      year: new Date().getFullYear(),
    };
    return toResponse(await sharePlan(wish, await catalogs.sessions(), { files, open }));
  });
  answerRequest(
    connection,
    'skillwright/sharedNameProblem',
    null,
    ({ name, kind }) => sharedNameProblem(name, kind) ?? null,
  );
  answerRequest(connection, 'skillwright/pluginVersion', null, async ({ uri }) => {
    const plugin = await readSharedPlugin(resourcePath(uri), files, open);
    if ('error' in plugin) return toResponse<never>(plugin);
    const { name, version } = plugin;
    const next = steps.flatMap((step) => {
      const found = nextVersion(version, step);
      return found === undefined ? [] : [{ step, version: found }];
    });
    return { name, version: version ?? null, next };
  });
  answerRequest(connection, 'skillwright/bumpVersion', failed, async ({ uri, version }) => {
    const folder = resourcePath(uri);
    const around = (await catalogs.sessions()).find(({ session }) => isWithin(folder, session.folder));
    const found = await bumpVersion(folder, version, around?.session.folder, { files, open });
    return 'error' in found ? toResponse<never>(found) : found.map(({ edit }) => edit);
  });
}
