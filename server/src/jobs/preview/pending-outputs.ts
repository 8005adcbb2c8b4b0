import type { PendingOutput, PreviewInjection } from '../../protocol.ts';

/** A command of a text, and how it looks in the text before it runs. */
interface ShownCommand {
  readonly injection: PreviewInjection;
  readonly pattern: string;
}

/**
 * The commands of a text that have not run, in order. One inside the block of another belongs to that, and one that
 * an output has changed or replaced is text.
 */
export function pendingOutputs(text: string, commands: readonly ShownCommand[]): PendingOutput[] {
  const waiting = commands.flatMap(({ injection: { start, end, command, status }, pattern }) => {
    const isWaiting = status !== 'ok' && status !== 'disabled' && text.slice(start, end) === pattern;
    return isWaiting ? [{ start, end, command }] : [];
  });
  waiting.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return waiting.filter((it) => {
    if (it.start < end) return false;
    ({ end } = it);
    return true;
  });
}

/** A text without the commands that have not run: what is known of what is sent. */
export function withoutPending(text: string, pending: readonly PendingOutput[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of pending) {
    parts.push(text.slice(at, start));
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}
