import type { Colours } from './terminal.ts';

/** What an example of a rule's page is called on a terminal, by the second word of its fence's info string. */
const exampleTitles: Readonly<Record<string, string>> = { bad: 'Bad', good: 'Good', fixed: 'Fixed' };

/**
 * A rule's page for a terminal: headings, code and emphasis in colours instead of signs, fences as indented blocks.
 * Knows what our pages use and leaves the rest as it is written.
 */
export function renderMarkdown(markdown: string, colours: Colours): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    if (fence !== undefined) {
      if (line.startsWith(fence)) fence = undefined;
      else lines.push(`    ${colours.cyan(line)}`);
      continue;
    }
    const opening = /^(`{3,})(.*)$/.exec(line);
    if (opening) {
      fence = opening[1]!;
      const title = exampleTitles[opening[2]!.trim().split(/\s+/)[1] ?? ''];
      if (title) lines.push(`  ${colours.dim(`${title}:`)}`);
      continue;
    }
    const heading = /^#+\s+(.*)$/.exec(line);
    lines.push(heading ? colours.bold(heading[1]!.replaceAll('`', '')) : renderInline(line, colours));
  }
  return lines.join('\n');
}

function renderInline(line: string, colours: Colours): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((piece, index) => (index % 2 === 1 ? colours.cyan(piece.replace(/^`+|`+$/g, '')) : renderText(piece, colours)))
    .join('');
}

function renderText(text: string, colours: Colours): string {
  return text
    .replace(/\*\*([^*]+)\*\*/g, (_, strong: string) => colours.bold(strong))
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, (_, title: string, url: string) => `${title} (${colours.underline(url)})`);
}
