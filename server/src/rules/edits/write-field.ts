import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { oncePer } from '../../platform/once.ts';
import type { TextEdit } from '../rule.ts';
import { quoteYaml } from './quote-value.ts';

/**
 * An edit that puts a field before the others; undefined where the block is not made of `key: …` lines.
 *
 * @param text the value, which YAML must read as exactly this string
 */
export function insertField(document: SkillDocument, key: string, text: string): TextEdit | undefined {
  const { block, entries } = document.frontmatter;
  if (!block || isInBraces(document)) return undefined;
  const at = block.content.start;
  const first = firstKey(document);
  const line = document.lines.startOf(document.lines.lineAt(entries.length > 0 ? first : at));
  const indentation = entries.length > 0 ? document.text.slice(line, first) : '';
  if (indentation.trim() !== '') return undefined;
  return {
    range: textRange(at, at),
    newText: `${indentation}${key}: ${asYaml(text)}${lineEnd(document.text)}`,
  };
}

/** The position of the first key; merged entries may come before it. */
const firstKey = oncePer(({ frontmatter }: SkillDocument): number =>
  frontmatter.entries.reduce((first, { keyRange }) => Math.min(first, keyRange.start), Number.POSITIVE_INFINITY),
);

/** Whether the fields are written as `{ key: value }`, where no lines can be inserted. */
export const isInBraces = oncePer(({ text, frontmatter: { block } }: SkillDocument): boolean => {
  return block !== undefined && text.slice(block.content.start, block.content.end).trimStart().startsWith('{');
});

/** An edit that gives a present field another value; undefined for one that is merged from elsewhere. */
export function replaceValue(source: string, field: Field, text: string): TextEdit | undefined {
  return replaceYaml(source, field, asYaml(text));
}

/** The same for a value that is written in YAML already. */
export function replaceYaml(source: string, { key, keyRange, value }: Field, yaml: string): TextEdit | undefined {
  if (!source.slice(keyRange.start, keyRange.end).includes(key)) return undefined;
  if (value.kind !== 'scalar' || value.style !== 'implicit') return { range: value.range, newText: yaml };
  const start = source.indexOf(':', keyRange.end) + 1;
  // Without a colon of its own, as in `{ name }`, there is no position for a value.
  if (start === 0 || start > value.range.end) return undefined;
  const blanks = /^[ \t]*(?=[\r\n]|$)/.exec(source.slice(start))?.[0].length ?? 0;
  return { range: textRange(start, start + blanks), newText: ` ${yaml}` };
}

/** Text as a YAML scalar, quoted only if necessary. */
function asYaml(text: string): string {
  const plain =
    /^[\p{L}\p{N}][^:#,[\]{}\r\n]*$/u.test(text) &&
    !/^(true|false|null|yes|no|on|off|[\d.][\da-fox._-]*)$|\s$/i.test(text);
  return plain ? text : quoteYaml(text);
}
