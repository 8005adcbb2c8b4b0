import type { Random } from '../../mutation/random.ts';

/** What readers of texts, lines, bytes or numbers treat in a way of its own. */
const special = [
  ...[
    '\0',
    '\u0001',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u0301',
    '\u200b',
    '\u200d',
    '\u2028',
    '\u2029',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\ufeff',
    '\ufffd',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
    '\ud83d\ude00',
    '\u{e0061}',
    '\u{10ffff}',
  ],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\t',
    '\v',
    '\f',
    ' ',
    '\n\n',
    '---',
    '---\n',
    '...',
    '$',
    '\\',
    '`',
    '```',
    '"',
    "'",
    '!`',
    '{',
    '}',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '<!--',
    '-->',
    '&a',
    '*a',
    '!!',
    ': ',
    '- ',
    '? ',
    '| ',
    '#',
    ' #',
    '%',
    '@',
    ',',
    '//',
    '/*',
  ],
  ...[
    '$ARGUMENTS',
    '$0',
    '${CLAUDE_SKILL_DIR}',
    '__proto__',
    'constructor',
    'toString',
    'true',
    'null',
    '~',
    '.inf',
    '0x1F',
    '1e999',
    '-0',
    '.',
  ],
];

/** The kinds of changes; each returns another text, of about the same length. */
const changes: readonly ((text: string, random: Random, other: string) => string)[] = [
  insert,
  insert,
  remove,
  remove,
  repeat,
  move,
  replaceUnit,
  flipByte,
  flipByte,
  cut,
  takeOver,
  otherLineEnds,
];

/** A text with a few changes at random places. */
export function mutateText(text: string, random: Random, other: string): string {
  let changed = text;
  for (let left = 1 + random.below(6); left > 0; left--) changed = random.one(changes)(changed, random, other);
  return changed.length > 20_000 ? changed.slice(0, 20_000) : changed;
}

function place(text: string, random: Random): number {
  return random.below(text.length + 1);
}

function stretch(text: string, random: Random): [number, number] {
  const start = place(text, random);
  const longest = random.below(3) === 0 ? text.length : 12;
  return [start, Math.min(text.length, start + random.below(longest + 1))];
}

function insert(text: string, random: Random): string {
  const at = place(text, random);
  return text.slice(0, at) + random.one(special) + text.slice(at);
}

function remove(text: string, random: Random): string {
  const [start, end] = stretch(text, random);
  return text.slice(0, start) + text.slice(end);
}

function repeat(text: string, random: Random): string {
  const [start, end] = stretch(text, random);
  return text.slice(0, end) + text.slice(start, end).repeat(1 + random.below(4)) + text.slice(end);
}

function move(text: string, random: Random): string {
  const [start, end] = stretch(text, random);
  const rest = text.slice(0, start) + text.slice(end);
  const at = place(rest, random);
  return rest.slice(0, at) + text.slice(start, end) + rest.slice(at);
}

/** May leave half of a character. */
function replaceUnit(text: string, random: Random): string {
  const at = place(text, random);
  return text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + text.slice(at + 1);
}

/** Changes bits as a disk would: what is no UTF-8 any more is read as every editor reads it. */
function flipByte(text: string, random: Random): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length === 0) return text;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(bytes.length);
    bytes[at] = random.below(2) === 0 ? bytes[at]! ^ (1 << random.below(8)) : random.below(256);
  }
  return bytes.toString('utf8');
}

function cut(text: string, random: Random): string {
  return random.below(2) === 0 ? text.slice(0, place(text, random)) : text.slice(place(text, random));
}

function takeOver(text: string, random: Random, other: string): string {
  const [start, end] = stretch(other, random);
  const at = place(text, random);
  return text.slice(0, at) + other.slice(start, end) + text.slice(at);
}

function otherLineEnds(text: string, random: Random): string {
  const end = random.one(['\r\n', '\r', '\n\r', '\n']);
  return text.replaceAll('\n', () => (random.below(8) === 0 ? '\n' : end));
}
