import { Automaton, type Reading } from './automaton.ts';
import { type IgnoreLine, readIgnoreLine } from './ignore-line.ts';
import { ANYTHING, choice, optional, type Pattern, SLASH, sequence } from './pattern.ts';
import { foldText } from './unit-set.ts';

/* Why no library: see `automaton.ts`. */

/**
 * The lines of a `.gitignore`, ignoring case: the last line that matches decides, and nothing in an ignored folder is
 * included again. Lines without wildcards are looked up, and all others are matched at once, so that a path costs only
 * its length.
 */
export class IgnoreRules {
  /** The lines that were left out because the wildcards before them used up all the room. */
  readonly leftOut: readonly string[];
  readonly #lines: readonly IgnoreLine[];
  readonly #plain: PlainLines;
  readonly #wildcards: Automaton | undefined;

  /**
   * @param lines without line endings
   * @param room maximum number of UTF-16 units of all lines with wildcards
   */
  constructor(lines: readonly string[], room: number) {
    const leftOut: string[] = [];
    const read: IgnoreLine[] = [];
    const withWildcards: number[] = [];
    let left = room;
    for (const line of lines) {
      const isPlain = !/[*?[\\]/.test(line);
      if (!isPlain && line.length > left) {
        leftOut.push(line);
        continue;
      }
      const rule = readIgnoreLine(line);
      if (!rule) continue;
      if (rule.plain === undefined) {
        left -= line.length;
        withWildcards.push(read.length);
      }
      read.push(rule);
    }
    this.leftOut = leftOut;
    this.#lines = read;
    this.#plain = new PlainLines(read);
    this.#wildcards = withWildcards.length > 0 ? toAutomaton(read, withWildcards) : undefined;
  }

  /**
   * Whether a path, or a folder above it, is ignored.
   *
   * @param path relative to the folder of the lines; a folder ends with `/`
   */
  ignores(path: string): boolean {
    const folded = foldText(path);
    const wildcards = this.#wildcards?.start();
    let folder: PlainFolder | undefined = this.#plain.root;
    let nameStart = 0;
    for (let at = 0; at <= folded.length; at++) {
      const isFolder = folded[at] === '/';
      if (isFolder || at === folded.length) {
        const name = folded.slice(nameStart, at);
        if (name !== '' && this.#isIgnored(this.#plain.lastLine(name, folder, isFolder), wildcards, isFolder))
          return true;
        folder = folder?.below.get(name);
        nameStart = at + 1;
      }
      if (at < folded.length) wildcards?.read(folded.charCodeAt(at));
    }
    return false;
  }

  /** Whether the last line that matches the text read so far ignores it. */
  #isIgnored(lastPlain: number, wildcards: Reading | undefined, isFolder: boolean): boolean {
    const accepted = wildcards?.accepted ?? [];
    let last = lastPlain;
    for (let index = accepted.length - 1; index >= 0 && accepted[index]! > last; index--) {
      if (isFolder || !this.#lines[accepted[index]!]!.foldersOnly) last = accepted[index]!;
    }
    return last >= 0 && !this.#lines[last]!.negated;
  }
}

function toAutomaton(lines: readonly IgnoreLine[], those: readonly number[]): Automaton {
  const patternsOf = (anchored: boolean): Pattern[] =>
    those
      .filter((index) => lines[index]!.anchored === anchored)
      .map((value) => sequence(lines[value]!.pattern, { kind: 'accept', value }));
  const inAnyFolder = sequence(optional(sequence(ANYTHING, SLASH)), choice(...patternsOf(false)));
  return new Automaton(choice(...patternsOf(true), inAnyFolder));
}

/** The last line that names a path or name: any line, and one that is not only for folders. */
interface Named {
  last: number;
  lastForFiles: number;
}

/** One folder of the paths in lines. */
interface PlainFolder extends Named {
  readonly below: Map<string, PlainFolder>;
}

/** The lines without wildcards: names that apply in any folder, and paths. */
class PlainLines {
  readonly root: PlainFolder = { last: -1, lastForFiles: -1, below: new Map() };
  readonly #names = new Map<string, Named>();

  constructor(lines: readonly IgnoreLine[]) {
    for (const [index, { plain, anchored, foldersOnly }] of lines.entries()) {
      if (plain === undefined) continue;
      const named = anchored ? this.#folder(plain) : this.#name(plain);
      named.last = index;
      if (!foldersOnly) named.lastForFiles = index;
    }
  }

  /**
   * The last line that names something; -1 if there is none.
   *
   * @param folder the folder around it, as far as lines name it
   */
  lastLine(name: string, folder: PlainFolder | undefined, isFolder: boolean): number {
    const line = (named: Named | undefined) => (isFolder ? named?.last : named?.lastForFiles) ?? -1;
    return Math.max(line(folder?.below.get(name)), line(this.#names.get(name)));
  }

  #folder(path: string): PlainFolder {
    let folder = this.root;
    for (const name of path.split('/')) {
      let below = folder.below.get(name);
      if (!below) {
        below = { last: -1, lastForFiles: -1, below: new Map() };
        folder.below.set(name, below);
      }
      folder = below;
    }
    return folder;
  }

  #name(name: string): Named {
    let named = this.#names.get(name);
    if (!named) {
      named = { last: -1, lastForFiles: -1 };
      this.#names.set(name, named);
    }
    return named;
  }
}
