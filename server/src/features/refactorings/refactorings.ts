import { CodeActionKind } from 'vscode-languageserver-types';
import { isJsonKind } from '../../document/runtime-id.ts';
import { rangesTouch, type TextRange } from '../../document/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OpenFile } from '../check/open-file.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import type { TreeSession } from '../tree/tree-session.ts';
import type { FilesChange } from './files-change.ts';
import { organizeFrontmatter } from './organize-frontmatter.ts';
import { splitDescription } from './split-description.ts';

/** The kind of the action that orders the fields, as `source.organizeImports` orders imports. */
export const organizeFrontmatterKind = `${CodeActionKind.Source}.organizeFrontmatter`;

/** A change that keeps what a file means. */
export interface Refactoring {
  readonly title: string;
  readonly kind: string;
  /** What the editor must be able to do with files besides editing them. */
  readonly needs?: 'create' | 'rename';
  /** Why it is not possible here. */
  readonly disabled?: string;
  /** Undefined if there is nothing to change. */
  readonly change: () => FilesChange | undefined | Promise<FilesChange | undefined>;
}

/** What refactorings of more than one file read. */
export interface RefactoringSurroundings {
  readonly files: FileSystem;
  readonly openTexts: OpenTexts;
  sessions(): Promise<readonly TreeSession[]>;
}

/** Where a refactoring is offered. */
export interface RefactoringContext {
  readonly open: OpenFile;
  /** Undefined where only the text itself is known. */
  readonly around: RefactoringSurroundings | undefined;
}

/** The refactorings for a range; `wants` says which kinds are asked for. */
export async function refactorings(
  context: RefactoringContext,
  range: TextRange,
  wants: (kind: string) => boolean,
): Promise<Refactoring[]> {
  const { document, file } = context.open;
  if (isJsonKind(file.kind)) return [];
  const found: Refactoring[] = [];
  if (wants(organizeFrontmatterKind)) {
    const edit = organizeFrontmatter(document, file.kind);
    if (edit)
      found.push({
        title: 'Organize the frontmatter',
        kind: organizeFrontmatterKind,
        change: () => ({ edits: [edit] }),
      });
  }
  if (wants(CodeActionKind.RefactorRewrite)) {
    const description = document.frontmatter.fields.get('description');
    const edit =
      description && rangesTouch(description.range, range) ? splitDescription(document, file.kind) : undefined;
    if (edit)
      found.push({
        title: 'Split the description into `description` and `when_to_use`',
        kind: CodeActionKind.RefactorRewrite,
        change: () => ({ edits: [edit] }),
      });
  }
  return found;
}
