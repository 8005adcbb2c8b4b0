import { parse, type Scalar } from 'yaml';

/*
 * The latest client parses YAML with Bun. The `yaml` library reads the structure; what a scalar becomes is decided
 * here, since the two resolve numbers, tags and line ends differently.
 */

/** A scalar as Bun resolves it; undefined where Bun refuses the whole text. */
export function readBunScalar(node: Scalar, source: string): string | number | boolean | null | undefined {
  const text = node.value === null || node.value === undefined ? '' : String(node.value);
  if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') return wellFormed(text);
  if (node.type !== 'PLAIN') {
    const quoted = node.range ? source.slice(node.range[0], node.range[1]) : '';
    return wellFormed(quoted.includes('\r\n') ? readQuotedOverCrlf(quoted) : text);
  }
  const tag = node.tag?.replace('tag:yaml.org,2002:', '');
  if (tag === '!' || tag === 'str') return text;
  if (text === '') return null;
  switch (tag) {
    case undefined:
      return readBoolean(text) ?? readNumber(text) ?? textUnlessNull(text);
    case 'int':
    case 'float':
      return readNumber(text) ?? text;
    case 'bool':
      return readBoolean(text) ?? text;
    case 'null':
      return textUnlessNull(text);
    default:
      return text;
  }
}

const nullWords = new Set(['~', 'null', 'Null', 'NULL']);

function textUnlessNull(text: string): string | null {
  return nullWords.has(text) ? null : text;
}

function readBoolean(text: string): boolean | undefined {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  return /^(false|False|FALSE)$/.test(text) ? false : undefined;
}

/** Bun's largest whole number in hexadecimal or octal; longer ones stay text. */
const maxInteger = 0xffff_ffff_ffff_ffffn;

function readNumber(text: string): number | undefined {
  if (/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(text)) return Number(text);
  const based = /^([-+]?)(0x[0-9a-fA-F]+|0o[0-7]+)$/.exec(text);
  if (based) {
    const whole = BigInt(based[2]!);
    if (whole > maxInteger) return undefined;
    return based[1] === '-' ? -Number(whole) : Number(whole);
  }
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^\.(nan|NaN|NAN)$/.test(text) ? Number.NaN : undefined;
}

/** In a quoted value over lines that end in CRLF Bun counts every line end twice over: a single one is no space. */
function readQuotedOverCrlf(quoted: string): string {
  // It looks for no line end from within white space: in a long stretch without one that would never end.
  const pattern = /(?:(\\)|(?<![ \t]))[ \t]*\r\n(?:[ \t]*\r\n)*[ \t]*/g;
  const unfolded = quoted.replace(pattern, (run: string, backslash: string | undefined, at: number) => {
    const lineEnds = run.split('\r\n').length - 1;
    if (quoted.startsWith('"') && backslash && isLiveBackslash(quoted, at) && run[1] === '\r') {
      return '\\n'.repeat(lineEnds);
    }
    return `${backslash ?? ''}${'\n'.repeat(lineEnds + 1)}`;
  });
  return String(parse(unfolded, { prettyErrors: false, logLevel: 'silent' }));
}

/** Whether the backslash at `at` is not itself escaped. */
function isLiveBackslash(text: string, at: number): boolean {
  let count = 0;
  for (let offset = at; text[offset] === '\\'; offset--) count++;
  return count % 2 === 1;
}

/** Half of a surrogate pair, which only an escape can write, makes Bun refuse the text. */
function wellFormed(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text) ? undefined : text;
}
