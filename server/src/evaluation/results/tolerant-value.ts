import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { PlainObject } from './evaluation-result.ts';
import { type JsonPath, rangesIn, readJsonText } from './json-text.ts';

/** A problem in a file of a result. */
export interface ResultProblem {
  readonly range: TextRange;
  /** The consequence, then the advice. */
  readonly message: string;
  /** Whether something of the result is missing because of it. */
  readonly isLost: boolean;
}

/** More problems of one file are only counted: a format that changed has the same one everywhere. */
const maxProblems = 50;

/** Items of one list that are read. Nobody runs as many. */
const maxItems = 5000;

/** Gathers the problems of one file. */
class ProblemList {
  readonly #text: string;
  readonly #fixed: ResultProblem[] = [];
  readonly #placed: { readonly path: JsonPath; readonly message: string; readonly isLost: boolean }[] = [];
  #more = 0;

  constructor(text: string) {
    this.#text = text;
  }

  add(path: JsonPath, message: string, isLost = false): void {
    if (this.#placed.length < maxProblems) this.#placed.push({ path, message, isLost });
    else this.#more++;
  }

  addAt(range: TextRange, message: string): void {
    this.#fixed.push({ range, message, isLost: true });
  }

  /** In source order. */
  all(): readonly ResultProblem[] {
    const ranges =
      this.#placed.length === 0
        ? []
        : rangesIn(
            this.#text,
            this.#placed.map(({ path }) => path),
          );
    const placed = this.#placed.map(({ message, isLost }, index) => ({ range: ranges[index]!, message, isLost }));
    const sorted = [...this.#fixed, ...placed].sort((a, b) => a.range.start - b.range.start);
    if (this.#more === 0) return sorted;
    const message = `${this.#more.toLocaleString('en')} more values are not as expected`;
    return [...sorted, { range: textRange(0, 0), message, isLost: true }];
  }
}

/**
 * A value of a file that anyone may have written, by any release. What has another type than expected is left out and
 * becomes a problem; what is missing or null is left out silently.
 */
export class TolerantValue {
  readonly value: unknown;
  readonly path: JsonPath;
  readonly problems: ProblemList;

  constructor(value: unknown, path: JsonPath, problems: ProblemList) {
    this.value = value;
    this.path = path;
    this.problems = problems;
  }

  /** A whole file; undefined if nothing of it can be read. */
  static ofFile(text: string): { readonly root: TolerantValue | undefined; readonly problems: ProblemList } {
    const problems = new ProblemList(text);
    const { value, fault } = readJsonText(text);
    if (fault) {
      const consequence = isObject(value) ? 'only what comes before is read' : 'nothing of it is read';
      problems.addAt(fault, `The file is not valid JSON here, so ${consequence}: restore it, or run again`);
    }
    if (isObject(value)) return { root: new TolerantValue(value, [], problems), problems };
    if (!fault) problems.add([], 'The file has no result of an evaluation: choose another one, or run again', true);
    return { root: undefined, problems };
  }

  text(key: string): string | undefined {
    return this.#typed(key, 'a text', (value) => (typeof value === 'string' ? value : undefined));
  }

  number(key: string): number | undefined {
    return this.#typed(key, 'a number', (value) =>
      typeof value === 'number' && Number.isFinite(value) ? value : undefined,
    );
  }

  flag(key: string): boolean | undefined {
    return this.#typed(key, '`true` or `false`', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  textOrNumber(key: string): string | number | undefined {
    const isEither = (value: unknown) => typeof value === 'string' || (typeof value === 'number' && value % 1 === 0);
    return this.#typed(key, 'a text or a number', (value) =>
      isEither(value) ? (value as string | number) : undefined,
    );
  }

  object(key: string): PlainObject | undefined {
    return this.#typed(key, 'an object', (value) => (isObject(value) ? value : undefined));
  }

  /** An object whose values are read one by one. */
  within(key: string): TolerantValue | undefined {
    const value = this.object(key);
    return value && new TolerantValue(value, [...this.path, key], this.problems);
  }

  /** The objects of a list. */
  items(key: string): readonly TolerantValue[] {
    return this.#list(key).flatMap((item, index) => {
      const path = [...this.path, key, index];
      if (isObject(item)) return [new TolerantValue(item, path, this.problems)];
      this.problems.add(path, `${nameOf(path)} is not an object, so it is left out: run again`, true);
      return [];
    });
  }

  texts(key: string): readonly string[] {
    return this.#list(key).flatMap((item, index) => {
      if (typeof item === 'string') return [item];
      const path = [...this.path, key, index];
      this.problems.add(path, `${nameOf(path)} is not a text, so it is left out: run again`, true);
      return [];
    });
  }

  /** The texts of a list, in which some may be objects that have theirs under one of these keys. */
  textsOrObjects(key: string, ...textKeys: readonly string[]): readonly string[] {
    return this.#list(key).flatMap((item, index) => {
      if (typeof item === 'string') return [item];
      const path = [...this.path, key, index];
      const object = new TolerantValue(item, path, this.problems);
      const written = object.firstOf(...textKeys);
      if (written !== undefined) return object.text(written) ?? [];
      this.problems.add(path, `${nameOf(path)} has no text, so it is left out: add one`, true);
      return [];
    });
  }

  /** The first of several names for the same thing that is there. */
  firstOf(...keys: readonly string[]): string | undefined {
    return keys.find((key) => this.has(key));
  }

  has(key: string): boolean {
    return this.#valueOf(key) !== undefined;
  }

  /** Everything under other keys, as it is written. */
  rest(...known: readonly string[]): PlainObject {
    const entries = Object.entries(this.value as PlainObject).filter(([key]) => !known.includes(key));
    return Object.fromEntries(entries);
  }

  #valueOf(key: string): unknown {
    const { value } = this;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }

  #list(key: string): readonly unknown[] {
    const list = this.#typed(key, 'a list', (value) => (Array.isArray(value) ? (value as unknown[]) : undefined)) ?? [];
    if (list.length <= maxItems) return list;
    const path = [...this.path, key];
    const most = maxItems.toLocaleString('en');
    this.problems.add(path, `Only the first ${most} items of ${nameOf(path)} are read: run fewer at a time`, true);
    return list.slice(0, maxItems);
  }

  #typed<Result>(key: string, expected: string, read: (value: unknown) => Result | undefined): Result | undefined {
    const value = this.#valueOf(key);
    if (value === undefined || value === null) return undefined;
    const result = read(value);
    if (result === undefined) {
      const path = [...this.path, key];
      this.problems.add(path, `${nameOf(path)} is not ${expected}, so it is left out: correct it, or run again`, true);
    }
    return result;
  }
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as a program would write it: `cases[0].arms`. */
function nameOf(path: JsonPath): string {
  const written = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    return index === 0 ? part : `.${part}`;
  });
  return `\`${written.join('')}\``;
}
