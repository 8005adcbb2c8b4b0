/** A part of a report that can be shortened: a list loses its last entries, a text its end. */
interface Part {
  /** As it is said: `findings`, `messages[1].text`. */
  readonly name: string;
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
}

/** A text or list as it was, for what is said about it. */
interface Shortened {
  readonly part: Part;
  readonly unit: 'entries' | 'characters';
  readonly before: number;
}

/** Texts this short are left alone: they name what the rest is about. */
const shortText = 200;

/** Room for what is said at the end of a text. */
const roomForNote = 100;

/**
 * A report as JSON of at most so many characters. If it has more, its longest lists and texts lose their ends, and `cut`
 * says which, and how much of each is left.
 *
 * @param print writes a value as JSON
 */
export function fitReport(report: object, maxLength: number, print: (value: object) => string): string {
  const whole = print(report);
  if (whole.length <= maxLength) return whole;
  const kept = structuredClone(report) as Record<string, unknown>;
  const shortened = new Map<string, Shortened>();
  for (let text = whole; ; ) {
    const part = largestPart(kept);
    if (!part) return print({ cut: [`Everything: it does not fit into ${maxLength} characters`] });
    shorten(part, text.length - maxLength, shortened);
    text = print({ cut: [...shortened.values()].map(describe), ...kept });
    if (text.length <= maxLength) return text;
  }
}

/** A text of at most so many characters, which says at its end how much is left out. */
export function fitText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = withoutHalf(text.slice(0, Math.max(0, maxLength - roomForNote)));
  return `${start}\n\n[Cut after ${start.length} of ${text.length} characters]`;
}

/** The list or text that takes most of the report, if there is any that can be shortened. */
function largestPart(report: Record<string, unknown>): Part | undefined {
  let found: Part | undefined;
  let holder: Record<string | number, unknown> = report;
  let name = '';
  for (;;) {
    const all = Object.entries(holder).map(([key, value]) => ({ key, value, size: sizeOf(value) }));
    const [largest] = all.sort((a, b) => b.size - a.size);
    if (!largest) return found;
    const { key, value, size } = largest;
    const isList = Array.isArray(holder);
    // Of a list with one large entry, that entry is shortened; of others, entries are left out.
    if (isList && size * 2 < sizeOf(holder)) return found;
    name = isList ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`;
    const part = { name, holder, key };
    if (typeof value === 'string') return value.length > shortText ? part : found;
    if (typeof value !== 'object' || value === null) return found;
    if (Array.isArray(value) && value.length > 0) found = part;
    holder = value as Record<string | number, unknown>;
  }
}

function shorten(part: Part, excess: number, shortened: Map<string, Shortened>): void {
  const { holder, key, name } = part;
  const value = holder[key] as string | unknown[];
  const isText = typeof value === 'string';
  if (!shortened.has(name)) {
    shortened.set(name, { part, unit: isText ? 'characters' : 'entries', before: value.length });
  }
  if (isText) {
    // An escaped character takes up to six, so this may take more than is needed of a text that has many.
    holder[key] = withoutHalf(value.slice(0, Math.max(shortText, value.length - excess)));
    return;
  }
  let left = value.length;
  for (let dropped = 0; left > 0 && dropped < excess; left--) dropped += sizeOf(value[left - 1]) + 1;
  value.length = left;
}

function describe({ part, unit, before }: Shortened): string {
  const { length } = part.holder[part.key] as string | unknown[];
  return `${part.name}: the first ${length} of ${before} ${unit}`;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** Without the first half of a character that takes two units. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}
