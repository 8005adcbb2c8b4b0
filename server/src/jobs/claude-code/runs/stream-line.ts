import { isMap, type JsonMap, mapOf, parseMap, textOf } from '../../../document/json-values.ts';

/** An object on one line of Claude Code's output. Everything in it may be missing or something else. */
export interface StreamLine extends JsonMap {
  readonly type: string;
}

/** Reads a line; undefined for anything else that may be on standard output. */
export function readStreamLine(line: string): StreamLine | undefined {
  if (!line.startsWith('{')) return undefined;
  const value = parseMap(line);
  return typeof value?.type === 'string' ? { ...value, type: value.type } : undefined;
}

/** A finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The objects in a list; none if it is not a list. */
export function mapsIn(value: unknown): readonly JsonMap[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** The call in which something happened. */
export function parentOf(line: JsonMap): string | undefined {
  return textOf(line.parent_tool_use_id);
}

/** The texts in the content of a message or of a tool's result. Other content is named. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content);
  return content
    .map((item: unknown) => {
      const block = mapOf(item);
      return textOf(block?.text) ?? `[${textOf(block?.type) ?? 'unknown content'}]`;
    })
    .join('\n');
}
