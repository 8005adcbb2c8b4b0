import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { scanInjections } from '../../document/injections.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { commandInsertions } from './command-insertions.ts';
import type { CommandOrigin, RenderedInjection } from './rendering.ts';
import type { Span, SpannedText } from './spanned-text.ts';

/** A file and the inserted text, as far as its commands depend on it. */
interface CommandSource {
  readonly file: string;
  /** The range of the file from which the text was made. */
  readonly body: TextRange;
  readonly runtime: RuntimeId;
  /** Whether there are arguments: without any, a placeholder inserts nothing from outside. */
  readonly hasArguments: boolean;
}

/** The commands of a rendered text, each with its origin. */
export function renderedInjections(text: SpannedText, made: CommandSource): RenderedInjection[] {
  const { file, body, runtime, hasArguments } = made;
  const commands = scanInjections(text.text, textRange(0, text.text.length), runtime);
  if (commands.length === 0) return [];
  const writtenAt = new Map(scanInjections(file, body, runtime).map((command) => [command.range.start, command]));
  const bodyStart = text.textOffset(body.start);
  let passed = 0;
  return commands.map(({ kind, range, commandRange }) => {
    // A span that ends where the command begins has inserted the character before it.
    while (passed < text.spans.length && text.spans[passed]!.end < range.start) passed++;
    const touching: Span[] = [];
    for (let at = passed; at < text.spans.length && text.spans[at]!.start < range.end; at++) {
      touching.push(text.spans[at]!);
    }
    const source = textRange(text.sourceOffset(range.start), text.sourceOffset(range.end - 1) + 1);
    const written = writtenAt.get(source.start);
    const isWritten = written?.kind === kind && written.range.end === source.end;
    const origin = isWritten ? originWith(touching, commandRange) : 'argument';
    const command = commandOf(text.text.slice(commandRange.start, commandRange.end), runtime);
    const place = {
      range: commandRange,
      command,
      hasPlainLineEnds: capabilities(runtime).normalizesCommandLineEndings,
      bodyStart,
      hasArguments,
    };
    return {
      kind,
      range,
      pattern: text.text.slice(range.start, range.end),
      command,
      origin,
      insertions: commandInsertions(text.text, touching, place),
      source: origin === 'argument' ? undefined : source,
    };
  });
}

/** If the delimiters of a command are not the author's, the arguments made it a command. */
function originWith(touching: readonly Span[], commandRange: TextRange): CommandOrigin {
  const isEnclosed = touching.every((span) => span.start >= commandRange.start && span.end <= commandRange.end);
  if (!isEnclosed) return 'argument';
  return touching.some((span) => span.fromArguments) ? 'contains-argument' : 'body';
}

/** The command as the shell receives it. */
function commandOf(written: string, runtime: RuntimeId): string {
  const command = written.trim();
  return capabilities(runtime).normalizesCommandLineEndings ? command.replaceAll('\r\n', '\n') : command;
}

/** Whether a command differs from the text of the file, so that reading the file is not enough to know it. */
export function isChangedFromFile({ origin, insertions }: RenderedInjection): boolean {
  return origin === 'argument' || insertions.length > 0;
}
