import { FIELDS } from '../../dialect/fields.ts';
import { once } from '../../platform/once.ts';

const fieldNames = [...new Set(FIELDS.map(({ name }) => name))].join('|');

/** The end of a sentence or of a quotation, without the line break that belongs after it. */
const end = `(?<=[^\\s\\w/\\\\\`"'({[<-]|\\S["'”’\`])`;
const gluedField = new RegExp(`${end}(${fieldNames}):(?=\\s|$)`, 'g');

/** The last words of a line, `….category: docs`; a longer text after the colon is a sentence. */
const gluedWord = once(() => /(?<=[\p{L})\]"'”’`…][.!?…]|[。！？])([a-z][a-z_-]{2,}):[ \t]+[\p{L}\p{N}._-]+[ \t]*$/u);

/** Extensions of files: `package.json:` and `main.ts:` are no keys. */
const fileTypes =
  /^(?:c|cc|cfg|conf|cpp|cs|css|csv|env|go|h|html|ini|ipynb|java|js|json|jsonl|jsx|kt|lock|log|md|mdc|mjs|pdf|php|proto|ps|py|rb|rs|sh|sql|svg|swift|tf|toml|ts|tsv|tsx|txt|xml|ya?ml|zip)$/;

/** A key in the middle of another field's value, because the line break before it was lost. */
interface GluedKey {
  readonly key: string;
  /** The offset of the key in the value. */
  readonly index: number;
}

/**
 * Finds a key that is glued to a text: `…in a report.license: MIT`.
 *
 * @param isTaken whether a field has a line of its own, so that this one is only mentioned
 */
export function findGluedKey(value: string, isTaken: (key: string) => boolean): GluedKey | undefined {
  for (const { 1: key, index } of value.matchAll(gluedField)) if (!isTaken(key!)) return { key: key!, index };
  const word = gluedWord().exec(value);
  if (!word || fileTypes.test(word[1]!) || isTaken(word[1]!)) return undefined;
  return { key: word[1]!, index: word.index };
}
