import { scanInjections } from '../document/injections.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import { type TextRange, textRange } from '../document/text-range.ts';
import type { CommandOrigin, RenderedInjection, Span } from './rendering.ts';
import type { SpannedText } from './spanned-text.ts';

/**
 * The commands of a rendered text, each with where it comes from.
 *
 * @param file the file from which the text was made
 * @param body the stretch of it
 */
export function renderedInjections(
  text: SpannedText,
  file: string,
  body: TextRange,
  runtime: RuntimeId,
): RenderedInjection[] {
  const commands = scanInjections(text.text, textRange(0, text.text.length), runtime);
  if (commands.length === 0) return [];
  const writtenAt = new Map(scanInjections(file, body, runtime).map((command) => [command.range.start, command]));
  let passed = 0;
  return commands.map(({ kind, range, commandRange }) => {
    // A span that ends where the command begins has brought the character before it.
    while (passed < text.spans.length && text.spans[passed]!.end < range.start) passed++;
    const touching: Span[] = [];
    for (let at = passed; at < text.spans.length && text.spans[at]!.start < range.end; at++) {
      touching.push(text.spans[at]!);
    }
    const source = textRange(text.sourceOffset(range.start), text.sourceOffset(range.end - 1) + 1);
    const written = writtenAt.get(source.start);
    const isWritten = written?.kind === kind && written.range.end === source.end;
    const origin = isWritten ? originWith(touching, commandRange) : 'argument';
    return {
      kind,
      range,
      pattern: text.text.slice(range.start, range.end),
      command: commandOf(text.text.slice(commandRange.start, commandRange.end), runtime),
      origin,
      source: origin === 'argument' ? undefined : source,
    };
  });
}

/** Where the marks around a command are not the author's, the arguments made it one. */
function originWith(touching: readonly Span[], commandRange: TextRange): CommandOrigin {
  const isEnclosed = touching.every((span) => span.start >= commandRange.start && span.end <= commandRange.end);
  if (!isEnclosed) return 'argument';
  return touching.some((span) => span.fromArguments) ? 'contains-argument' : 'body';
}

/** What the shell gets. */
function commandOf(written: string, runtime: RuntimeId): string {
  return runtime === 'claude-code' ? written.trim().replaceAll('\r\n', '\n') : written.trim();
}
