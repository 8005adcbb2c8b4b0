import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { once } from '../../platform/once.ts';

/** Characters that nobody sees, in one place of a text. */
export interface InvisibleText {
  readonly range: TextRange;
  readonly kind: /** Unicode tag characters, which repeat ASCII invisibly. */
    | 'tags'
    /** Controls that change the order in which a line is displayed. */
    | 'order'
    /** A character without width inside a word. */
    | 'in-word'
    /** Several characters without width in a row. */
    | 'run'
    /** A byte order mark that does not begin the file. */
    | 'mark';
  /** The code points, in order. */
  readonly codePoints: readonly number[];
}

/** Invisible characters, and those that select a variant of the character before them. */
const invisible = String.raw`[\u115F\u1160\u180E\u200B-\u200D\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0]`;
const selectors = String.raw`[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]`;
const tags = String.raw`[\u{E0000}-\u{E007F}]`;
const orderControls = String.raw`[\u202A-\u202E\u2066-\u2069]`;

/** A usual text has none of them, as one pass finds out. */
const suspects = once(() => new RegExp([invisible, selectors, tags, orderControls].join('|'), 'u'));
const runs = once(() => new RegExp(`(?:${[invisible, selectors, tags].join('|')})+|${orderControls}`, 'gu'));

const isTag = (point: number): boolean => point >= 0xe0000 && point <= 0xe007f;
const isSelector = (point: number): boolean =>
  (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);

/** Letters of scripts that do without joiners; in others, they are part of the spelling. */
const plainLetter = once(() => /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_]$/u);
const scriptLetter = once(() => /^[\p{L}\p{M}]$/u);
const emoji = once(() => /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20E3)$/u);
const rightToLeft = once(
  () => /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u,
);

/** The most that a script needs in one place. */
const MAX_NEEDED = 3;

/**
 * Finds invisible characters that hide something: an order that readers do not see, words that search does not find, or
 * data. Omits what scripts and emoji need, and single characters between words, which editors leave behind.
 */
export function findInvisibleText(text: string): InvisibleText[] {
  if (!suspects().test(text)) return [];
  const found: InvisibleText[] = [];
  const order = new OrderControls(text);
  for (const { 0: run, index } of text.matchAll(runs())) {
    const codePoints = [...run].map((character) => character.codePointAt(0)!);
    const range = textRange(index, index + run.length);
    const kind = isOrderControl(codePoints[0]!)
      ? order.isNeeded(index)
        ? undefined
        : 'order'
      : kindOfRun(text, range, codePoints);
    const last = found.at(-1);
    if (kind === 'order' && last?.kind === 'order' && last.range.end === index) {
      found[found.length - 1] = {
        kind,
        range: textRange(last.range.start, range.end),
        codePoints: [...last.codePoints, ...codePoints],
      };
    } else if (kind) found.push({ range, kind, codePoints });
  }
  return found;
}

const isOrderControl = (point: number): boolean =>
  (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);

function kindOfRun(
  text: string,
  { start, end }: TextRange,
  codePoints: readonly number[],
): InvisibleText['kind'] | undefined {
  // `file-encoding` reports the mark at the beginning.
  if (start === 0 && codePoints.length === 1 && codePoints[0] === 0xfeff) return undefined;
  const before = characterBefore(text, start);
  const after = text.codePointAt(end) === undefined ? '' : String.fromCodePoint(text.codePointAt(end)!);
  if (codePoints.some(isTag)) return isFlag(before, codePoints) ? undefined : 'tags';
  const rest = codePoints.filter((point) => !isSelector(point));
  if (rest.length === 0) return codePoints.length > 1 ? 'run' : undefined;
  if (emoji().test(before) && emoji().test(after)) {
    const isSequence = rest.length === 1 && rest[0] === 0x200d && codePoints.length <= 2;
    return isSequence ? undefined : 'run';
  }
  if (codePoints.includes(0xfeff)) return codePoints.length > 1 ? 'run' : 'mark';
  const isForScript =
    (scriptLetter().test(before) && !plainLetter().test(before)) ||
    (scriptLetter().test(after) && !plainLetter().test(after));
  if (isForScript) return codePoints.length > MAX_NEEDED ? 'run' : undefined;
  if (codePoints.length > 1) return 'run';
  return plainLetter().test(before) && plainLetter().test(after) ? 'in-word' : undefined;
}

/** The flags of England, Scotland and Wales: a black flag, the tags of a region, and a cancel tag. */
function isFlag(before: string, codePoints: readonly number[]): boolean {
  return before === '\u{1F3F4}' && codePoints.length <= 7 && codePoints.at(-1) === 0xe007f;
}

function characterBefore(text: string, offset: number): string {
  if (offset === 0) return '';
  const low = text.charCodeAt(offset - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && offset > 1;
  return text.slice(offset - (isPair ? 2 : 1), offset);
}

/** Decides which controls of the display order a line of right-to-left text needs. Lines are asked for in order. */
class OrderControls {
  readonly #text: string;
  #line = textRange(0, 0);
  #isNeeded = false;

  constructor(text: string) {
    this.#text = text;
  }

  isNeeded(offset: number): boolean {
    if (offset >= this.#line.end) this.#read(offset);
    return this.#isNeeded;
  }

  /** Embeddings and isolates that are closed on a line with letters of such a script. Overrides are never needed. */
  #read(offset: number): void {
    const end = this.#text.indexOf('\n', offset);
    this.#line = textRange(this.#text.lastIndexOf('\n', offset) + 1, end < 0 ? this.#text.length : end + 1);
    const line = this.#text.slice(this.#line.start, this.#line.end);
    this.#isNeeded = rightToLeft().test(line) && !/[\u202D\u202E]/.test(line) && isBalanced(line);
  }
}

function isBalanced(line: string): boolean {
  let embeddings = 0;
  let isolates = 0;
  for (const [control] of line.matchAll(/[\u202A-\u202C\u2066-\u2069]/g)) {
    if (control === '\u202C') embeddings--;
    else if (control === '\u2069') isolates--;
    else if (control < '\u2066') embeddings++;
    else isolates++;
    if (embeddings < 0 || isolates < 0) return false;
  }
  return embeddings === 0 && isolates === 0;
}
