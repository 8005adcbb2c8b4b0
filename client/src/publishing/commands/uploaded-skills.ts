import { type Disposable, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { NamedUpload, UploadedVersion } from '../../../../server/src/protocol.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { skillsInArchive } from '../../skills/import/find-skills.ts';
import { importSkills } from '../../skills/import/import-skills.ts';
import { labelText, messageText } from '../../text/displayed-text.ts';
import { askApi, type OpenedApi } from '../uploads/opened-api.ts';

/**
 * "Uploaded Skills…": lists what is uploaded to the Claude API, downloads versions and deletes them.
 *
 * @param open opens the API; undefined if the user gives no key
 */
export function registerUploadedSkills(
  server: LanguageServer,
  changes: SkillChanges,
  failures: FailureReporter,
  open: () => Promise<OpenedApi | undefined>,
): Disposable {
  const save = async (archive: Uint8Array, name: string) =>
    // As every archive of others: checked before anything is written, and nothing is replaced.
    importSkills(server, changes, await skillsInArchive(archive, `${name}.zip`), undefined);
  return registerCommand('uploadedSkills', () =>
    failures.guard('The request to the Claude API failed', async () => {
      const opened = await open();
      const skill = opened && (await chooseUploaded(opened));
      const found = skill && (await chooseVersion(skill, opened));
      if (!found) return;
      if (found.choice === 'delete-all') await deleteSkill(skill, found.versions, opened);
      else await actOn(found.choice, skill, opened, save);
    }),
  );
}

async function chooseUploaded(opened: OpenedApi): Promise<NamedUpload | undefined> {
  const { api, bundle } = opened;
  const title = `Loading the uploaded skills from ${api.host}`;
  const uploads = await askApi(opened, title, (signal) => bundle.namedUploads(api, signal));
  if (!uploads) return undefined;
  if (uploads.length === 0) {
    void window.showInformationMessage(`No skill is uploaded to ${api.host} with this API key.`);
    return undefined;
  }
  const items = uploads.map((skill) => ({
    label: labelText(skill.name),
    description: labelText(skill.id),
    detail: labelText(
      [skill.displayName, skill.updatedAt.slice(0, 10)].filter((it) => it !== '' && it !== skill.name).join(', '),
    ),
    skill,
  }));
  return (await window.showQuickPick(items, { placeHolder: 'Select an uploaded skill', matchOnDescription: true }))
    ?.skill;
}

interface Chosen {
  readonly choice: UploadedVersion | 'delete-all';
  readonly versions: readonly UploadedVersion[];
}

async function chooseVersion(skill: NamedUpload, opened: OpenedApi): Promise<Chosen | undefined> {
  const { api } = opened;
  const versions = await askApi(opened, `Asking ${api.host} for the versions of ${skill.name}`, (signal) =>
    api.versions(skill.id, signal),
  );
  if (!versions) return undefined;
  type Pick = QuickPickItem & { readonly choice?: Chosen['choice'] };
  const items: readonly Pick[] = [
    ...versions.map((version) => ({
      label: labelText(version.id),
      description: `${labelText(version.createdAt.slice(0, 10))}${version.id === skill.latestVersion ? ', latest' : ''}`,
      detail: labelText(version.description),
      choice: version,
    })),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: '$(trash) Delete the skill with all its versions…', choice: 'delete-all' },
  ];
  const placeHolder = `Select a version of ${skill.name}`;
  const choice = (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.choice;
  return choice && { choice, versions };
}

async function actOn(
  version: UploadedVersion,
  skill: NamedUpload,
  opened: OpenedApi,
  save: (archive: Uint8Array, name: string) => Promise<void>,
): Promise<void> {
  const download = { label: '$(cloud-download) Download…', description: 'into a new folder of skills' };
  const remove = { label: '$(trash) Delete this version…' };
  const action = await window.showQuickPick([download, remove], {
    placeHolder: `${skill.name}, version ${version.id}`,
  });
  if (action === remove) await deleteVersion(version, skill, opened);
  if (action !== download) return;
  const title = `Downloading ${skill.name}`;
  const archive = await askApi(opened, title, (signal) => opened.api.download(skill.id, version.id, signal));
  if (archive) await save(archive, skill.name);
}

async function deleteSkill(
  { id, name }: NamedUpload,
  versions: readonly UploadedVersion[],
  opened: OpenedApi,
): Promise<void> {
  const { api } = opened;
  const all = versions.length === 1 ? 'its only version' : `all its ${versions.length} versions`;
  if (!(await agrees(`Delete “${name}” with ${all} from ${api.host}?`, id))) return;
  const done = await askApi(
    opened,
    `Deleting ${name}`,
    async (signal) => [await api.deleteSkill(id, signal)],
    'deleted',
  );
  if (done) void window.showInformationMessage(messageText(`Deleted “${name}” with ${all} from ${api.host}.`));
}

async function deleteVersion(version: UploadedVersion, { id, name }: NamedUpload, opened: OpenedApi): Promise<void> {
  const { api } = opened;
  if (!(await agrees(`Delete version ${version.id} of “${name}” from ${api.host}?`, id))) return;
  const done = await askApi(
    opened,
    `Deleting ${version.id}`,
    async (signal) => [await api.deleteVersion(id, version.id, signal)],
    'deleted',
  );
  if (done) void window.showInformationMessage(messageText(`Deleted version ${version.id} of “${name}”.`));
}

async function agrees(question: string, id: string): Promise<boolean> {
  const detail = `${id}. This cannot be undone. Files on this machine stay.`;
  const yes = 'Delete';
  return (await window.showWarningMessage(messageText(question), { modal: true, detail }, yes)) === yes;
}
