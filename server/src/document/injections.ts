import { type Capabilities, capabilities } from '../dialect/runtimes/capabilities.ts';
import type { NewCounter, PartCounter } from './body-parts.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Injection } from './skill-document.ts';
import { type TextRange, textRange } from './text/text-range.ts';

/**
 * The commands that Claude Code would run when the body loads, in source order. Code fences do not protect them: an
 * inline command inside a fenced command also runs on its own, and follows it here.
 *
 * @param newCounter limits how many of one form are kept; without it, all of them
 */
export function scanInjections(
  text: string,
  range: TextRange,
  runtime: RuntimeId,
  newCounter?: NewCounter,
): Injection[] {
  const body = text.slice(range.start, range.end);
  const fenced = body.includes('```!') ? commandsIn(body, fencedCommand, range.start, newCounter?.()) : [];
  // The patterns use lookbehind at every character, and most bodies have no such command.
  if (!body.includes('!`')) return fenced;
  const { ignoresCommandsAcrossCodeSpans, inlineCommandFollows } = capabilities(runtime);
  const lines = ignoresCommandsAcrossCodeSpans ? withoutCodeSpans(body) : body;
  const inline = commandsIn(lines, inlineCommands[inlineCommandFollows], range.start, newCounter?.());
  return [...fenced, ...inline].sort((a, b) => a.range.start - b.range.start);
}

/**
 * The inline commands inside fenced commands, each with the fenced command around it. They run on their own, and the
 * shell reads them again as part of the fenced command.
 */
export function nestedInjections<T extends Pick<Injection, 'kind' | 'range'>>(
  inSourceOrder: readonly T[],
): ReadonlyMap<T, T> {
  const nested = new Map<T, T>();
  let fence: T | undefined;
  for (const injection of inSourceOrder) {
    if (injection.kind === 'fenced') fence = injection;
    else if (fence && injection.range.start < fence.range.end) nested.set(injection, fence);
  }
  return nested;
}

/** The pattern of a kind of command, with the lengths of its delimiters. */
interface CommandForm {
  readonly kind: Injection['kind'];
  readonly pattern: RegExp;
  readonly head: number;
  readonly tail: number;
}

const fencedCommand: CommandForm = { kind: 'fenced', pattern: /```!([\s\S]*?)```/g, head: 4, tail: 3 };
/** Each begins with a character that is searched for quickly; what must come before it is compared afterwards. */
const inlineCommands: Readonly<Record<Capabilities['inlineCommandFollows'], CommandForm>> = {
  whitespace: { kind: 'inline', pattern: /!(?<=(?:^|\s)!)`([^`]+)`/g, head: 2, tail: 1 },
  'non-word': { kind: 'inline', pattern: /!(?<![\w$]!)`([^`]+)`/g, head: 2, tail: 1 },
};

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
 * The text with code spans of one line blanked, as some releases do before they search for inline commands: text
 * between the `!` of one span and the next span is not a command. A span directly after `!` or a backtick stays.
 */
export function withoutCodeSpans(text: string): string {
  return text.replace(/`[^`\n]+`/g, (code, at: number) => {
    const before = text[at - 1];
    return before === '!' || before === '`' ? code : `\`${' '.repeat(code.length - 2)}\``;
  });
}
