import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { URI, Utils } from 'vscode-uri';
import type { Fix, TextEdit } from '../../rules/rule.ts';
import type { OpenFile } from '../check/open-file.ts';
import type { FilesChange } from '../refactorings/files-change.ts';
import { toLspEdit } from '../text/lsp-range.ts';

/** The capabilities of a client for edits. */
export interface EditAbilities {
  /** Supports edits with the version they were made for. */
  readonly versionedEdits: boolean;
  /** Renames files and folders. */
  readonly renames: boolean;
  /** Creates files. */
  readonly creates: boolean;
  /** Lets the user confirm parts of an edit that are marked for it. */
  readonly annotates: boolean;
}

/** An open text that is edited. */
export type EditedOpenText = Pick<OpenFile, 'uri' | 'version' | 'document'>;

/** Edits of the file's text for the editor. */
export function toWorkspaceEdit(
  edits: readonly TextEdit[],
  open: EditedOpenText,
  client: EditAbilities,
): WorkspaceEdit {
  return client.versionedEdits
    ? { documentChanges: [versionedEdit(edits, open)] }
    : { changes: { [open.uri]: edits.map((edit) => toLspEdit(open.document.lines, edit)) } };
}

/** Whether the editor can apply a fix: not everyone renames files, and a file that was never saved has no folder. */
export function canApply({ rename, creates }: Fix, open: EditedOpenText, client: EditAbilities): boolean {
  if (creates && !canMake('create', open, client)) return false;
  return !rename || (client.renames && client.versionedEdits && !open.uri.startsWith('untitled:'));
}

/** A fix for the editor; undefined if the editor cannot apply it. */
export function fixToWorkspaceEdit(fix: Fix, open: EditedOpenText, client: EditAbilities): WorkspaceEdit | undefined {
  if (!canApply(fix, open, client)) return undefined;
  if (!fix.rename) return changeToWorkspaceEdit(fix, open, client);
  const uri = URI.parse(open.uri);
  const old = fix.rename.what === 'file' ? uri : Utils.dirname(uri);
  const rename: RenameFile = {
    kind: 'rename',
    oldUri: old.toString(),
    newUri: Utils.joinPath(Utils.dirname(old), fix.rename.to).toString(),
  };
  // The text first: afterwards the file has another URI.
  return { documentChanges: fix.edits.length > 0 ? [versionedEdit(fix.edits, open), rename] : [rename] };
}

/** Whether the editor can do what a change needs besides editing texts; files that were never saved have no folder. */
export function canMake(
  needs: 'create' | 'rename' | undefined,
  { uri }: EditedOpenText,
  client: EditAbilities,
): boolean {
  if (needs === undefined) return true;
  return (needs === 'create' ? client.creates : client.renames) && client.versionedEdits && uri.startsWith('file:');
}

/** A change of several files for the editor. */
export function changeToWorkspaceEdit(
  { edits, creates, movesTo, others = [] }: FilesChange,
  open: EditedOpenText,
  client: EditAbilities,
): WorkspaceEdit {
  if (creates === undefined && movesTo === undefined && others.length === 0)
    return toWorkspaceEdit(edits, open, client);
  const changes: WorkspaceEdit['documentChanges'] = edits.length > 0 ? [versionedEdit(edits, open)] : [];
  for (const { uri, version, edits } of others)
    changes.push({ textDocument: { uri, version: version ?? null }, edits: [...edits] });
  if (creates) {
    const uri = URI.file(creates.path).toString();
    const start = { line: 0, character: 0 };
    changes.push({ kind: 'create', uri, options: { overwrite: false, ignoreIfExists: false } });
    changes.push({
      textDocument: { uri, version: null },
      edits: [{ range: { start, end: start }, newText: creates.text }],
    });
  }
  // The texts first: afterwards the file has another URI.
  if (movesTo !== undefined) {
    const newUri = URI.file(movesTo).toString();
    changes.push({ kind: 'rename', oldUri: open.uri, newUri, options: { overwrite: false } });
  }
  return { documentChanges: changes };
}

function versionedEdit(edits: readonly TextEdit[], { uri, version, document }: EditedOpenText): TextDocumentEdit {
  return { textDocument: { uri, version }, edits: edits.map((edit) => toLspEdit(document.lines, edit)) };
}
