import type { JsonPart } from '../../dialect/text/json-parts.ts';
import { codeSpan, joinMarkdown, type Markdown, ownMarkdown } from '../text/markdown-text.ts';

/** The meaning, values and default of a key of a JSON file: the documentation in completions. */
export function partSummary(part: JsonPart): Markdown {
  const lines: Markdown[] = [];
  if (part.values.length > 0)
    lines.push(
      joinMarkdown(
        part.values.map(({ value }) => codeSpan(value)),
        ' · ',
      ),
    );
  if (part.default !== undefined) lines.push(ownMarkdown(`Default: ${part.default}`));
  return joinMarkdown([ownMarkdown(part.description), joinMarkdown(lines, '  \n')], '\n\n');
}
