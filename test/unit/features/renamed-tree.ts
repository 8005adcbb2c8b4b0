import type { WorkspaceEdit } from 'vscode-languageserver-types';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { followedFile, otherNamingFile } from '../../../server/src/features/navigation/followed-text.ts';
import { prepareRename } from '../../../server/src/features/navigation/prepare-rename.ts';
import { renameAt } from '../../../server/src/features/navigation/rename-at.ts';
import { subjectAt } from '../../../server/src/features/navigation/subject-at.ts';
import { editsOfMove } from '../../../server/src/features/rename/move-items.ts';
import { toRenameEdit } from '../../../server/src/features/rename/rename-edit.ts';
import { applyEdits } from './open-text.ts';
import { home, type TestTree, type TreeOptions, treeOf } from './tree-of.ts';

/** Texts by absolute path. */
export type Texts = Readonly<Record<string, string>>;

const client = { versionedEdits: true, renames: true, creates: true, annotates: true };

/** An open file of a tree, with a cursor in it. */
export async function openIn(tree: TestTree, content: Texts, path: string, at: string) {
  const text = content[path]!;
  const offset = text.indexOf(at.replace('|', '')) + at.indexOf('|');
  if (offset < 0) throw new Error(`${path} has no ${at}`);
  const { sessions, files } = tree;
  const file = await readFileContext(path, files, home);
  const document = readDocument(text, sessions[0]!.catalog.runtime, file?.kind);
  const place = { uri: `file://${path}`, version: 1, document };
  const other = file ? undefined : await otherNamingFile(path, files);
  const open = file
    ? followedFile({ ...place, languageId: 'markdown', file, targets: [] })
    : { ...place, file: other! };
  if (!open.file) throw new Error(`${path} is not a file that Skillwright reads`);
  return { open, offset, subject: subjectAt(open, offset, sessions[0]) };
}

/** What a rename says: a message, or the name that the user edits. */
export async function preparedAt(content: Texts, path: string, at: string, options?: TreeOptions): Promise<string> {
  const tree = await treeOf(content, options);
  const { open, subject } = await openIn(tree, content, path, at);
  const renamed = prepareRename(subject, open, tree.sessions);
  if ('problem' in renamed) return renamed.problem;
  return `${renamed.name} = ${open.document.text.slice(renamed.range.start, renamed.range.end)}`;
}

/**
 * The tree after a rename from a place in a text, or the message why there is none.
 *
 * @param at the text around the cursor, which is at `|`
 */
export async function renamedAt(
  content: Texts,
  path: string,
  at: string,
  newName: string,
  options?: TreeOptions,
): Promise<Texts | string> {
  const tree = await treeOf(content, options);
  const { sessions, files } = tree;
  const { open, subject } = await openIn(tree, content, path, at);
  const renamed = prepareRename(subject, open, sessions);
  if ('problem' in renamed) return renamed.problem;
  const edit = await renameAt(renamed, newName, open, { sessions, files, texts: nothingOpen, client });
  return 'problem' in edit ? String(edit.problem) : treeAfter(content, edit);
}

/** The tree after files or folders were moved in the explorer of an editor. */
export async function movedTree(content: Texts, moves: Texts, options?: TreeOptions): Promise<Texts> {
  const { sessions, files } = await treeOf(content, options);
  const moved = Object.entries(moves).map(([from, to]) => ({ from, to }));
  const edited = await editsOfMove(moved, sessions, files, nothingOpen);
  const edit = toRenameEdit(
    edited.files.map((it) => it.edit),
    undefined,
    client,
  );
  const documentChanges = [
    ...(edit.documentChanges ?? []),
    ...moved.map(({ from, to }) => ({ kind: 'rename' as const, oldUri: `file://${from}`, newUri: `file://${to}` })),
  ];
  return treeAfter(content, { documentChanges });
}

function treeAfter(content: Texts, { documentChanges = [] }: WorkspaceEdit): Texts {
  let after: Record<string, string> = { ...content };
  for (const change of documentChanges) {
    if ('edits' in change) {
      const path = decodeURIComponent(change.textDocument.uri.replace('file://', ''));
      const edits = change.edits.flatMap((it) => ('newText' in it ? [it] : []));
      after[path] = applyEdits(after[path]!, edits);
    } else if (change.kind === 'rename') {
      const [from, to] = [change.oldUri, change.newUri].map((uri) => decodeURIComponent(uri.replace('file://', '')));
      after = Object.fromEntries(
        Object.entries(after).map(([path, text]) => [
          path === from || path.startsWith(`${from}/`) ? to + path.slice(from!.length) : path,
          text,
        ]),
      );
    }
  }
  return after;
}
