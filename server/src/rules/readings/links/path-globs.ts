import { splitAtCommas } from '../../../catalog/facts/path-conditions.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { ScalarValue, YamlValue } from '../../../document/yaml/yaml-value.ts';
import { ValueSource } from '../fields/value-source.ts';

/** One glob of `paths`. */
export interface PathGlob {
  readonly text: string;
  readonly range: TextRange;
  /** The YAML scalar that contains it. */
  readonly scalar: ScalarValue;
  /** It is the only text in that scalar, and is written here rather than merged from an anchor. */
  readonly isAlone: boolean;
}

/** The globs of `paths` as Claude Code splits them: at commas outside braces, in list entries too. */
export function pathGlobs(source: string, value: YamlValue): PathGlob[] {
  const scalars = value.kind === 'list' ? value.items : [value];
  return scalars.flatMap((scalar) => {
    if (scalar.kind !== 'scalar' || typeof scalar.value !== 'string') return [];
    const text = scalar.value;
    const pieces = splitAtCommas(text);
    const place = new ValueSource(source, scalar);
    return pieces.map(({ start, end }) => ({
      text: text.slice(start, end),
      range: place.range(start, end),
      scalar,
      isAlone: pieces.length === 1 && source[scalar.range.start] !== '*',
    }));
  });
}

/** Why a glob can match no file, and what was probably meant, if that is clear. */
export interface UselessGlob {
  /** A clause about the glob. */
  readonly why: string;
  readonly meant?: readonly string[];
}

/** The first reason why Claude Code finds no file for a glob; undefined if it may find one. */
export function findUselessness(glob: string): UselessGlob | undefined {
  const pattern = glob.replace(/^!/, '');
  for (const [test, explain] of reasons) if (test.test(pattern)) return explain(pattern);
  return findBracketFault(pattern);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Each was recorded to keep a skill away from the files that the glob seems to name. */
const reasons: readonly (readonly [RegExp, (pattern: string) => UselessGlob])[] = [
  [/\n/, (it) => ({ why: 'is a single glob that spans several lines', meant: linesOf(it) })],
  [/\*(\.\w+)?[ \t]+\S/, (it) => ({ why: 'is a single glob that includes the spaces', meant: it.split(/[ \t]+/) })],
  [/^\.\/[^./]/, (it) => ({ why: 'starts with `./`, but paths are compared without it', meant: [it.slice(2)] })],
  [/(^|\/)\.\.?(\/|$)/, () => ({ why: 'contains a `.` or `..` folder, but paths are compared without them' })],
  [/^~/, () => ({ why: 'starts with `~`, but paths are relative to the project folder' })],
  [/^\$/, () => ({ why: 'starts with a variable, but variables are not replaced here' })],
  [/^[A-Za-z]:[\\/]/, () => ({ why: 'starts with a drive, but paths are relative to the project folder' })],
  [
    /^[^/]*\w\\[\w*]/,
    (it) => ({ why: 'contains backslashes, but only `/` separates folders', meant: [it.replaceAll('\\', '/')] }),
  ],
  [/\/\//, () => ({ why: 'contains an empty folder name' })],
  [/^\/$/, () => ({ why: 'is the project folder, not a file' })],
  [/^#/, (it) => ({ why: 'starts with `#`, which makes it a comment', meant: [`\\${it}`] })],
  [/[@+!?*]\([^()|]*\|[^()]*\)/, () => ({ why: 'contains a group in parentheses, but only braces form groups' })],
];

/** An open brace is literal; an open bracket, or one that excludes, makes the whole glob match nothing. */
function findBracketFault(pattern: string): UselessGlob | undefined {
  if (pattern.lastIndexOf('{') > pattern.lastIndexOf('}')) return { why: 'contains a `{` without `}`' };
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[') {
      const end = pattern.indexOf(']', at);
      if (end < 0)
        return { why: 'contains a `[` without `]`', meant: [`${pattern.slice(0, at)}\\${pattern.slice(at)}`] };
      if (end === at + 1) return { why: 'contains empty brackets' };
      if (/[!^]/.test(pattern[at + 1]!))
        return { why: 'excludes characters in brackets, which makes it match nothing' };
      at = end;
    }
  }
  return undefined;
}
