import { type Disposable, env, type QuickPickItem, QuickPickItemKind, window, workspace } from 'vscode';
import type { NamedUpload, PackedUpload } from '../../../../server/src/protocol.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { fromBase64 } from '../../text/base64.ts';
import { counted } from '../../text/counted.ts';
import { labelText, messageText } from '../../text/displayed-text.ts';
import { packChecked } from '../share/pack-checked.ts';
import { askApi, type OpenedApi } from '../uploads/opened-api.ts';

interface UploadParts {
  readonly server: LanguageServer;
  readonly choice: SkillChoice;
  readonly changes: SkillChanges;
  readonly failures: FailureReporter;
  readonly panel: AnswerPanel;
  /** Opens the API; undefined if the user gives no key. */
  readonly open: () => Promise<OpenedApi | undefined>;
}

/** "Upload to the Claude API…": a skill as a new one, or as a new version of an uploaded one with the same name. */
export function registerUploadSkill(parts: UploadParts): Disposable {
  const { server, choice, changes, failures, panel, open } = parts;
  return registerCommand('uploadSkill', (argument?: unknown) =>
    failures.guard('Could not upload the skill', async () => {
      if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
      const skill = await choice.skill(argument, 'Select a skill to upload', (node) => hasFlag(node, 'skill'));
      const packed = skill && (await packChecked(server, changes, skill, panel, { done: 'uploaded' }));
      if (!packed) return;
      const opened = await open();
      if (opened) await upload(packed, opened);
    }),
  );
}

async function upload(packed: PackedUpload, opened: OpenedApi): Promise<void> {
  const { api, bundle } = opened;
  const { name } = packed;
  const uploads = await askApi(opened, `Loading the uploaded skills from ${api.host}`, (signal) =>
    bundle.namedUploads(api, signal),
  );
  const of = uploads && (await chooseUpload(name, uploads));
  if (!of) return;
  const changed = of === 'new' ? undefined : bundle.changedName(name, of);
  if (changed !== undefined) throw new Error(changed);
  const what = of === 'new' ? 'as a new skill' : `as a new version of ${of.id}`;
  const size = `${counted(packed.files.length, 'file')}, ${counted(packed.bytes, 'byte')}.`;
  const yes = 'Upload';
  const answer = await window.showInformationMessage(
    messageText(`Upload “${name}” to ${api.host} ${what}?`),
    { modal: true, detail: `${size} Everyone in the workspace of the API key can use it.` },
    yes,
  );
  if (answer !== yes) return;
  const files = packed.files.map(({ path, content }) => ({
    path: `${name}/${path}`,
    bytes: fromBase64(content),
  }));
  const id = await askApi(
    opened,
    `Uploading ${name}`,
    async (signal) =>
      of === 'new' ? (await api.create(files, signal)).id : (await api.createVersion(of.id, files, signal)).id,
    'uploaded',
  );
  if (id === undefined) return;
  const copy = 'Copy ID';
  void window.showInformationMessage(messageText(`Uploaded “${name}” ${what}: ${id}`), copy).then((choice) => {
    if (choice === copy) void env.clipboard.writeText(id);
  });
}

type UploadPick = QuickPickItem & { readonly of?: NamedUpload | 'new' };

/** Those with the name come first; of the others, the user learns why they cannot be chosen. */
async function chooseUpload(name: string, uploads: readonly NamedUpload[]): Promise<NamedUpload | 'new' | undefined> {
  const pick = (of: NamedUpload): UploadPick => ({
    label: labelText(of.name === name ? `New version of ${of.name}` : of.name),
    description: labelText(`${of.id}, ${of.updatedAt.slice(0, 10)}`),
    of,
  });
  const others = uploads.filter((it) => it.name !== name);
  const separator: UploadPick = { label: 'With another name', kind: QuickPickItemKind.Separator };
  const items: readonly UploadPick[] = [
    ...uploads.filter((it) => it.name === name).map(pick),
    { label: 'New skill', description: labelText(name), of: 'new' },
    ...(others.length > 0 ? [separator, ...others.map(pick)] : []),
  ];
  return (await window.showQuickPick(items, { placeHolder: `Upload “${name}” as a new skill or a new version?` }))?.of;
}
