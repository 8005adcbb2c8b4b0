/** A part of an expression that has a meaning in other languages, and that JavaScript reads as plain characters. */
interface ForeignSyntax {
  /** Offsets in the expression. */
  readonly start: number;
  readonly end: number;
  /** The advice, as a sentence. */
  readonly instead: string;
  /** Whether JavaScript has it, too, with the flag `u`. */
  readonly needsUnicode: boolean;
}

/** A longer expression is not read: nobody writes one. */
const maxLength = 20_000;

interface Form {
  readonly expression: RegExp;
  readonly instead: string;
  readonly needsUnicode?: true;
}

/** Each is looked for where a character or an escape begins. */
const forms: readonly Form[] = [
  { expression: /\\A/y, instead: 'Write `^`' },
  { expression: /\\[Zz]/y, instead: 'Write `$`' },
  { expression: /\\R/y, instead: 'Write `\\r?\\n`' },
  { expression: /\\h/y, instead: 'Write `[ \\t]`' },
  { expression: /\\X/y, instead: 'Write `.`' },
  { expression: /\\K/y, instead: 'Write what comes before as `(?<=…)`' },
  { expression: /\\G/y, instead: 'Remove it' },
  { expression: /\\g(?:\{-?\w+\}|<\w+>|'\w+'|\d)/y, instead: 'Write `\\1` or `\\k<name>`' },
  { expression: /\\N\{[^}]{0,80}\}/y, instead: 'Write the character itself' },
  { expression: /\\x\{[0-9A-Fa-f]+\}/y, instead: 'Write the character itself' },
  { expression: /\\[pP]\{[^}]{0,80}\}/y, instead: '', needsUnicode: true },
  { expression: /\\u\{[0-9A-Fa-f]+\}/y, instead: '', needsUnicode: true },
];

/** `[[:alpha:]]` */
const namedClass = /\[\^?\[:\w+:\]/y;

/** `{,3}` after something that is repeated. */
const openRepeat = /\{,\d+\}/y;

/**
 * The first part of an expression that only other languages know. With the flags `u` and `v`, JavaScript does not accept
 * any of them.
 */
export function foreignSyntax(source: string, flags = ''): ForeignSyntax | undefined {
  if (source.length > maxLength || /[uv]/.test(flags) || !/[\\[{]/.test(source)) return undefined;
  let isClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') {
      const found = isClass ? undefined : escapeAt(source, at);
      if (found) return found;
      at++;
    } else if (isClass) isClass = character !== ']';
    else if (character === '[') {
      const length = lengthOf(namedClass, source, at);
      if (length > 0)
        return { start: at, end: at + length + 1, instead: 'Write a class such as `[a-z]`', needsUnicode: false };
      isClass = true;
    } else if (character === '{' && at > 0) {
      const length = lengthOf(openRepeat, source, at);
      const most = source.slice(at + 2, at + length - 1);
      if (length > 0) return { start: at, end: at + length, instead: `Write \`{0,${most}}\``, needsUnicode: false };
    }
  }
  return undefined;
}

function escapeAt(source: string, at: number): ForeignSyntax | undefined {
  if (source.startsWith('\\Q', at)) {
    const close = source.indexOf('\\E', at);
    const instead = 'Write the characters, with a backslash before those that have a meaning';
    return { start: at, end: close < 0 ? at + 2 : close + 2, instead, needsUnicode: false };
  }
  for (const { expression, instead, needsUnicode = false } of forms) {
    const length = lengthOf(expression, source, at);
    if (length > 0) return { start: at, end: at + length, instead, needsUnicode };
  }
  return undefined;
}

function lengthOf(expression: RegExp, source: string, at: number): number {
  expression.lastIndex = at;
  return expression.exec(source)?.[0].length ?? 0;
}
