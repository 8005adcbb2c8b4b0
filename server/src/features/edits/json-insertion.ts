import { type JsonNode, jsonEntries, jsonEntry, jsonItems, jsonRange } from '../../document/json-document.ts';
import { type LineEnd, lineEndOf } from '../../document/text/line-end.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../../rules/rule.ts';

/**
 * The edit that gives an object a key, or a present key another value, laid out as the object around it is written.
 * Nothing else is changed: libraries that format would change the lines next to it too.
 */
export function setInJson(text: string, object: JsonNode, key: string, value: unknown): TextEdit {
  const present = jsonEntry(object, key)?.value;
  const layout = layoutOf(text);
  if (present) {
    const newText = written(value, lineIndentation(text, present.offset), layout);
    return { range: jsonRange(present), newText };
  }
  const last = jsonEntries(object).at(-1);
  const name = JSON.stringify(key);
  if (!last) {
    const base = lineIndentation(text, object.offset);
    return { range: jsonRange(object), newText: written({ [key]: value }, base, layout) };
  }
  const end = last.range.end;
  if (!/[\r\n]/.test(text.slice(object.offset, last.range.start))) {
    return { range: textRange(end, end), newText: `, ${name}: ${inline(value)}` };
  }
  const indentation = lineIndentation(text, last.range.start);
  const newText = `,${layout.lineEnd}${indentation}${name}: ${written(value, indentation, layout)}`;
  return { range: textRange(end, end), newText };
}

/** The edit that adds an item to an array, laid out as the array is written. */
export function appendInJson(text: string, array: JsonNode, value: unknown): TextEdit {
  const last = jsonItems(array).at(-1);
  if (!last)
    return { range: jsonRange(array), newText: written([value], lineIndentation(text, array.offset), layoutOf(text)) };
  const { end } = jsonRange(last);
  const layout = layoutOf(text);
  if (!/[\r\n]/.test(text.slice(array.offset, last.offset)))
    return { range: textRange(end, end), newText: `, ${inline(value)}` };
  const indentation = lineIndentation(text, last.offset);
  const newText = `,${layout.lineEnd}${indentation}${written(value, indentation, layout)}`;
  return { range: textRange(end, end), newText };
}

interface Layout {
  /** One level of indentation. */
  readonly indentation: string;
  readonly lineEnd: LineEnd;
}

function layoutOf(text: string): Layout {
  return { indentation: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ', lineEnd: lineEndOf(text) };
}

function written(value: unknown, base: string, { indentation, lineEnd }: Layout): string {
  return JSON.stringify(value, undefined, indentation).replaceAll('\n', `${lineEnd}${base}`);
}

/** A value on one line, with the usual spaces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, it]) => `${JSON.stringify(key)}: ${inline(it)}`);
  return `{ ${entries.join(', ')} }`;
}

function lineIndentation(text: string, offset: number): string {
  const before = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
  const start = before + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}
