import type { Range } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import { LineIndex } from '../../../document/text/line-index.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { toLspRange } from '../../../features/text/lsp-range.ts';

/** A place in a file, for the editor. */
export interface FilePlace {
  readonly uri: string;
  readonly range: Range;
}

export class FilePlaces {
  readonly #uri: string;
  readonly #lines: LineIndex;

  constructor(path: string, text: string) {
    this.#uri = URI.file(path).toString();
    this.#lines = new LineIndex(text);
  }

  at(range: TextRange): FilePlace {
    return { uri: this.#uri, range: toLspRange(this.#lines, range) };
  }
}
