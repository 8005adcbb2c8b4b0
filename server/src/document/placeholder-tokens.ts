import { capabilities } from '../dialect/runtimes/capabilities.ts';
import { namesThatCount } from './argument-names.ts';
import { escapeRegExp } from './escape-reg-exp.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Placeholder } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/** A part of a text with a meaning for substitution. */
export type PlaceholderToken =
  /** An escaped one is only named, not replaced: an `escape` comes directly before it. */
  | Placeholder
  /** `\$` before what begins like a placeholder: only the backslash goes. */
  | { readonly kind: 'escape'; readonly range: TextRange }
  /** Characters that Claude Code keeps for itself, and allows in no text. */
  | { readonly kind: 'reserved'; readonly range: TextRange };

/** What a text's placeholders depend on. */
export interface PlaceholderGrammar {
  readonly runtime: RuntimeId;
  /** The names declared in `arguments`, those that do not count included: the place of each is the word it stands for. */
  readonly names: readonly string[];
  /** Whether `${name}` has a value, so that nothing else can be made of it. */
  isVariable(name: string): boolean;
}

/** The placeholders of a text. */
export interface ReadPlaceholders {
  /** In source order, not overlapping. */
  readonly tokens: readonly PlaceholderToken[];
  /** How far the text was read: all of it, or up to where there are too many placeholders. */
  readonly end: number;
}

/**
 * Finds the placeholders of a text. Code, comments and links are no protection: Claude Code substitutes everywhere.
 * Linear in the length of the text.
 *
 * `${CLAUDE_…}` is always named, so that checks can speak of it; only those for which `isVariable` holds have a value.
 *
 * @param max how many of one sort are read
 */
export function readPlaceholders(text: string, grammar: PlaceholderGrammar, max = Infinity): ReadPlaceholders {
  if (!/[$\ufffe\uffff]/.test(text)) return { tokens: [], end: text.length };
  const claims = new Claims(text, max);
  if (capabilities(grammar.runtime).argumentSubstitution === 'words') claimWords(claims, grammar);
  else claimArgumentString(claims, grammar);
  return claims.result();
}

/**
 * One pass per sort of placeholder, in this order. What one pass has claimed no later one looks at, so the order decides
 * between placeholders that overlap, wherever they begin: of the names `a$b` and `b-cde`, the longer one is replaced in `$a$b-cde`.
 */
function claimWords(claims: Claims, { runtime, names, isVariable }: PlaceholderGrammar): void {
  claims.replaceReserved();
  const { escapesPlaceholders } = capabilities(runtime);
  const usable = usableNames(names);
  const anyName = usable.length === 0 ? '(?!)' : `(?:${usable.map(({ name }) => escapeRegExp(name)).join('|')})`;
  claims.take(/\$\{(\w+)\}/g, (range, name) => (isVariable(name) ? variable(range, name) : undefined));
  const escapes: number[] = [];
  claims.take(new RegExp(`\\\\\\$(?=\\d|ARGUMENTS|${anyName}${endOfName})`, 'g'), (range) => {
    if (!escapesPlaceholders || !isEscaped(claims.left, range.end - 1)) return undefined;
    escapes.push(range.end);
    return { kind: 'escape', range };
  });
  // Most dollar signs are not of these names, and one look is cheaper than many.
  const isNamed = new RegExp(`\\$${anyName}`).test(claims.left);
  for (const { name, index } of isNamed ? usable : []) {
    const pattern = new RegExp(`\\$${escapeRegExp(name)}${endOfName}`, 'g');
    claims.take(pattern, (range) => ({ kind: 'named', range, index, name, escaped: false }));
  }
  claims.take(/\$ARGUMENTS\[(\d+)\]/g, (range, index) => numbered('indexed', range, index));
  claims.take(/\$(\d+)(?!\w)/g, (range, index) => numbered('position', range, index));
  claims.take(/\$ARGUMENTS/g, all);
  claims.take(/\$\{(CLAUDE_\w+)\}/g, variable);
  nameEscaped(claims, escapes, usable, anyName);
  claims.takeReserved();
}

/** Whether a dollar sign has exactly one backslash before it; two or more keep no placeholder as text. */
export function isEscaped(text: string, dollar: number): boolean {
  return text[dollar - 1] === '\\' && text[dollar - 2] !== '\\';
}

/** Where placeholders stand for all arguments, no characters are reserved either. */
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

/** A name for which placeholders are replaced, with the word that it stands for. */
type UsableName = ReturnType<typeof namesThatCount>[number];

/** The longest first; of two that are the same, only the first one. With reserved characters none is ever found. */
function usableNames(names: readonly string[]): UsableName[] {
  const first = new Map([...namesThatCount(names)].reverse().map((it) => [it.name, it]));
  return [...first.values()]
    .filter(({ name }) => !/[\ufffe\uffff]/.test(name))
    .sort((a, b) => b.name.length - a.name.length || a.index - b.index);
}

/** After a name: a longer word, or a list's element in a program, is something else. */
const endOfName = '(?![\\[\\w])';

/** The parts of a text that have a meaning. A part that is claimed is out of reach for the passes after it. */
class Claims {
  /** The text with a reserved character in the place of each one that is claimed. */
  left: string;
  readonly #text: string;
  readonly #max: number;
  readonly #tokens: PlaceholderToken[] = [];

  constructor(text: string, max: number) {
    this.#text = text;
    this.left = text;
    this.#max = max;
  }

  /** Claude Code replaces reserved characters before it looks for anything else. */
  replaceReserved(): void {
    this.left = this.left.replace(reserved, (run) => '\ufffd'.repeat(run.length));
  }

  /** Claims what matches. Where there is too much of it, the text ends before that, for all passes. */
  take(pattern: RegExp, tokenFor: (range: TextRange, group: string) => PlaceholderToken | undefined): void {
    const { left } = this;
    const pieces: string[] = [];
    let copied = 0;
    let taken = 0;
    let end = left.length;
    for (const { 0: match, 1: group = '', index } of left.matchAll(pattern)) {
      const range = textRange(index, index + match.length);
      const token = tokenFor(range, group);
      if (token === undefined) continue;
      if (++taken > this.#max) {
        end = index;
        break;
      }
      this.#tokens.push(token);
      pieces.push(left.slice(copied, index), marks(match.length));
      copied = range.end;
    }
    if (taken > 0) this.left = pieces.join('') + left.slice(copied, end);
  }

  add(token: PlaceholderToken): void {
    this.#tokens.push(token);
  }

  /** Takes the reserved characters that are left. A placeholder may end in one, as names are looked for after they are replaced. */
  takeReserved(): void {
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

/** What comes in the place of characters that are claimed. */
function marks(length: number): string {
  return length < shortMarks.length ? shortMarks[length]! : mark.repeat(length);
}

const mark = '\ufffe';
const shortMarks = Array.from({ length: 32 }, (_, length) => mark.repeat(length));
