import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../runtime-id.ts';
import type { Placeholder } from '../skill-document.ts';
import { escapeRegExp } from '../text/escape-reg-exp.ts';
import { type TextRange, textRange } from '../text/text-range.ts';
import { namesThatCount } from './argument-names.ts';

/** A part of a text that substitution treats specially. */
export type PlaceholderToken =
  /** An escaped one is only named, not replaced: an `escape` comes directly before it. */
  | Placeholder
  /** `\$` before what begins like a placeholder: only the backslash is removed. */
  | { readonly kind: 'escape'; readonly range: TextRange }
  /** Characters that Claude Code reserves for itself and removes from every text. */
  | { readonly kind: 'reserved'; readonly range: TextRange };

/** The names that decide which placeholders a text has. */
interface PlaceholderGrammar {
  readonly runtime: RuntimeId;
  /** The names declared in `arguments`, including those that do not count: the index of a name is its position. */
  readonly names: readonly string[];
  /** Whether `${name}` has a value, so that it is not read as anything else. */
  isVariable(name: string): boolean;
}

/** The placeholders of a text. */
interface ReadPlaceholders {
  /** In source order, not overlapping. */
  readonly tokens: readonly PlaceholderToken[];
  /** How far the text was read: to its end, or to where there are too many placeholders. */
  readonly end: number;
}

/**
 * Finds the placeholders of a text. Code, comments and links do not protect them: Claude Code substitutes everywhere.
 * Linear in the length of the text.
 *
 * `${CLAUDE_…}` is always included, so that rules can report it; only those for which `isVariable` returns true have a
 * value.
 *
 * @param max how many of one kind are read
 * @param at where the text begins: what offsets are counted from
 */
export function readPlaceholders(text: string, grammar: PlaceholderGrammar, max = Infinity, at = 0): ReadPlaceholders {
  const lines = specialLines(text, grammar.names);
  if (lines.length === 0) return { tokens: [], end: at + text.length };
  const claims = new Claims(lines.map(({ start, end }) => text.slice(start, end)).join(''), max);
  if (capabilities(grammar.runtime).argumentSubstitution === 'words') claimWords(claims, grammar);
  else claimArgumentString(claims, grammar);
  return inWholeText(claims, lines, text, at);
}

/**
 * The lines that may contain something special. Usually they are few, and every pass copies the text that it searches.
 */
function specialLines(text: string, names: readonly string[]): TextRange[] {
  const lines: TextRange[] = [];
  const special = /[$\ufffe\uffff]/g;
  for (let match = special.exec(text); match; match = special.exec(text)) {
    const feed = text.indexOf('\n', match.index);
    const end = feed < 0 ? text.length : feed + 1;
    lines.push(textRange(text.lastIndexOf('\n', match.index) + 1, end));
    special.lastIndex = end;
  }
  const isInOneLine = !names.some((name) => name.includes('\n'));
  return isInOneLine || lines.length === 0 ? lines : [textRange(0, text.length)];
}

/** The placeholders of these lines, at their offsets in the whole text, which begins at `at`. */
function inWholeText(claims: Claims, lines: readonly TextRange[], text: string, at: number): ReadPlaceholders {
  const { tokens, end } = claims.result();
  let line = 0;
  let startInLines = 0;
  const shiftAt = (offset: number): number => {
    for (; line < lines.length - 1; line++) {
      const next = startInLines + lengthOf(lines[line]!);
      if (offset < next) break;
      startInLines = next;
    }
    return at + lines[line]!.start - startInLines;
  };
  return {
    tokens: tokens.map((token) => moved(token, shiftAt(token.range.start))),
    end: end < claims.length ? end + shiftAt(end) : at + text.length,
  };
}

function moved(token: PlaceholderToken, shift: number): PlaceholderToken {
  const range = textRange(token.range.start + shift, token.range.end + shift);
  if (token.kind === 'escape' || token.kind === 'reserved') return { kind: token.kind, range };
  const { kind, index, name, escaped } = token;
  return { kind, range, index, name, escaped };
}

function lengthOf({ start, end }: TextRange): number {
  return end - start;
}

/**
 * One pass per kind of placeholder, in this order. A pass ignores what earlier passes have claimed, so the order
 * decides between placeholders that overlap, wherever they begin: of the names `a$b` and `b-cde`, the longer one is
 * replaced in `$a$b-cde`.
 */
function claimWords(claims: Claims, { runtime, names, isVariable }: PlaceholderGrammar): void {
  claims.replaceReserved();
  const { escapesPlaceholders } = capabilities(runtime);
  const usable = usableNames(names);
  const anyName = usable.length === 0 ? '(?!)' : `(?:${usable.map(({ name }) => escapeRegExp(name)).join('|')})`;
  claims.take(/\$\{(\w+)\}/g, (range, name) => (isVariable(name) ? variable(range, name) : undefined));
  const escapes: number[] = [];
  // To make an expression takes longer than to search such a text.
  if (escapesPlaceholders && claims.left.includes('\\$')) {
    claims.take(new RegExp(`\\\\\\$(?=\\d|ARGUMENTS|${anyName}${endOfName})`, 'g'), (range) => {
      if (!isEscaped(claims.left, range.end - 1)) return undefined;
      escapes.push(range.end);
      return { kind: 'escape', range };
    });
  }
  // Most dollar signs do not begin such a name, and one search is cheaper than many.
  const isNamed = usable.length > 0 && new RegExp(`\\$${anyName}`).test(claims.left);
  for (const { name, index } of isNamed ? usable : []) {
    if (!claims.left.includes(`$${name}`)) continue;
    const pattern = new RegExp(`\\$${escapeRegExp(name)}${endOfName}`, 'g');
    claims.take(pattern, (range) => ({ kind: 'named', range, index, name, escaped: false }));
  }
  claims.take(/\$ARGUMENTS\[(\d+)\]/g, (range, index) => numbered('indexed', range, index));
  claims.take(/\$(\d+)(?!\w)/g, (range, index) => numbered('position', range, index));
  claims.take(/\$ARGUMENTS/g, all);
  claims.take(/\$\{(CLAUDE_\w+)\}/g, variable);
  if (escapes.length > 0) nameEscaped(claims, escapes, usable, anyName);
  claims.takeReserved();
}

/** Whether a dollar sign has exactly one backslash before it; with two or more, a placeholder is replaced. */
export function isEscaped(text: string, dollar: number): boolean {
  return text[dollar - 1] === '\\' && text[dollar - 2] !== '\\';
}

/** In releases whose placeholders only mean all arguments, no characters are reserved either. */
function claimArgumentString(claims: Claims, { isVariable }: PlaceholderGrammar): void {
  claims.take(/\$ARGUMENTS/g, all);
  claims.take(/\$\{(\w+)\}/g, (range, name) =>
    isVariable(name) || name.startsWith('CLAUDE_') ? variable(range, name) : undefined,
  );
}

/** Adds what would have been replaced after each `\$`. Nothing is replaced there: every pass begins at a dollar sign. */
function nameEscaped(claims: Claims, escapes: readonly number[], usable: readonly UsableName[], anyName: string): void {
  const pattern = new RegExp(`(${anyName})${endOfName}|ARGUMENTS\\[(\\d+)\\]|(ARGUMENTS)|(\\d+)(?!\\w)`, 'y');
  const indexes = new Map(usable.map(({ name, index }) => [name, index]));
  for (const start of escapes) {
    pattern.lastIndex = start;
    const match = pattern.exec(claims.left);
    if (!match) continue;
    const [, name, indexed, isAll, position] = match;
    const range = textRange(start - 1, pattern.lastIndex);
    if (name !== undefined) claims.add({ kind: 'named', range, index: indexes.get(name), name, escaped: true });
    else if (isAll !== undefined) claims.add({ ...all(range), escaped: true });
    else {
      const kind = indexed === undefined ? 'position' : 'indexed';
      claims.add({ ...numbered(kind, range, (indexed ?? position)!), escaped: true });
    }
  }
}

function variable(range: TextRange, name: string): Placeholder {
  return { kind: 'variable', range, index: undefined, name, escaped: false };
}

function all(range: TextRange): Placeholder {
  return { kind: 'all', range, index: undefined, name: '', escaped: false };
}

function numbered(kind: 'indexed' | 'position', range: TextRange, digits: string): Placeholder {
  return { kind, range, index: Number(digits), name: '', escaped: false };
}

/** A name for which placeholders are replaced, with its position. */
type UsableName = ReturnType<typeof namesThatCount>[number];

/**
 * The longest first; of duplicates, only the first. Names with reserved characters are never found, nor are those with half
 * a character, which only an editor's text has: a file is decoded to whole ones.
 */
function usableNames(names: readonly string[]): UsableName[] {
  if (names.length === 0) return [];
  const first = new Map([...namesThatCount(names)].reverse().map((it) => [it.name, it]));
  return [...first.values()]
    .filter(({ name }) => name.isWellFormed() && !/[\ufffe\uffff]/.test(name))
    .sort((a, b) => b.name.length - a.name.length || a.index - b.index);
}

/** After a name: a longer word, or an element of a list in a program, is not a placeholder. */
const endOfName = '(?![\\[\\w])';

/** The parts of a text with a special meaning. Later passes ignore a part that is claimed. */
class Claims {
  /** The text with every claimed character replaced by a reserved one. */
  left: string;
  readonly #text: string;
  readonly #max: number;
  readonly #tokens: PlaceholderToken[] = [];
  readonly length: number;

  constructor(text: string, max: number) {
    this.#text = text;
    this.length = text.length;
    this.left = text;
    this.#max = max;
  }

  /** Claude Code replaces reserved characters before it searches for anything else. */
  replaceReserved(): void {
    this.left = this.left.replace(reserved, (run) => '\ufffd'.repeat(run.length));
  }

  /**
   * Claims all matches of an expression that nobody else uses. If there are too many, the text ends before that, for all
   * passes.
   */
  take(pattern: RegExp, tokenFor: (range: TextRange, group: string) => PlaceholderToken | undefined): void {
    const { left } = this;
    const pieces: string[] = [];
    let copied = 0;
    let taken = 0;
    let end = left.length;
    for (let match = pattern.exec(left); match; match = pattern.exec(left)) {
      const { 0: written, 1: group = '', index } = match;
      const range = textRange(index, index + written.length);
      const token = tokenFor(range, group);
      if (token === undefined) continue;
      if (++taken > this.#max) {
        end = index;
        break;
      }
      this.#tokens.push(token);
      pieces.push(left.slice(copied, index), marks(written.length));
      copied = range.end;
    }
    if (taken === 0) return;
    pieces.push(left.slice(copied, end));
    this.left = pieces.join('');
  }

  add(token: PlaceholderToken): void {
    this.#tokens.push(token);
  }

  /**
   * Claims the remaining reserved characters. A placeholder may end in one, because names are searched for after they
   * are replaced.
   */
  takeReserved(): void {
    // Hardly any text has them.
    if (this.#text.search(reserved) < 0) return;
    for (const { 0: run, index } of this.#text.matchAll(reserved)) {
      const end = Math.min(index + run.length, this.left.length);
      let start = index;
      while (start < end && this.left[start] === mark) start++;
      if (start < end) this.#tokens.push({ kind: 'reserved', range: textRange(start, end) });
    }
  }

  result(): ReadPlaceholders {
    const end = this.left.length;
    const tokens = this.#tokens.filter(({ range }) => range.start < end);
    return { tokens: tokens.sort((a, b) => a.range.start - b.range.start), end };
  }
}

const reserved = /[\ufffe\uffff]+/g;

/** Replaces claimed characters. */
function marks(length: number): string {
  return length < shortMarks.length ? shortMarks[length]! : mark.repeat(length);
}

const mark = '\ufffe';
const shortMarks = Array.from({ length: 32 }, (_, length) => mark.repeat(length));
