import { readDocument } from '../../document/read-document.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { lastPart } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { EditableText, OpenTexts } from '../edits/editable-text.ts';
import { headingAnchors } from '../references/headings.ts';
import { isFileReference } from '../references/reference.ts';
import { type NamingFile, referencesIn } from '../references/references-in.ts';
import { isEditable, namingFiles, textsWith } from '../references/session-files.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import { type EditedFile, EditedFiles } from './edited-files.ts';

/** A heading of an open file. */
interface RenamedHeading {
  readonly document: SkillDocument;
  readonly kind: FileKind | undefined;
  readonly file: NamingFile;
  readonly read: EditableText;
  /** The heading without its marks. */
  readonly range: TextRange;
}

/**
 * Renames a heading with the links to it, in its own file and in every other one of the sessions. The anchors of headings
 * with the same text are numbered, so links to these may change, too.
 */
export async function renameHeading(
  { document, kind, file, read, range }: RenamedHeading,
  newName: string,
  sessions: readonly ShownSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<EditedFile[] | Refusal> {
  const title = newName.trim();
  if (title === '' || /[\r\n]/.test(title)) return { problem: 'A heading needs a text on one line' };
  const { text, runtime } = document;
  const edit = { range, newText: title };
  const after = readDocument(text.slice(0, range.start) + title + text.slice(range.end), runtime, kind);
  const [oldAnchors, newAnchors] = [headingAnchors(document), headingAnchors(after)];
  if (oldAnchors.length !== newAnchors.length) return { problem: 'This text would not be a heading' };
  const changed = new Map(oldAnchors.map((anchor, index) => [anchor, newAnchors[index]!]));
  const edited = new EditedFiles();
  const { path } = file.bases;
  edited.add({ file: { path }, read }, [edit, ...anchorEdits(document, file, path, changed)]);
  for (const session of sessions) {
    const candidates = (await namingFiles(session, files)).filter((it) => isEditable(it, sessions));
    for (const found of await textsWith([lastPart(path)], candidates, files, open)) {
      if (found.file.path !== path)
        edited.add(
          found,
          anchorEdits(readDocument(found.read.text, runtime, found.file.kind), found.file, path, changed),
        );
    }
  }
  return edited.result(files);
}

function anchorEdits(
  document: SkillDocument,
  file: NamingFile,
  path: string,
  changed: ReadonlyMap<string, string>,
): TextEdit[] {
  return referencesIn(document, file)
    .filter(isFileReference)
    .flatMap(({ target }) => {
      const range = target.written.anchorRange;
      if (target.path !== path || !range || target.heading === undefined) return [];
      const anchor = changed.get(target.heading.toLowerCase());
      return anchor === undefined || anchor === target.heading.toLowerCase() ? [] : [{ range, newText: anchor }];
    });
}
