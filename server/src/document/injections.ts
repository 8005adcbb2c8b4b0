import type { RuntimeId } from './runtime-id.ts';
import type { Injection } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/**
 * The commands that the client would run when the body loads, in source order. Fences are no protection. In the
 * latest release the `!` of an inline command needs white space or the start of the text before it; earlier ones only
 * refused a word character there.
 */
export function scanInjections(text: string, range: TextRange, runtime: RuntimeId): Injection[] {
  const body = text.slice(range.start, range.end);
  const fenced = [...body.matchAll(/```!([\s\S]*?)```/g)]
    .filter((match) => match[1]!.trim() !== '')
    .map((match) => injection('fenced', range.start + match.index, 4, match[1]!, 3));
  const pattern = runtime === 'claude-code' ? inlinePattern : inlinePatternOfFirstReleases;
  // The patterns look behind at every character, and most bodies have no such command.
  const lines = runtime === 'claude-code' && body.includes('!`') ? withoutCodeSpans(body) : body;
  const inline = (body.includes('!`') ? [...lines.matchAll(pattern)] : [])
    .filter((match) => match[1]!.trim() !== '')
    .map((match) => injection('inline', range.start + match.index, 2, match[1]!, 1));
  return mergeBySource(fenced, inline);
}

const inlinePattern = /(?<=^|\s)!`([^`]+)`/g;
const inlinePatternOfFirstReleases = /(?<!\w|\$)!`([^`]+)`/g;

/**
 * The text with code spans of one line blanked, as the latest client does before it looks for inline commands: so what
 * stands between the `!` of one span and the next span is no command. A span directly behind `!` or a back-tick stays.
 */
export function withoutCodeSpans(text: string): string {
  return text.replace(/`[^`\n]+`/g, (code, at: number) => {
    const before = text[at - 1];
    return before === '!' || before === '`' ? code : `\`${' '.repeat(code.length - 2)}\``;
  });
}

/** Both in source order; what looks like an inline command inside a fenced one is part of that command. */
function mergeBySource(fenced: readonly Injection[], inline: readonly Injection[]): Injection[] {
  const merged: Injection[] = [];
  let next = 0;
  for (const command of inline) {
    while (next < fenced.length && fenced[next]!.range.start <= command.range.start) merged.push(fenced[next++]!);
    const enclosing = fenced[next - 1];
    if (!enclosing || enclosing.range.end <= command.range.start) merged.push(command);
  }
  return [...merged, ...fenced.slice(next)];
}

function injection(kind: Injection['kind'], start: number, head: number, command: string, tail: number): Injection {
  const commandRange = textRange(start + head, start + head + command.length);
  return { kind, range: textRange(start, commandRange.end + tail), commandRange };
}
