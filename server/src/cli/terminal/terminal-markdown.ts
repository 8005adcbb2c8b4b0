import type { Colours } from './terminal.ts';

/**
 * A rule's page for a terminal: headings, code and emphasis in colours instead of markup, fences as indented blocks.
 * Supports what our pages use and leaves the rest unchanged: libraries for this bring a reader of all Markdown and a highlighter.
 */
export function renderMarkdown(markdown: string, colours: Colours): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const opening = fence === undefined ? /^`{3,}/.exec(line)?.[0] : undefined;
    if (opening) {
      fence = opening;
    } else if (fence === undefined) {
      lines.push(renderLine(line, colours));
    } else if (line.startsWith(fence)) {
      fence = undefined;
    } else {
      lines.push(`    ${colours.cyan(line)}`);
    }
  }
  return lines.join('\n');
}

function renderLine(line: string, colours: Colours): string {
  const heading = /^#+\s+(.*)$/.exec(line);
  return heading ? colours.bold(heading[1]!.replaceAll('`', '')) : renderInline(line, colours);
}

/** Code, links and strong text; the first match wins, so that code may contain what looks like a link. */
function renderInline(text: string, colours: Colours): string {
  const inline =
    /(?<ticks>`+)(?<code>.+?)\k<ticks>|\[(?<title>(?:`[^`]*`|[^\]`])+)\]\((?<url>[^)\s]+)\)|\*\*(?<strong>[^*]+)\*\*/g;
  return text.replace(inline, (...match) => {
    const { code, title, url, strong } = match.at(-1) as Record<string, string | undefined>;
    if (code !== undefined) return colours.cyan(code);
    if (strong !== undefined) return colours.bold(strong);
    // Links to other pages have a rule's id as title, which is all that `explain` needs.
    const shown = renderInline(title!, colours);
    return /^https?:/.test(url!) ? `${shown} (${colours.underline(url!)})` : shown;
  });
}
