import { LineIndex, type LinePosition } from '../../server/src/document/text/line-index.ts';
import { wordInBody, wordInFrontmatter } from './generated-skills.ts';

/** One character that was typed over another. */
export interface TypedCharacter {
  readonly position: LinePosition;
  readonly character: string;
}

/** A generated skill that somebody types in, by turns in the body and in the frontmatter. No text comes twice soon. */
export class TypedText {
  #text: string;
  readonly #words: readonly { readonly start: number; readonly length: number }[];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
    this.#words = [wordInBody, wordInFrontmatter].map((word) => {
      const start = text.indexOf(word);
      if (start < 0) throw new Error(`No place to type: ${word} is missing`);
      return { start, length: word.length };
    });
  }

  get text(): string {
    return this.#text;
  }

  /** Types the next character. */
  type(): TypedCharacter {
    const word = this.#words[this.#count % this.#words.length]!;
    const offset = word.start + (Math.floor(this.#count / this.#words.length) % word.length);
    const character = String.fromCharCode(97 /* a */ + ((this.#text.charCodeAt(offset) - 97 + 1 + this.#count) % 26));
    const position = new LineIndex(this.#text).positionAt(offset);
    this.#text = this.#text.slice(0, offset) + character + this.#text.slice(offset + 1);
    this.#count++;
    return { position, character };
  }
}
