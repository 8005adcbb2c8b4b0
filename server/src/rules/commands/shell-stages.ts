import { lastPart } from '../../platform/paths.ts';

/** One program of a shell command with its words; offsets are relative to the start of the command. */
export interface ShellStage {
  readonly start: number;
  readonly end: number;
  /** The operator before it; `;` also for a new line and `&`; empty for the first stage. */
  readonly joint: '' | '|' | '&&' | '||' | ';';
  /** Its words without quotes, redirects and comments. */
  readonly words: readonly string[];
  /** The files that `<` names. */
  readonly inputs: readonly string[];
}

/** A command, split as far as rules need it. */
interface ShellStages {
  /** The stages that determine the exit status, in order. */
  readonly stages: readonly ShellStage[];
  /** Those inside `$(…)`, `<(…)`, `(…)` and backticks, each list on its own. */
  readonly nested: readonly (readonly ShellStage[])[];
}

/** How deep nested commands are read. */
const deepest = 8;

/** In UTF-16 units: longer than any command written by hand; rules do not report on it. */
export const maxCommandLength = 20_000;

/**
 * Splits a command at its pipes and lists. Not a shell: it supports quotes, substitutions, redirects and comments, and
 * treats keywords such as `if` as programs. Undefined for a here-document, whose text is not a command, and for a
 * command beyond the bounds.
 */
export function shellStages(command: string): ShellStages | undefined {
  if (command.length > maxCommandLength) return undefined;
  const nested: ShellStage[][] = [];
  const stages = split(command, 0, command.length, nested, 0);
  return stages && { stages, nested };
}

function split(
  text: string,
  from: number,
  to: number,
  nested: ShellStage[][],
  depth: number,
): ShellStage[] | undefined {
  const stages: ShellStage[] = [];
  let joint: ShellStage['joint'] = '';
  let words: string[] = [];
  let inputs: string[] = [];
  let redirect: '' | '<' | '>' = '';
  let start = -1;
  let end = from;
  let at = from;
  const close = (next: ShellStage['joint']): void => {
    if (start >= 0) stages.push({ start, end, joint, words, inputs });
    if (start >= 0 || next !== ';') joint = next;
    words = [];
    inputs = [];
    redirect = '';
    start = -1;
  };
  while (at < to) {
    const character = text[at]!;
    if (character === '\\' && /^\r?\n/.test(text.slice(at + 1, at + 3))) {
      at = text.indexOf('\n', at) + 1;
      continue;
    }
    if (/[ \t\r]/.test(character)) {
      at++;
      continue;
    }
    if (character === '#') {
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd < 0 ? to : Math.min(lineEnd, to);
      continue;
    }
    if (character === '\n' || character === ';') {
      close(';');
      at++;
      continue;
    }
    if (character === '&' && text[at + 1] !== '>') {
      const isAnd = text[at + 1] === '&';
      close(isAnd ? '&&' : ';');
      at += isAnd ? 2 : 1;
      continue;
    }
    if (character === '|') {
      const isOr = text[at + 1] === '|';
      close(isOr ? '||' : '|');
      at += isOr || text[at + 1] === '&' ? 2 : 1;
      continue;
    }
    if (start < 0) start = at;
    const operator = redirection(text, at);
    if (operator === '<<' || operator === '<<-') return undefined;
    if (operator !== undefined) {
      at += operator.length;
      end = Math.min(at, to);
      redirect = operator.includes('&') && !operator.startsWith('&') ? '' : operator === '<' ? '<' : '>';
      continue;
    }
    const word = readWord(text, at, to, nested, depth);
    if (!word) return undefined;
    if (redirect === '<') inputs.push(word.text);
    else if (redirect === '') words.push(word.text);
    redirect = '';
    at = word.end;
    end = at;
  }
  close(';');
  return stages;
}

/** `2>&1`, `>>`, `<` and the like; undefined where none begins. */
function redirection(text: string, at: number): string | undefined {
  const pattern = /\d*(?:>&\d|>&-|<&\d|>>|>\||>&|<<<|<<-|<<|<>|<(?!\()|>(?!\())|&>>?/y;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** One word from `at` on, without its quotes; undefined if commands are nested too deeply. */
function readWord(text: string, at: number, to: number, nested: ShellStage[][], depth: number) {
  let word = '';
  let next = at;
  while (next < to && !/[\s;&|<>]/.test(text[next]!)) {
    const character = text[next]!;
    const stop = endOfPart(text, next, to);
    const part = text.slice(next, stop);
    if (character === "'" || character === '"') word += part.slice(1, part.length > 1 ? -1 : undefined);
    else if (character === '\\') word += part.slice(1);
    else word += part;
    if (!readNested(text, next, stop, nested, depth)) return undefined;
    next = stop;
  }
  // `<(` and `>(` are words of their own.
  if (next === at) {
    next = endOfPart(text, at + 1, to);
    word = text.slice(at, next);
    if (!readNested(text, at + 1, next, nested, depth)) return undefined;
  }
  return { text: word, end: next };
}

/** The end of the quoted text, substitution or run of plain characters that begins at `at`. */
function endOfPart(text: string, at: number, to: number): number {
  const character = text[at]!;
  if (character === "'") return endAfter(text, "'", at + 1, to);
  if (character === '`') return endAfter(text, '`', at + 1, to);
  if (character === '\\') return Math.min(at + 2, to);
  if (character === '"' || character === '(' || text.startsWith('$(', at)) return endOfNesting(text, at, to);
  if (text.startsWith('${', at)) return endAfter(text, '}', at + 2, to);
  return at + 1;
}

function endAfter(text: string, closing: string, from: number, to: number): number {
  const found = text.indexOf(closing, from);
  return found < 0 || found >= to ? to : found + 1;
}

/** The end of double quotes or parentheses, including the quotes and parentheses inside. */
function endOfNesting(text: string, at: number, to: number): number {
  const open: string[] = [];
  for (let next = at; next < to; next++) {
    const character = text[next]!;
    const inQuotes = open.at(-1) === '"';
    if (character === '\\') next++;
    else if (character === '"') {
      if (inQuotes) open.pop();
      else open.push('"');
    } else if (character === "'" && !inQuotes) next = endAfter(text, "'", next + 1, to) - 1;
    else if (character === '(' && (!inQuotes || text[next - 1] === '$')) open.push('(');
    else if (character === ')' && !inQuotes) open.pop();
    else if (character === '$' && text[next + 1] === '(') continue;
    if (open.length === 0) return next + 1;
  }
  return to;
}

/** Splits the commands in a part of a word. */
function readNested(text: string, from: number, to: number, nested: ShellStage[][], depth: number): boolean {
  const character = text[from];
  const opening = character === '$' && text[from + 1] === '(' ? 2 : character === '(' || character === '`' ? 1 : 0;
  if (opening > 0) {
    if (depth >= deepest) return false;
    const inside = split(text, from + opening, to - 1, nested, depth + 1);
    if (inside) nested.push(inside);
    return inside !== undefined;
  }
  if (character !== '"') return true;
  for (let at = from + 1; at < to - 1; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`' || text.startsWith('$(', at)) {
      const end = endOfPart(text, at, to - 1);
      if (!readNested(text, at, end, nested, depth)) return false;
      at = end - 1;
    }
  }
  return true;
}

const wrappers = new Set([
  'sudo',
  'env',
  'command',
  'nohup',
  'time',
  'exec',
  'then',
  'do',
  'else',
  'if',
  'while',
  'until',
  '!',
  '{',
]);

/** A stage's program and its arguments: without assignments, `sudo`, keywords and the program's folder. */
export function programOf({ words }: ShellStage): { readonly program: string; readonly rest: readonly string[] } {
  let index = 0;
  while (index < words.length) {
    const word = words[index]!;
    const isWrapper =
      wrappers.has(word) && index + 1 < words.length && !(word === 'command' && /^-[vV]$/.test(words[index + 1] ?? ''));
    if (!isWrapper && !/^[A-Za-z_]\w*=/.test(word)) break;
    index++;
    while (isWrapper && words[index]?.startsWith('-')) index++;
  }
  const program = words[index] ?? '';
  return { program: lastPart(program), rest: words.slice(index + 1) };
}
