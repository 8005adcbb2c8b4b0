import { namesThatCount } from './argument-names.ts';
import type { PartCounter } from './body-parts.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Placeholder } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/**
 * The placeholders of a body in source order, escaped ones included. Code, comments and links are no protection: the
 * client substitutes everywhere.
 *
 * @param names the names declared in `arguments:`
 * @param parts says how many are kept
 */
export function scanPlaceholders(
  text: string,
  range: TextRange,
  names: readonly string[],
  runtime: RuntimeId,
  parts: PartCounter,
): Placeholder[] {
  const pattern =
    runtime === 'claude-code' ? latestPattern(names) : /\$(?:\{(?<variable>CLAUDE_\w+)\}|(?<all>ARGUMENTS))/g;
  const found: Placeholder[] = [];
  pattern.lastIndex = range.start;
  for (let match = pattern.exec(text); match && match.index < range.end; match = pattern.exec(text)) {
    if (!parts.take(match.index)) break;
    const groups = match.groups!;
    const placed = {
      range: textRange(match.index, match.index + match[0].length),
      index: undefined,
      name: '',
      escaped: runtime === 'claude-code' && groups.variable === undefined && isEscaped(text, match.index),
    };
    if (groups.variable !== undefined) found.push({ ...placed, kind: 'variable', name: groups.variable });
    else if (groups.name !== undefined) found.push({ ...placed, kind: 'named', name: groups.name });
    else if (groups.indexed !== undefined) found.push({ ...placed, kind: 'indexed', index: Number(groups.indexed) });
    else if (groups.position !== undefined) found.push({ ...placed, kind: 'position', index: Number(groups.position) });
    else found.push({ ...placed, kind: 'all' });
  }
  return found;
}

/** Declared names first, longest first: a name `ARGUMENTS` takes over `$ARGUMENTS`, `file-name` goes before `file`. */
function latestPattern(names: readonly string[]): RegExp {
  const counting = namesThatCount(names).map(({ name }) => name);
  const sorted = [...new Set(counting)].sort((a, b) => b.length - a.length);
  const named = sorted.length > 0 ? `(?<name>${sorted.map(escapeRegExp).join('|')})(?![\\[\\w])|` : '(?<name>(?!))|';
  return new RegExp(
    `\\$(?:\\{(?<variable>CLAUDE_\\w+)\\}|${named}ARGUMENTS\\[(?<indexed>\\d+)\\]|(?<all>ARGUMENTS)|(?<position>\\d+)(?!\\w))`,
    'g',
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Exactly one backslash keeps a placeholder as text; two or more do not. */
function isEscaped(text: string, dollar: number): boolean {
  return text[dollar - 1] === '\\' && text[dollar - 2] !== '\\';
}
