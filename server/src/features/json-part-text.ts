import type { JsonPart } from '../dialect/json-parts.ts';

/** What a key of a JSON file says, its words and its default: what completion shows beside the list. */
export function partSummary(part: JsonPart): string {
  const lines: string[] = [];
  if (part.values.length > 0) lines.push(part.values.map(({ value }) => `\`${value}\``).join(' · '));
  if (part.default !== undefined) lines.push(`Default: ${part.default}`);
  return lines.length > 0 ? `${part.description}\n\n${lines.join('  \n')}` : part.description;
}
