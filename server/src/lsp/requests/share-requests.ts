import type { Connection } from 'vscode-languageserver';
import { checkFile } from '../../features/check/check-file.ts';
import type { CheckInputs } from '../../features/check/check-inputs.ts';
import { type OpenTexts, readEditableText } from '../../features/edits/editable-text.ts';
import { repairableProblem } from '../../jobs/publishing/pack/repairable-problem.ts';
import { bumpVersion, nextVersion, type VersionStep } from '../../jobs/publishing/sharing/bump-version.ts';
import { sharePlaces } from '../../jobs/publishing/sharing/share-places.ts';
import { sharePlan } from '../../jobs/publishing/sharing/share-plan.ts';
import { sharedNameProblem } from '../../jobs/publishing/sharing/shared-name-problem.ts';
import { readSharedPlugin } from '../../jobs/publishing/sharing/shared-plugin.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin } from '../../platform/paths.ts';
import type { NewOrExisting } from '../../protocol.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { answerRequest } from '../answer-request.ts';
import { resourcePath } from '../resource-path.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { ResourceSettings } from '../state/settings.ts';
import { refused, toResponse } from '../to-response.ts';

const failed = refused('It could not be prepared. See the Skillwright output for details');

/** The parts of a version, the smallest change first. */
const steps: readonly VersionStep[] = ['patch', 'minor', 'major'];

/** Rules whose warnings are about what Claude Code loads, but `claude plugin validate --strict` does not accept. */
const validated: ReadonlySet<RuleId> = new Set([
  'description-missing',
  'marketplace-entry',
  'marketplace-invalid',
  'plugin-description-missing',
  'plugin-manifest',
]);

interface ShareDependencies {
  readonly catalogs: Catalogs;
  readonly files: FileSystem;
  readonly open: OpenTexts;
  readonly checkInputs: CheckInputs;
  readonly settings: ResourceSettings;
}

/** Answers the requests for plans of what is shared. The editor makes the changes, so that it can undo them. */
export function answerShareRequests(
  connection: Connection,
  { catalogs, files, open, checkInputs, settings }: ShareDependencies,
): void {
  const placeOf = ({ uri, newName }: NewOrExisting) => ({ folder: resourcePath(uri), newName });
  answerRequest(connection, 'skillwright/sharePlaces', failed, async () =>
    sharePlaces(await catalogs.sessions(), files),
  );
  answerRequest(connection, 'skillwright/shareProblems', failed, async ({ uri }) => {
    const path = resourcePath(uri);
    const found = await checkInputs.fileToCheck(path, { settings: await settings.of(uri) });
    const read = await readEditableText(path, files, open);
    if (typeof found === 'string' || typeof read === 'string') return [];
    const { document, findings } = checkFile(read.text, found.file, found.settings, (rule, error) =>
      connection.console.error(`Rule ${rule.id} crashed on ${path}: ${String(error)}`),
    );
    const problems = findings.filter(
      ({ severity, rule }) => severity === 'error' || (severity === 'warning' && validated.has(rule)),
    );
    return Promise.all(problems.map((finding) => repairableProblem(finding, document, read)));
  });
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
  answerRequest(connection, 'skillwright/pluginVersion', failed, async ({ uri }) => {
    const plugin = await readSharedPlugin(resourcePath(uri), files, open);
    if ('problem' in plugin) return toResponse<never>(plugin);
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
    return 'problem' in found ? toResponse<never>(found) : found.map(({ edit }) => edit);
  });
}
