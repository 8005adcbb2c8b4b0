import { parse, type Scalar } from 'yaml';

/*
 * YAML is read by the `yaml` package for its ranges. The latest Claude Code parses with Bun, so scalars are resolved
 * here as Bun resolves them, a few errors are tolerated and a few added. Known differences are listed with the
 * recordings. A few more that random texts showed are left: a key that is a list or a mapping is named by its source
 * text; an explicit `? ` key with a mapping on its line is read more leniently, and so is a quoted value with `: ` at
 * the start of a later line; the end of a block scalar may differ after lines of several tabs. The old release uses
 * the `yaml` package itself.
 */

/** A scalar as Bun resolves it; undefined if Bun rejects the whole text. */
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
      return readPlainScalar(text);
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

/** A scalar that is not empty, without quotes or a tag. */
export function readPlainScalar(text: string): string | number | boolean | null {
  return readBoolean(text) ?? readNumber(text) ?? textUnlessNull(text);
}

const nullWords = new Set(['~', 'null', 'Null', 'NULL']);

function textUnlessNull(text: string): string | null {
  return nullWords.has(text) ? null : text;
}

function readBoolean(text: string): boolean | undefined {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  return /^(false|False|FALSE)$/.test(text) ? false : undefined;
}

/** Bun's largest hexadecimal or octal integer; longer ones stay strings. */
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

/**
 * In a quoted value with CRLF line endings, Bun counts every line break twice: a single one does not become a space.
 */
function readQuotedOverCrlf(quoted: string): string {
  // The search does not start inside whitespace: in a long range without a line break, that would take quadratic time.
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

/** Bun rejects the text if it contains half of a surrogate pair, which only an escape can write. */
function wellFormed(text: string): string | undefined {
  return text.isWellFormed() ? text : undefined;
}
