import type { FileSystem } from '../../platform/file-system.ts';
import type { FileEdit } from '../../protocol.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';

/** The surroundings that refactorings of more than one file read. */
export interface RefactoringSurroundings {
  readonly files: FileSystem;
  readonly openTexts: OpenTexts;
  sessions(): Promise<readonly ShownSession[]>;
}

/** The changes of a refactoring. Paths are absolute. */
export interface FilesChange {
  /** Edits of the file itself. */
  readonly edits: readonly TextEdit[];
  /** A file that does not exist yet. */
  readonly creates?: { readonly path: string; readonly text: string };
  /** Where the file is afterwards. */
  readonly movesTo?: string;
  /** Edits of other files. */
  readonly others?: readonly FileEdit[];
}
