import type { TextRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { FileEdit } from '../../protocol.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { type EditableText, toFileEdit } from '../edits/editable-text.ts';
import type { SessionText } from '../references/session-files.ts';

/** A file whose text changes. */
export interface EditedFile {
  readonly path: string;
  readonly edit: FileEdit;
}

/** Where a text still has a name. */
export interface LeftPlaces {
  readonly path: string;
  readonly read: EditableText;
  readonly name: string;
  readonly ranges: readonly TextRange[];
}

/** A text and its edits by where they begin. */
interface Edited {
  readonly read: EditableText;
  readonly edits: Map<number, TextEdit>;
}

/** Collects the edits of several files. */
export class EditedFiles {
  readonly #files = new Map<string, Edited>();
  readonly #left = new Map<string, LeftPlaces>();

  /** How often old names stay where they may mean something else. */
  get left(): number {
    return this.leftPlaces().reduce((sum, { ranges }) => sum + ranges.length, 0);
  }

  /** Where old names stay. */
  leftPlaces(): readonly LeftPlaces[] {
    return [...this.#left.values()];
  }

  /** Notes where an old name stays in a file. */
  leave(
    { file, read }: Pick<SessionText, 'read'> & { readonly file: { readonly path: string } },
    name: string,
    ranges: readonly TextRange[],
  ): void {
    const { path } = file;
    if (ranges.length > 0) this.#left.set(JSON.stringify([path, name]), { path, read, name, ranges });
  }

  /** Of two edits of one place, the first counts. */
  add(
    { file, read }: Pick<SessionText, 'read'> & { readonly file: { readonly path: string } },
    edits: readonly TextEdit[],
  ): void {
    if (edits.length === 0) return;
    const edited = this.#files.get(file.path) ?? { read, edits: new Map() };
    this.#files.set(file.path, edited);
    addEdits(edited, edits);
  }

  /** The edits for the editor, in the order in which their files were added. */
  async result(files: FileSystem): Promise<EditedFile[]> {
    const byIdentity = new Map<string, [string, Edited]>();
    for (const [path, edited] of this.#files) {
      // Two edits of one file by different paths would overwrite each other.
      const identity = (await files.identityOf(path)) ?? path;
      const known = byIdentity.get(identity);
      if (known) addEdits(known[1], [...edited.edits.values()]);
      else byIdentity.set(identity, [path, edited]);
    }
    return Promise.all(
      [...byIdentity.values()].map(async ([path, { read, edits }]) => ({
        path,
        edit: await toFileEdit(read, [...edits.values()]),
      })),
    );
  }
}

function addEdits({ edits }: Edited, added: readonly TextEdit[]): void {
  for (const edit of added) if (!edits.has(edit.range.start)) edits.set(edit.range.start, edit);
}
