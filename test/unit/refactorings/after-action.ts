import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver-types';
import { TextDocumentEdit } from 'vscode-languageserver-types';
import { skillTargets, type TargetId } from '../../../server/src/dialect/targets.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { codeActions, resolveCodeAction } from '../../../server/src/features/actions/code-actions.ts';
import { checkFile } from '../../../server/src/features/check/check-file.ts';
import { CheckInputs, isTaken } from '../../../server/src/features/check/check-inputs.ts';
import type { CheckedOpenFile } from '../../../server/src/features/check/open-file.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { ableEditor, applyEdits } from '../features/open-text.ts';
import { home, type TreeOptions, treeOf } from '../features/tree-of.ts';

/** Texts by absolute path. */
export type Folder = Readonly<Record<string, string>>;

/** Where a test asks for actions. */
export interface Place {
  /** The file that is open. A `$0` in its text is the cursor. */
  readonly path: string;
  readonly only?: readonly string[];
  readonly targets?: readonly TargetId[];
  readonly options?: TreeOptions;
}

/** The actions for a file of a folder, and the folder after one of them. */
export async function actionsIn(marked: Folder, { path, only, targets = [], options = {} }: Place) {
  const cursor = marked[path]!.indexOf('$0');
  const folder: Folder = { ...marked, [path]: marked[path]!.replace('$0', '') };
  const { sessions, files } = await treeOf(folder, options);
  const environment = { home, managed: '/etc/claude-code', variable: () => undefined };
  const checkInputs = new CheckInputs({ files, environment, placeInCatalog: () => undefined });
  const settings = { runtime: 'claude-code', targets, levels: {}, exclude: [] } as const;
  const context = (await checkInputs.contextOf(path))!;
  const file = { ...context, ...(isTaken(context, settings) && (await checkInputs.asTaken(context))) };
  // Editors keep the byte order mark to themselves.
  const text = folder[path]!.replace(/^\uFEFF/, '');
  const crash = () => {
    throw new Error('a rule crashed');
  };
  const check: CheckedOpenFile['check'] = async (content, rule, others) =>
    checkFile(content, file, { ...settings, targets: others ?? targets }, crash).findings.filter(
      (finding) => rule === undefined || finding.rule === rule,
    );
  const open: CheckedOpenFile = {
    uri: `file://${path}`,
    version: 1,
    languageId: 'skill',
    document: readDocument(text, 'claude-code', file.kind),
    file,
    targets: skillTargets(targets),
    findings: await check(text),
    check,
  };
  const at = Math.max(0, cursor - (folder[path]!.length - text.length));
  const client = { ...ableEditor, resolvesEdits: true };
  const around = { files, openTexts: nothingOpen, sessions: async () => sessions };
  const actions = await codeActions(open, { range: { start: at, end: at }, only }, client, around);
  return {
    actions,
    findings: open.findings,
    titles: actions.map(({ title }) => title),
    /** The folder after an action; the edit is found only now. */
    async after(title: string): Promise<Folder> {
      const action = actions.find((it) => it.title === title);
      if (!action) throw new Error(`There is no “${title}” among ${actions.map((it) => it.title).join(', ')}`);
      if (action.edit) throw new Error('The edit was found before the action was chosen');
      const { edit } = (await resolveCodeAction(action, open, client, around)) as CodeAction;
      return edit ? applied(folder, edit) : folder;
    },
  };
}

/** What the folder is after an edit, as VS Code applies it: one change after the other. */
export function applied(before: Folder, { documentChanges = [] }: WorkspaceEdit): Folder {
  const folder: Record<string, string> = { ...before };
  const pathOf = (uri: string) => decodeURIComponent(uri.replace('file://', ''));
  for (const change of documentChanges) {
    if (TextDocumentEdit.is(change)) {
      const path = pathOf(change.textDocument.uri);
      const text = folder[path]!;
      const mark = /^\uFEFF?/.exec(text)![0];
      folder[path] = mark + applyEdits(text.slice(mark.length), change.edits as never);
    } else if (change.kind === 'create') {
      if (pathOf(change.uri) in folder) throw new Error(`${change.uri} already exists`);
      folder[pathOf(change.uri)] = '';
    } else if (change.kind === 'rename') {
      const [from, to] = [pathOf(change.oldUri), pathOf(change.newUri)];
      if (to in folder) throw new Error(`${to} already exists`);
      folder[to] = folder[from]!;
      delete folder[from];
    }
  }
  return folder;
}
