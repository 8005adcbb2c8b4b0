import { type Disposable, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { ConvertedEvaluations } from '../../../../server/src/protocol.ts';
import { createdItem } from '../../changes/change-files.ts';
import { createWhole } from '../../changes/create-whole.ts';
import { baseName, exists, parentOf } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { dialogText, labelText } from '../../text/displayed-text.ts';
import { placeOf } from '../../text/place-of.ts';
import { writeFiles } from '../create-case.ts';

/** Files that are searched for, for the list to choose from. */
const maxFound = 2_000;

/** Notes that a dialog has room for. */
const maxNotes = 8;

/** "Convert Evaluations…": an `evals.json` into cases, or cases into an `evals.json`. */
export function registerConvertEvaluations(
  server: LanguageServer,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('convertEvaluations', (argument?: unknown) =>
    failures.guard('Could not convert the evaluations', async () => {
      const uri = argument instanceof Uri ? (evaluationsOf(argument) ?? argument) : await chooseEvaluations();
      if (!uri || !(await saveBelow(uri))) return;
      const plan = await server.request('skillwright/convertEvaluations', { uri: uri.toString() });
      if ('problem' in plan) throw new Error(plan.problem);
      const folder = Uri.parse(plan.folder);
      const target = plan.to === 'cases' ? folder : Uri.joinPath(folder, 'evals.json');
      if (await exists(target)) throw new Error(`${placeOf(target)} already exists. Move or delete it first`);
      if (!(await agrees(plan, target))) return;
      await changes.make(
        async () => {
          await createWhole(target, () => writeFiles(folder, plan.files));
          return createdItem(target, `converting ${baseName(uri)}`);
        },
        `Created ${placeOf(target)}`,
      );
      const shown = plan.to === 'cases' ? plan.files.find(({ path }) => path.endsWith('/prompt.md')) : plan.files[0];
      if (shown) await window.showTextDocument(Uri.joinPath(folder, shown.path), { preview: false });
    }),
  );
}

/** Files are converted as they are saved. Resolves to false if one could not be saved. */
async function saveBelow(uri: Uri): Promise<boolean> {
  const isBelow = (it: Uri) => it.toString() === uri.toString() || it.toString().startsWith(`${uri.toString()}/`);
  const changed = workspace.textDocuments.filter((document) => document.isDirty && isBelow(document.uri));
  const saved = await Promise.all(changed.map((document) => document.save()));
  return saved.every(Boolean);
}

/** Asks for agreement; losses are named first. */
async function agrees({ to, count, notes }: ConvertedEvaluations, target: Uri): Promise<boolean> {
  const what = to === 'cases' ? `Create ${count === 1 ? 'a case' : `${count} cases`}?` : 'Create an evals.json?';
  const lines = [...notes]
    .sort((a, b) => Number(a.isKept) - Number(b.isKept))
    .map(({ where, what: note, isKept }) => `${isKept ? 'Kept' : 'Not converted'}: ${where}: ${note}.`);
  const rest = lines.length > maxNotes ? [`And ${lines.length - maxNotes} more.`] : [];
  const detail = [
    `Files are created in ${workspace.asRelativePath(target)}. Existing files are not changed.`,
    [...lines.slice(0, maxNotes), ...rest].join('\n'),
    ...(lines.length > 0 ? ['These settings are restored if you convert back.'] : []),
  ];
  const answer = await window.showInformationMessage(
    what,
    { modal: true, detail: dialogText(detail.filter(Boolean).join('\n\n')) },
    'Convert',
  );
  return answer === 'Convert';
}

/** The evaluations in the active editor, or else some chosen from those of the workspace. */
async function chooseEvaluations(): Promise<Uri | undefined> {
  const active = window.activeTextEditor?.document.uri;
  const shown = active && evaluationsOf(active);
  if (shown) return shown;
  const found = await workspace.findFiles('**/evals/**/{evals.json,prompt.md,case.yaml}', undefined, maxFound);
  const all = new Map<string, Uri>();
  for (const uri of found.flatMap((it) => evaluationsOf(it) ?? []).sort(byPath)) {
    all.set(uri.toString(), uri);
  }
  if (all.size === 0) throw new Error('the workspace has no evals.json, and no cases in a folder evals');
  const picks = [...all.values()].map((uri): QuickPickItem & { uri: Uri } => {
    const isSet = baseName(uri) === 'evals.json';
    return { label: labelText(placeOf(uri)), description: isSet ? 'into cases' : 'into evals.json', uri };
  });
  return (await window.showQuickPick(picks, { placeHolder: 'Select what to convert', matchOnDescription: true }))?.uri;
}

function byPath(a: Uri, b: Uri): number {
  return a.path < b.path ? -1 : 1;
}

/** The `evals.json` itself, or the folder of a case's evaluations. */
function evaluationsOf(uri: Uri): Uri | undefined {
  const parts = uri.path.split('/');
  const at = parts.lastIndexOf('evals', parts.length - 2);
  if (at < 0 || parts.slice(at).includes('results')) return undefined;
  if (baseName(uri) === 'evals.json') return at === parts.length - 2 ? uri : undefined;
  let folder = uri;
  for (let depth = parts.length - 1; depth > at; depth--) folder = parentOf(folder);
  return folder;
}
