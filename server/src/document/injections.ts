import type { NewCounter, PartCounter } from './body-parts.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Injection } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/**
 * The commands that the client would run when the body loads, in source order. Fences are no protection. In the
 * latest release the `!` of an inline command needs white space or the start of the text before it; earlier ones only
 * refused a word character there.
 *
 * @param newCounter says how many of one form are kept; without it, all of them
 */
export function scanInjections(
  text: string,
  range: TextRange,
  runtime: RuntimeId,
  newCounter?: NewCounter,
): Injection[] {
  const body = text.slice(range.start, range.end);
  const fenced = body.includes('```!') ? commandsIn(body, fencedCommand, range.start, newCounter?.()) : [];
  // The patterns look behind at every character, and most bodies have no such command.
  if (!body.includes('!`')) return fenced;
  const isLatest = runtime === 'claude-code';
  const lines = isLatest ? withoutCodeSpans(body) : body;
  const inline = commandsIn(
    lines,
    isLatest ? inlineCommand : inlineCommandOfFirstReleases,
    range.start,
    newCounter?.(),
  );
  return mergeBySource(fenced, inline);
}

/** How a kind of command looks, with the lengths of the marks around it. */
interface CommandForm {
  readonly kind: Injection['kind'];
  readonly pattern: RegExp;
  readonly head: number;
  readonly tail: number;
}

const fencedCommand: CommandForm = { kind: 'fenced', pattern: /```!([\s\S]*?)```/g, head: 4, tail: 3 };
const inlineCommand: CommandForm = { kind: 'inline', pattern: /(?<=^|\s)!`([^`]+)`/g, head: 2, tail: 1 };
const inlineCommandOfFirstReleases: CommandForm = { ...inlineCommand, pattern: /(?<!\w|\$)!`([^`]+)`/g };

/** @param base where `body` begins in the file */
function commandsIn(
  body: string,
  { kind, pattern, head, tail }: CommandForm,
  base: number,
  parts: PartCounter | undefined,
): Injection[] {
  const found: Injection[] = [];
  for (const { index, 1: command = '' } of body.matchAll(pattern)) {
    if (command.trim() === '') continue;
    const start = base + index;
    if (parts && !parts.take(start)) break;
    const commandRange = textRange(start + head, start + head + command.length);
    found.push({ kind, range: textRange(start, commandRange.end + tail), commandRange });
  }
  return found;
}

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
