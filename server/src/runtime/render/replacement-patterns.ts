/** A part of a replacement text: characters, or a pattern. */
interface Part {
  readonly kind: 'text' | 'match' | 'before' | 'after';
  readonly text: string;
}

const kinds = { '$&': 'match', '$`': 'before', "$'": 'after' } as const;

/**
 * A replacement text as JavaScript's `String.replace` reads it: `$$`, `$&`, `` $` `` and `$'` are patterns. Some
 * releases pass arguments and outputs to it unescaped. The last two patterns repeat the whole text, so the length of a
 * result can be computed before the result itself.
 */
export class ReplacementText {
  readonly #parts: readonly Part[];

  constructor(replacement: string) {
    const parts: Part[] = [];
    let copied = 0;
    for (const { 0: pattern, index } of replacement.matchAll(/\$[$&`']/g)) {
      const isDollar = pattern === '$$';
      const text = replacement.slice(copied, isDollar ? index + 1 : index);
      if (text !== '') parts.push({ kind: 'text', text });
      if (!isDollar) parts.push({ kind: kinds[pattern as keyof typeof kinds], text: '' });
      copied = index + pattern.length;
    }
    const rest = replacement.slice(copied);
    if (rest !== '') parts.push({ kind: 'text', text: rest });
    this.#parts = parts;
  }

  /** UTF-16 units that replace `[start, end)` of a text. */
  lengthIn(text: string, start: number, end: number): number {
    const lengths = { match: end - start, before: start, after: text.length - end };
    let length = 0;
    for (const part of this.#parts) length += part.kind === 'text' ? part.text.length : lengths[part.kind];
    return length;
  }

  /** The text that replaces `[start, end)` of a text. */
  expandIn(text: string, start: number, end: number): string {
    const [only] = this.#parts;
    if (this.#parts.length < 2 && (!only || only.kind === 'text')) return only?.text ?? '';
    const texts = { match: text.slice(start, end), before: text.slice(0, start), after: text.slice(end) };
    return this.#parts.map((part) => (part.kind === 'text' ? part.text : texts[part.kind])).join('');
  }
}
