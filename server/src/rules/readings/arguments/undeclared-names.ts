import { nearestWord } from '../../../dialect/text/edit-distance.ts';
import type { ArgumentHint } from '../../../document/arguments/argument-hint.ts';
import { maxArgumentNameLength, namesOf, namesThatCount } from '../../../document/arguments/argument-names.ts';
import type { CodeRange, Injection, Placeholder, SkillDocument } from '../../../document/skill-document.ts';
import { escapeRegExp } from '../../../document/text/escape-reg-exp.ts';
import { letterExpression } from '../../../document/text/letter-expression.ts';
import type { LineIndex } from '../../../document/text/line-index.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { once, oncePer, oncePerKey } from '../../../platform/once.ts';
import { QuotingOfCommands } from '../../commands/shell-quoting.ts';
import { argumentHintOf } from './argument-hint-of.ts';

/** A `$name` in a body that is meant as an argument, and that Claude Code leaves as text. */
export interface UndeclaredName {
  /** Without `$` and braces. */
  readonly name: string;
  /** All its positions, at least one. */
  readonly places: readonly TextRange[];
  /** In a command that runs: the shell replaces it with nothing. */
  readonly inCommand: boolean;
  /** The declared name that is probably meant; undefined if it is a new name. */
  readonly meant: string | undefined;
}

/** A `$name` or `${name}` that might be one. */
interface Candidate {
  readonly name: string;
  readonly range: TextRange;
  readonly braces: boolean;
  readonly where: 'prose' | 'span' | 'text' | 'command';
}

/** Shorter words are often similar to one another by chance. */
const shortestSlip = 6;

/** Words with more parts, separated by hyphens, are not names. */
const maxParts = 8;

/** More arguments than any skill takes; a body with more names contains data. */
const maxNames = 30;

const words = letterExpression(String.raw`[\p{L}_][\p{L}\p{N}_-]*`, 'gu');

/** Fences that contain text rather than programs, which have variables of their own. */
const textFences = /^(markdown|md|text|txt|plaintext)\b/i;

/**
 * The names in a body that look like arguments but are not declared. A dollar sign alone is not enough: there must be a
 * declared name of which this is a misspelling, a hint that names it, or other names that are declared and used.
 */
export function* undeclaredNames(document: SkillDocument): Generator<void, UndeclaredName[]> {
  const declared = namesOf(document.argumentNames);
  const hint = argumentHintOf(document);
  if ((declared.length === 0 && !hint) || declared.length > maxNames) return [];
  const beside = new NamesInUse(document);
  // Most dollar signs begin a placeholder, and then there is nothing to look up.
  const known = once(() => new KnownNames(declared, hint));
  const byName = new Map<string, Candidate[]>();
  for (const candidate of candidates(document)) {
    yield;
    const name = nameMeant(candidate, known(), beside);
    if (name === undefined || namesThatCount([name]).length === 0) continue;
    const same = { ...candidate, name };
    const others = byName.get(name);
    if (others) others.push(same);
    else if (byName.size < maxNames) byName.set(name, [same]);
  }
  const found: UndeclaredName[] = [];
  for (const [name, places] of byName) {
    yield;
    const meant = declaredNameFor(name, known(), hint);
    const isNamed = meant !== undefined || known().isInHint(name, 'prose', false);
    if (isVariableOfPrograms(document, name, isNamed)) continue;
    found.push({
      name,
      places: places.map(({ range }) => range),
      inCommand: places[0]!.where === 'command',
      meant,
    });
  }
  return found;
}

/** The argument that a candidate evidently means, or undefined. `$issue-copy` may refer to `issue`. */
function nameMeant(
  { name: written, range, braces, where }: Candidate,
  known: KnownNames,
  beside: NamesInUse,
): string | undefined {
  const parts = written.split('-', maxParts);
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('-');
    if (name === '' || known.isTakenOtherwise(name)) continue;
    if (known.isDeclared(name)) return braces ? name : undefined;
    const isCapital = parts[0] === parts[0]!.toUpperCase();
    // Environment variables are upper case.
    if (isCapital && where !== 'prose') continue;
    if (known.slipOf(name) !== undefined) return name;
    if (braces && where !== 'prose' && where !== 'command') continue;
    if (known.isInHint(name, where, isCapital)) return name;
    if (name !== written || name.length === 1 || isCapital || braces) continue;
    if (where === 'command' ? beside.areThere : where === 'prose' && beside.likelyAt(range.start, name)) return name;
  }
  return undefined;
}

/** Names with a dollar sign that prose takes from Svelte, JSON Schema, MongoDB, Vue and others. */
const namesOfLanguages =
  /^(state|derived|effect|props|bindable|inspect|host|store|env|lib|app|ref|refs|schema|id|defs|anchor|lookup|match|group|project|unwind|sort|set|push|pull|inc|in|or|and|this|self|el|emit|event|slots|attrs|root|scope|https?|input|args|index)$/;

/** Where declared names are used: other names in the prose of such a skill are probably meant as arguments, too. */
class NamesInUse {
  readonly areThere: boolean;
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #used: readonly Placeholder[];
  #paragraphs: ReadonlySet<number> | undefined;
  /** For every line, the first line of its paragraph. */
  #firstLines: readonly number[] = [];
  #lastLine = { number: -1, isTableRow: false };

  constructor({ text, lines, body }: SkillDocument) {
    this.#used = body.placeholders.filter(({ kind, escaped }) => kind === 'named' && !escaped);
    this.areThere = this.#used.length > 0;
    this.#text = text;
    this.#lines = lines;
  }

  /** Next to a declared name anywhere; elsewhere not in a remark or a table, which often describe programs. */
  likelyAt(offset: number, name: string): boolean {
    if (!this.areThere || namesOfLanguages.test(name)) return false;
    this.#paragraphs ??= this.#readParagraphs();
    const line = this.#lines.lineAt(offset);
    if (this.#paragraphs.has(this.#firstLines[line]!)) return true;
    return this.#text[offset - 1] !== '(' && !this.#isTableRow(line);
  }

  /** The paragraphs with declared names, by their first lines. Few skills have names that make it necessary. */
  #readParagraphs(): ReadonlySet<number> {
    const lines = this.#lines;
    const firstLines: number[] = [];
    for (let line = 0; line < lines.count; line++) {
      const isNew = line === 0 || lines.textOf(line - 1).trim() === '';
      firstLines.push(isNew ? line : firstLines[line - 1]!);
    }
    this.#firstLines = firstLines;
    return new Set(this.#used.map(({ range }) => firstLines[lines.lineAt(range.start)]!));
  }

  /** Each line is read once, however many names are on it. */
  #isTableRow(line: number): boolean {
    if (line !== this.#lastLine.number) {
      this.#lastLine = { number: line, isTableRow: this.#lines.textOf(line).trimStart().startsWith('|') };
    }
    return this.#lastLine.isTableRow;
  }
}

/** The names that the fields give, looked up for every candidate. */
class KnownNames {
  readonly #declared: readonly string[];
  readonly #all: ReadonlySet<string>;
  /** Names without surrounding punctuation. */
  readonly #bare: ReadonlySet<string>;
  readonly #parts: ReadonlySet<string>;
  readonly #words: ReadonlySet<string>;
  readonly #slips = new Map<string, string | undefined>();

  constructor(declared: readonly string[], hint: ArgumentHint | undefined) {
    this.#declared = declared;
    this.#all = new Set(declared);
    this.#bare = new Set(declared.map(withoutMarks).filter((bare, index) => bare !== declared[index]));
    const exactAndFolded = (names: readonly string[]) => new Set(names.flatMap((name) => [`=${name}`, fold(name)]));
    this.#parts = exactAndFolded(hint?.parts ?? []);
    this.#words = exactAndFolded(hint?.text.match(words(hint.text)) ?? []);
  }

  isDeclared(name: string): boolean {
    return this.#all.has(name);
  }

  declaredAt(position: number): string | undefined {
    return this.#declared[position];
  }

  /** `arguments: $issue` or `issue,` declares something other than what was meant, which another rule reports. */
  isTakenOtherwise(name: string): boolean {
    return this.#bare.has(name);
  }

  /** Whether the hint names this argument: as a bracketed or separate word, or in prose as one word among others. */
  isInHint(name: string, where: Candidate['where'], exactly: boolean): boolean {
    const named = where === 'span' || where === 'text' ? this.#parts : this.#words;
    return named.has(exactly ? `=${name}` : fold(name));
  }

  /**
   * The declared name that is meant. Short words are often similar by chance, so they must begin with the same letters.
   */
  slipOf(name: string): string | undefined {
    return oncePerKey(this.#slips, name, () => this.#findSlip(name));
  }

  #findSlip(name: string): string | undefined {
    const near = nearestWord(name, this.#declared);
    if (near === undefined || Math.min(near.length, name.length) >= shortestSlip) return near;
    const [short, long] = [name.toLowerCase(), near.toLowerCase()].sort((a, b) => a.length - b.length);
    return long!.startsWith(short!) ? near : undefined;
  }
}

function withoutMarks(name: string): string {
  let end = name.length;
  while (end > 0 && ',>]}'.includes(name[end - 1]!)) end--;
  return name.slice(0, end).replace(/^[$<[{]+/, '');
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function declaredNameFor(name: string, known: KnownNames, hint: ArgumentHint | undefined): string | undefined {
  if (known.isDeclared(name)) return name;
  const near = known.slipOf(name);
  if (near !== undefined) return near;
  const position = hint?.names.indexOf(name) ?? -1;
  return position < 0 ? undefined : known.declaredAt(position);
}

function* candidates(document: SkillDocument): Generator<Candidate> {
  const { text, body } = document;
  const placeOf = new PlaceLookup(document);
  const pattern = /(?<![\w$\\?&/=])\$(?:\{([\p{L}_][\p{L}\p{N}_-]*)\}|([\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*))/gu;
  const isPlaceholder = new Set(body.placeholders.map(({ range }) => range.start));
  pattern.lastIndex = body.range.start;
  for (let match = pattern.exec(text); match && match.index < body.range.end; match = pattern.exec(text)) {
    const range = textRange(match.index, match.index + match[0].length);
    const name = (match[1] ?? match[2])!;
    if (
      name.length > maxArgumentNameLength ||
      isPlaceholder.has(range.start) ||
      /^(CLAUDE_|ARGUMENTS?$|ARGS$)/i.test(name)
    )
      continue;
    const where = placeOf.at(range.start);
    // `$x$` is a formula, `$call(…)` and `$list[0]` are code.
    if (where === undefined || /^([$([^=+]|:[:\w]|->)/.test(text.slice(range.end, range.end + 2))) continue;
    yield { name, range, braces: match[1] !== undefined, where };
  }
}

/**
 * The kind of text at an offset, for offsets in source order; undefined for programs, whose variables are their own.
 */
class PlaceLookup {
  readonly #quoting: QuotingOfCommands;
  readonly #injections: LookupInOrder<Injection>;
  readonly #comments: LookupInOrder<{ readonly range: TextRange }>;
  readonly #code: LookupInOrder<CodeRange>;

  constructor({ text, body }: SkillDocument) {
    this.#quoting = new QuotingOfCommands(text);
    this.#injections = new LookupInOrder(body.injections);
    this.#comments = new LookupInOrder(body.comments.map((range) => ({ range })));
    this.#code = new LookupInOrder(body.code);
  }

  at(offset: number): Candidate['where'] | undefined {
    const injection = this.#injections.at(offset);
    if (injection) return this.#quoting.at(offset, injection.commandRange).kind === 'single' ? undefined : 'command';
    if (this.#comments.at(offset)) return undefined;
    const code = this.#code.at(offset);
    if (!code) return 'prose';
    if (code.kind === 'span') return 'span';
    return isTextFence(code) ? 'text' : undefined;
  }
}

function isTextFence({ kind, info }: CodeRange): boolean {
  return kind === 'fence' && textFences.test(info);
}

/**
 * Whether the skill assigns the name a value somewhere, or uses it in the code that it shows. The fields may well name
 * what is saved in `$name`; otherwise, this is how a text defines variables of its own.
 */
function isVariableOfPrograms(document: SkillDocument, name: string, isNamed: boolean): boolean {
  const { text, body } = document;
  const own = `${escapeRegExp(name)}\\b`;
  const variable = `\\$\\{?${own}`;
  const assigned = new RegExp(
    [
      `(?<![\\w-])\\$?${own}\\s*[:+]?=`,
      `\\bfor(each)?\\s+\\(?\\$?${own}\\s+in\\b`,
      `\\b(each|every)\\b[^.\\n]{0,20}${variable}`,
      `\\bread\\s[^\\n|;]{0,80}(?<![\\w\${-])${own}`,
      `--arg(json)?\\s+${own}`,
      `\\bas\\s+${variable}`,
      `\\b(set|let|define|assign)\\s+\`?${variable}`,
      ...(isNamed ? [] : [`\\b(store|save|capture|put|write|assign)\\b[^.\\n]{0,60}${variable}`]),
    ].join('|'),
    'i',
  );
  if (assigned.test(text.slice(body.range.start, body.range.end))) return true;
  const used = new RegExp(`\\$\\{?${escapeRegExp(name)}(?![\\w-])`);
  return programsShown(document).some(({ content }) => used.test(text.slice(content.start, content.end)));
}

/** Code that is neither text nor run. */
const programsShown = oncePer(({ body }: SkillDocument): readonly CodeRange[] => {
  let next = 0;
  return body.code.filter((code) => {
    while (next < body.injections.length && body.injections[next]!.range.end <= code.range.start) next++;
    const isRun = (body.injections[next]?.range.start ?? Number.POSITIVE_INFINITY) < code.range.end;
    return code.kind !== 'span' && !isTextFence(code) && !isRun;
  });
});
