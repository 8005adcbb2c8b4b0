import type { FileContext } from '../../server/src/catalog/file/file-context.ts';
import type { SkillDocument } from '../../server/src/document/skill-document.ts';
import { type TextRange, textRange } from '../../server/src/document/text/text-range.ts';
import type { CheckedFile } from '../../server/src/features/check/check-file.ts';
import type { Random } from './random.ts';

/** A file before a mistake is planted into it, and a check of what becomes of it. */
export interface CheckableFile extends CheckedFile {
  readonly text: string;
  readonly context: FileContext;
  recheck(text: string): CheckedFile;
}

/** What a mistake changes in a text. */
export interface Plant {
  /** The part that is replaced; empty for an insertion. */
  readonly replaced: TextRange;
  readonly newText: string;
  /** Where the mistake must be found, in the changed text; what was written if it is left out. */
  readonly foundAt?: TextRange;
  /** The only stretch that the rule may mark, if it is known to the character. */
  readonly exactly?: TextRange;
}

/** A text into which mistakes are planted, with what they need to know of it. */
export class CleanText {
  readonly text: string;
  readonly document: SkillDocument;
  readonly context: FileContext;
  /** The line ending of the file. */
  readonly eol: string;

  /** The rules that report something in it. */
  readonly reporting: ReadonlySet<string>;

  constructor({ text, document, context, findings }: CheckableFile) {
    this.text = text;
    this.reporting = new Set(findings.map(({ rule }) => rule));
    this.document = document;
    this.context = context;
    this.eol = text.includes('\r\n') ? '\r\n' : '\n';
  }

  get kind(): FileContext['kind'] {
    return this.context.kind;
  }

  /** Whether its fields can be read as they are, and there are any. */
  get hasFields(): boolean {
    return this.document.frontmatter.reading === 'read' && this.document.frontmatter.fields.size > 0;
  }

  /** Whether Claude Code reads it from here: what other products read has tools and agents of its own. */
  get isOurs(): boolean {
    return this.context.place === 'claude' || this.context.place === 'plugin';
  }

  has(...keys: readonly string[]): boolean {
    return keys.some((key) => this.document.frontmatter.fields.has(key));
  }

  /** The description, if it is one line of English that the model reads. */
  get description(): { readonly text: string; readonly range: TextRange } | undefined {
    const value = this.document.frontmatter.fields.get('description')?.value;
    if (!this.hasFields || value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value.length < 40) {
      return undefined;
    }
    const written = this.text.slice(value.range.start, value.range.end);
    return written.includes('\n') || /[^\x20-\x7e’“”–—]/.test(written)
      ? undefined
      : { text: value.value, range: value.range };
  }

  replace(replaced: TextRange, newText: string): Plant {
    return { replaced, newText: newText.replaceAll('\n', this.eol) };
  }

  insert(at: number, newText: string): Plant {
    return this.replace(textRange(at, at), newText);
  }

  /** Adds lines at the end of the fields; nothing if one of the keys is already there. */
  withFields(yaml: string): Plant | undefined {
    const keys = [...yaml.matchAll(/^([A-Za-z_-]+):/gm)].map(([, key]) => key!);
    const { block } = this.document.frontmatter;
    if (!this.hasFields || !block || this.has(...keys)) return undefined;
    if (this.text[block.close.start - 1] !== '\n') return undefined;
    return this.insert(block.close.start, `${yaml}\n`);
  }

  /** Gives a field another value, as it is written in YAML; nothing if the field is not there. */
  withValue(key: string, yaml: string): Plant | undefined {
    const field = this.hasFields ? this.document.frontmatter.fields.get(key) : undefined;
    if (!field) return undefined;
    const start = this.text.indexOf(':', field.keyRange.end) + 1;
    const end = field.value.range.end - /\s*$/.exec(this.text.slice(start, field.value.range.end))![0].length;
    if (start === 0 || end <= start) return undefined;
    const plant = this.replace(textRange(start, end), yaml === '' ? '' : ` ${yaml}`);
    if (plant.newText === this.text.slice(start, end)) return undefined;
    return { ...plant, foundAt: textRange(field.keyRange.start, start + plant.newText.length) };
  }

  /** Adds the field, or changes it where it is there. */
  withField(key: string, yaml: string): Plant | undefined {
    return this.has(key) ? this.withValue(key, yaml) : this.withFields(`${key}:${yaml === '' ? '' : ` ${yaml}`}`);
  }

  /** Removes the lines of a field. */
  without(key: string): Plant | undefined {
    const field = this.hasFields ? this.document.frontmatter.fields.get(key) : undefined;
    if (!field) return undefined;
    const { lines } = this.document;
    const start = lines.startOf(lines.lineAt(field.keyRange.start));
    const last = this.text.slice(start, field.range.end).trimEnd().length + start;
    return this.replace(textRange(start, lines.startOf(lines.lineAt(last) + 1)), '');
  }

  /** Adds a paragraph between two others, or at the end. */
  withParagraph(paragraph: string, random: Random): Plant | undefined {
    const at = random.one(this.#gaps());
    if (at === undefined) return undefined;
    const isEnd = at === this.text.length;
    if (!isEnd) return this.insert(at, `${paragraph}\n\n`);
    return this.insert(at, `${this.text.endsWith('\n') ? '' : '\n'}\n${paragraph}\n`);
  }

  /** The end of the body, behind what is there. */
  atEnd(text: string): Plant | undefined {
    return this.#isClosed()
      ? this.insert(this.text.length, `${this.text.endsWith('\n') ? '' : '\n'}\n${text}\n`)
      : undefined;
  }

  /** Changes a word of prose. */
  withWord(change: (word: string) => string, random: Random): Plant | undefined {
    const words = this.#words();
    if (words.length === 0) return undefined;
    const word = random.one(words);
    return this.replace(word, change(this.text.slice(word.start, word.end)));
  }

  /** Where lines begin between two paragraphs of prose, and the end. */
  #gaps(): number[] {
    const { body, lines } = this.document;
    if (!this.#isClosed()) return [];
    const gaps = [this.text.length];
    const isPlain = (line: number) => /^(?:#{1,6} )?[A-Z“*][^|<`]*$/.test(lines.textOf(line));
    for (let line = lines.lineAt(body.range.start) + 1; line < lines.count - 1; line++) {
      const start = lines.startOf(line);
      if (isPlain(line) && lines.textOf(line - 1).trim() === '' && isPlain(line - 2) && !this.#isCovered(start))
        gaps.push(start);
    }
    return gaps;
  }

  /** Words of six letters and more, outside of code, links, comments and headings. */
  #words(): TextRange[] {
    const { body } = this.document;
    const words: TextRange[] = [];
    for (const { 0: word, index } of this.text
      .slice(body.range.start, body.scanned.end)
      .matchAll(/(?<![\w/.$@-])[a-z]{6,}(?![\w/.(:-])/g)) {
      const start = body.range.start + index;
      if (!this.#isCovered(start)) words.push(textRange(start, start + word.length));
    }
    return words;
  }

  #isCovered(offset: number): boolean {
    const { body } = this.document;
    const covered = [...body.code, ...body.links, ...body.headings, ...body.injections, ...body.placeholders].map(
      ({ range }) => range,
    );
    return [...covered, ...body.comments].some(({ start, end }) => start <= offset && offset <= end);
  }

  /** Whether what is added at the end of the body is prose. */
  #isClosed(): boolean {
    const { body } = this.document;
    const last = body.code.at(-1);
    const isOpen =
      body.code.some(({ kind, closed }) => kind === 'fence' && !closed) ||
      (last?.kind === 'indented' && last.range.end >= this.text.trimEnd().length);
    return (
      !this.document.json &&
      body.scanned.end === body.range.end &&
      !isOpen &&
      !/<!--(?![\s\S]*-->)/.test(this.text) &&
      !this.text.includes('\r\n\r\n\r\n\r\n')
    );
  }
}
