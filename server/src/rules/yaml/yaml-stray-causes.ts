import { FIELDS } from '../../dialect/fields.ts';
import { splitToolRules } from '../../dialect/tools/tool-rules.ts';
import { isToolName } from '../../dialect/tools/tools.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { fieldPattern } from './frontmatter-lines.ts';
import type { WrittenValue, YamlCause } from './yaml-cause.ts';
import { hasContent, type YamlEntry, type YamlLine } from './yaml-entries.ts';

/** Fields whose text may well continue on further lines. */
const proseFields: ReadonlySet<string> = new Set(['description', 'when_to_use', 'compatibility', 'initialPrompt']);

/**
 * Lines below a field that cannot continue its value: the rest of a list that begins on the line of its key, or the body
 * after frontmatter that nothing ends. Undefined where they are probably the rest of a text.
 */
export function diagnoseStray(
  text: string,
  entry: YamlEntry,
  value: WrittenValue,
  stray: YamlLine,
): YamlCause | undefined {
  if (proseFields.has(value.key)) return undefined;
  const list = isListField(value.key) ? diagnoseList(text, entry, value, stray) : undefined;
  if (list) return list;
  const index = entry.lines.indexOf(stray);
  const isBelowBlank = !hasContent(entry.lines[index - 1]!);
  if (value.start === value.end || !(isField(value.key) || isBelowBlank)) return undefined;
  return isFollowedByField(text, entry) ? noField(stray) : noEnd(text, entry, index);
}

/** A list of which one entry, or all, are on the line of the key, and others below it in the first column. */
function diagnoseList(text: string, entry: YamlEntry, value: WrittenValue, stray: YamlLine): YamlCause | undefined {
  const eol = lineEnd(text);
  const below = entry.lines.slice(1).filter(hasContent);
  const first = text.slice(value.start, value.end);
  if (first !== '' && below.every(({ text: line }) => /^-\s/.test(line))) {
    const item = first.startsWith('- ') ? first : `- ${first}`;
    const edits = [{ range: textRange(afterColon(entry), value.end), newText: `${eol}${item}` }];
    return {
      range: textRange(value.start, value.end),
      problem: `The first entry of \`${value.key}\` is on the line of its key, so the entries below do not belong to it`,
      advice: 'Start the list on the next line',
      fixes: first.includes(',') ? [] : [{ title: 'Start the list on the next line', safe: false, edits }],
    };
  }
  const rules = [first, ...below.map(({ text: line }) => line)].flatMap(splitToolRules);
  if (below.length === 0 || !rules.every((rule) => isToolName(/^[^(]*/.exec(rule)![0]))) return undefined;
  const last = below.at(-1)!;
  const whole = textRange(afterColon(entry), last.start + last.text.trimEnd().length);
  return {
    range: textRange(stray.start, stray.start + stray.text.trimEnd().length),
    problem: `The list of \`${value.key}\` continues in the first column, so YAML does not read this line as a part of it`,
    advice: 'Write the list on one line',
    fixes: [
      { title: 'Write the list on one line', safe: false, edits: [{ range: whole, newText: ` ${rules.join(', ')}` }] },
    ],
  };
}

/** A list on the line of its key, with a dash before each entry. */
export function diagnoseDashes(text: string, { key, start, end }: WrittenValue): YamlCause | undefined {
  if (!isListField(key)) return undefined;
  const items = text
    .slice(start, end)
    .split(/(?:^|[ \t]+)-[ \t]+/)
    .slice(1);
  const eol = lineEnd(text);
  const colon = text.lastIndexOf(':', start) + 1;
  const newText = items.map((item) => `${eol}- ${item.replace(/,$/, '')}`).join('');
  const isClear = items.every((item) => /^[\w./@-]+(?:\([^)]*\))?,?$/.test(item));
  return {
    range: textRange(start, end),
    problem: 'A list with a dash before each entry cannot be on the line of its key',
    advice: 'Put each entry on a line of its own',
    fixes: isClear
      ? [{ title: 'Put each entry on its own line', safe: false, edits: [{ range: textRange(colon, end), newText }] }]
      : [],
  };
}

function noEnd(text: string, { lines }: YamlEntry, index: number): YamlCause {
  const { start, text: line } = lines[index]!;
  const at = lines[lines.findLastIndex((it, before) => before < index && hasContent(it)) + 1]!.start;
  const newText = `---${lineEnd(text)}`;
  return {
    range: textRange(start, start + line.trimEnd().length),
    problem: 'No `---` line ends the frontmatter before this line',
    advice: 'Insert one',
    fixes: [{ title: 'Insert the closing `---`', safe: false, edits: [{ range: textRange(at, at), newText }] }],
  };
}

function noField({ start, text: line }: YamlLine): YamlCause {
  return {
    range: textRange(start, start + line.trimEnd().length),
    problem: 'This line is not `key: value`',
    advice: 'Write it as a field or remove it',
    fixes: [],
  };
}

const field = new RegExp(`^(?:${fieldPattern}):`, 'm');

function isFollowedByField(text: string, { end }: YamlEntry): boolean {
  const close = text.indexOf('---', end);
  return field.test(text.slice(end, close < 0 ? end : close));
}

function isField(key: string): boolean {
  return FIELDS.some(({ name }) => name === key);
}

function afterColon({ start, lines }: YamlEntry): number {
  return start + lines[0]!.text.indexOf(':') + 1;
}

const listForms: ReadonlySet<string> = new Set(['tools', 'names', 'globs', 'skills', 'list']);
const listFields: ReadonlySet<string> = new Set(
  FIELDS.filter(({ form }) => listForms.has(form)).map(({ name }) => name),
);

/** Whether a value was meant as a list, and not as a string such as `[file] [kind]`. */
export function isListField(key: string): boolean {
  return listFields.has(key);
}
