import { escapeRegExp } from '../../document/text/escape-reg-exp.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { PRIVATE_KEYS, PUBLISHED_EXAMPLES, SECRET_FORMATS, type SecretFormat } from './secret-formats.ts';

/** A credential in a text. What it says is never repeated. */
interface FoundSecret {
  readonly range: TextRange;
  /** A noun phrase: "a token of GitHub". */
  readonly what: string;
}

interface PrefixFormat extends SecretFormat {
  /** Reads the characters after a prefix. */
  readonly rest: RegExp;
}

const formats: readonly PrefixFormat[] = SECRET_FORMATS.map((format) => ({
  ...format,
  rest: new RegExp(`[${format.characters}]{1,${format.length[1]! + 1}}`, 'y'),
}));
const byPrefix = new Map(formats.flatMap((format) => format.prefixes.map((prefix) => [prefix, format] as const)));

const keyStart = '-----BEGIN ';
const starts = new RegExp(
  `(?<![A-Za-z0-9_])(?:${[...byPrefix.keys()].map(escapeRegExp).join('|')})|${escapeRegExp(keyStart)}`,
  'g',
);
const keyHeader = new RegExp(
  `${escapeRegExp(keyStart)}(?:${PRIVATE_KEYS.kinds.join('|')})PRIVATE KEY(?: BLOCK)?-----`,
  'y',
);
const keyEnd = '-----END ';

/** A text with its credentials left out: for whatever repeats a part of a file. */
export function withoutSecrets(text: string): string {
  let shown = '';
  let end = 0;
  for (const { range } of findSecrets(text)) {
    shown += `${text.slice(end, range.start)}…`;
    end = range.end;
  }
  return shown + text.slice(end);
}

/** The credentials in a text, by their published formats. Linear: no character is read more often than a few times. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  starts.lastIndex = 0;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const [prefix] = match;
    const format = byPrefix.get(prefix);
    const secret = format ? readToken(text, match.index, prefix, format) : readPrivateKey(text, match.index);
    if (!secret) continue;
    found.push(secret);
    starts.lastIndex = secret.range.end;
  }
  return found;
}

function readToken(text: string, start: number, prefix: string, format: PrefixFormat): FoundSecret | undefined {
  const { rest, contains, what } = format;
  const [least, most] = format.length as [number, number];
  rest.lastIndex = start + prefix.length;
  // A hyphen or dot at the end belongs to the sentence.
  const written = rest.exec(text)?.[0].replace(/[.\-/]+$/, '') ?? '';
  if (written.length < least || written.length > most) return undefined;
  if (contains !== undefined && !written.includes(contains)) return undefined;
  if (isExample(written) || !isRandom(written, format.characters)) return undefined;
  return { range: textRange(start, start + prefix.length + written.length), what };
}

function readPrivateKey(text: string, start: number): FoundSecret | undefined {
  keyHeader.lastIndex = start;
  const header = keyHeader.exec(text)?.[0];
  if (!header) return undefined;
  const [least, most] = PRIVATE_KEYS.length as [number, number];
  const contentStart = start + header.length;
  const close = text.indexOf('-----', contentStart);
  if (!text.startsWith(keyEnd, close) || close - contentStart > most) return undefined;
  const lines = text.slice(contentStart, close).replace(/^[\w-]+: .*$/gm, '');
  const key = lines.replace(/\\n|[\s>|"',+]/g, '');
  if (key.length < least || !/^[A-Za-z0-9/=]+$/.test(key) || isExample(key.slice(0, 200))) return undefined;
  if (!isRandom(key.slice(0, 1000), 'A-Za-z0-9')) return undefined;
  const lineEnd = /^-----END [A-Z ]{1,40}-----/.exec(text.slice(close, close + 60))?.[0].length ?? keyEnd.length;
  return { range: textRange(start, close + lineEnd), what: PRIVATE_KEYS.what };
}

/** Words that a random text of this length hardly ever has. */
const words =
  /example|placeholder|your|redact|dummy|fake|sample|secret|token|changeme|insert|replace|x{4}|\*{3}|\.{3}|1234|abcd|dead-?beef/i;

function isExample(written: string): boolean {
  return words.test(written) || PUBLISHED_EXAMPLES.some((example) => written.includes(example));
}

/** The part of the largest possible entropy that a random text has at least. */
const LEAST_ENTROPY = 0.72;

/** Whether a text has the look of a random one: its characters vary, and do not follow one another in order. */
function isRandom(written: string, characters: string): boolean {
  const alphabet = sizeOf(characters);
  const possible = Math.log2(Math.min(alphabet, written.length));
  if (entropy(written) < LEAST_ENTROPY * possible) return false;
  // Words have neither digits nor capitals among their letters.
  const isMixed = /\d/.test(written)
    ? /[A-Za-z]/.test(written)
    : share(written, /[A-Z]/g) > 0.15 && share(written, /[a-z]/g) > 0.15;
  if (!isMixed && alphabet > 16 && written.length >= 24) return false;
  return !isInOrder(written.replace(/[^A-Za-z]/g, '').toLowerCase()) && !isInOrder(written.replace(/\D/g, ''));
}

function share(written: string, characters: RegExp): number {
  return (written.match(characters)?.length ?? 0) / written.length;
}

function sizeOf(characters: string): number {
  let size = 0;
  for (const [, from, to] of characters.matchAll(/(\w)-(\w)/g)) size += to!.charCodeAt(0) - from!.charCodeAt(0) + 1;
  return size + characters.replace(/\w-\w/g, '').length;
}

/** Bits per character. */
function entropy(written: string): number {
  const counts = new Map<string, number>();
  for (const character of written) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / written.length) * Math.log2(count / written.length);
  return bits;
}

/** Whether most characters come directly after those before them: `abcdef`, `123456`. */
function isInOrder(written: string): boolean {
  if (written.length < 8) return false;
  let ascending = 0;
  for (let at = 1; at < written.length; at++) {
    if (written.charCodeAt(at) - written.charCodeAt(at - 1) === 1) ascending++;
  }
  return ascending > written.length * 0.6;
}
