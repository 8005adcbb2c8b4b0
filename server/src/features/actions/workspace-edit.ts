import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { URI, Utils } from 'vscode-uri';
import type { Fix, TextEdit } from '../../rules/rule.ts';
import type { OpenFile } from '../check/open-file.ts';
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

/** Edits of the file's text for the editor. */
export function toWorkspaceEdit(edits: readonly TextEdit[], open: OpenFile, client: EditAbilities): WorkspaceEdit {
  return client.versionedEdits
    ? { documentChanges: [versionedEdit(edits, open)] }
    : { changes: { [open.uri]: edits.map((edit) => toLspEdit(open.document.lines, edit)) } };
}

/** Whether the editor can apply a fix: not everyone renames files, and a file that was never saved has no folder. */
export function canApply({ rename }: Fix, { uri }: OpenFile, client: EditAbilities): boolean {
  return !rename || (client.renames && client.versionedEdits && !uri.startsWith('untitled:'));
}

/** A fix for the editor; undefined if the editor cannot apply it. */
export function fixToWorkspaceEdit(fix: Fix, open: OpenFile, client: EditAbilities): WorkspaceEdit | undefined {
  if (!canApply(fix, open, client)) return undefined;
  if (!fix.rename) return toWorkspaceEdit(fix.edits, open, client);
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

function versionedEdit(edits: readonly TextEdit[], { uri, version, document }: OpenFile): TextDocumentEdit {
  return { textDocument: { uri, version }, edits: edits.map((edit) => toLspEdit(document.lines, edit)) };
}
