import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { ListValue, ScalarValue } from '../../document/yaml/yaml-value.ts';
import type { TextEdit } from '../rule.ts';
import { hasQuotes } from './has-quotes.ts';
import { quoteYaml } from './quote-value.ts';
import { insertField, replaceValue } from './write-field.ts';

/** An edit that adds permission rules to `allowed-tools`; undefined if the frontmatter has no position for them. */
export function allowToolEdit(document: SkillDocument, rules: readonly string[]): TextEdit | undefined {
  const { frontmatter, text } = document;
  const all = rules.join(', ');
  if (frontmatter.reading === 'absent') return newFrontmatter(document, all);
  if (frontmatter.reading === 'lost') return undefined;
  const field = frontmatter.fields.get('allowed-tools');
  if (!field) return newField(document, all);
  const { value } = field;
  if (value.kind === 'scalar') return addToText(text, field, value, rules);
  return value.kind === 'list' ? addToList(document, value, rules) : undefined;
}

/** After the other fields, if the block ends on a line of its own. */
function newField(document: SkillDocument, rules: string): TextEdit | undefined {
  const { text, lines, frontmatter } = document;
  const edit = insertField(document, 'allowed-tools', rules);
  const { start: end } = frontmatter.block!.close;
  const start = lines.startOf(lines.lineAt(end));
  const isOwnLine = start === end && start > frontmatter.block!.content.start;
  return edit && isOwnLine && text[start] === '-' ? { ...edit, range: textRange(start, start) } : edit;
}

/** Commands need no frontmatter. */
function newFrontmatter({ text }: SkillDocument, rules: string): TextEdit {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const end = lineEnd(text);
  return {
    range: textRange(start, start),
    newText: ['---', `allowed-tools: ${quoteYaml(rules)}`, '---', '', ''].join(end),
  };
}

function addToText(
  text: string,
  field: Field,
  { value, style, range }: ScalarValue,
  rules: readonly string[],
): TextEdit | undefined {
  if (typeof value !== 'string' || value.trim() === '') return replaceValue(text, field, rules.join(', '));
  if (style === 'literal' || style === 'folded' || /[\r\n]/.test(text.slice(range.start, range.end))) return undefined;
  if (value.length > maxAdditionLength) return undefined;
  const separator = value.includes(',') || !/\s/.test(outsideParentheses(value)) ? ', ' : ' ';
  const added = rules.map((rule) => separator + rule).join('');
  const isPlain = style === 'plain';
  const isWhole = isPlain ? inYaml(added) : /["'\\]/.test(added) || !hasQuotes(text, range);
  if (isWhole) return replaceValue(text, field, value.trimEnd() + added);
  const end = isPlain ? range.end : range.end - 1;
  return { range: textRange(end, end), newText: added };
}

/** Longer lists of rules are not extended: the whole list would have to be rewritten for every finding. */
const maxAdditionLength = 10_000;

/** A text without the characters between `(` and the next `)`. */
function outsideParentheses(text: string): string {
  const pieces: string[] = [];
  let start = 0;
  for (let open = text.indexOf('('); open >= 0; open = text.indexOf('(', start)) {
    const close = text.indexOf(')', open);
    if (close < 0) break;
    pieces.push(text.slice(start, open));
    start = close + 1;
  }
  return [...pieces, text.slice(start)].join('');
}

function addToList({ text, lines }: SkillDocument, list: ListValue, rules: readonly string[]): TextEdit | undefined {
  const last = list.items.at(-1);
  const isQuoted = last?.kind === 'scalar' && (last.style === 'double-quoted' || last.style === 'single-quoted');
  const quote = text[last?.range.start ?? 0] === "'" ? "'" : '"';
  const written = rules.map((rule) => {
    if (isQuoted && !/["'\\]/.test(rule)) return quote + rule + quote;
    return isQuoted || /[[\]{},]/.test(rule) || inYaml(rule) ? quoteYaml(rule) : rule;
  });
  if (list.flow) {
    const end = last ? last.range.end : list.range.start + 1;
    return { range: textRange(end, end), newText: (last ? ', ' : '') + written.join(', ') };
  }
  if (!last) return undefined;
  const line = lines.lineAt(last.range.start);
  const before = text.slice(lines.startOf(line), last.range.start);
  // Further lines are inserted after the last one, so that must be a line of its own.
  if (!/^[ \t]*-[ \t]+$/.test(before) || lines.lineAt(last.range.end) !== line) return undefined;
  const end = lines.endOf(line);
  return { range: textRange(end, end), newText: written.map((rule) => lineEnd(text) + before + rule).join('') };
}

/** Whether YAML reads an unquoted text as something other than that text. */
function inYaml(text: string): boolean {
  return /^[\s]*[&*!|>%@`"'#?{}[\]-]|: |:$| #|[\r\n]/.test(text.replace(/^, /, ''));
}
