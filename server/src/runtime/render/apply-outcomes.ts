import { LONGEST_RENDERED_TEXT } from '../../dialect/limits.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../document/text-range.ts';
import { bodyParts } from './render-skill.ts';
import type { CommandOutcome, RenderedInjection, RenderedText, Rendering } from './rendering.ts';
import { ReplacementText } from './replacement-patterns.ts';
import type { SpannedText } from './spanned-text.ts';

/**
 * Puts the outputs of commands in their places; commands that did not run stay as they are. The client takes one
 * output after the other, those of fences first, and puts each where the text first looks like its command: an earlier
 * stretch that looks so, or an output that does, gets it instead.
 *
 * @param outcomes one for each of the rendering's injections, in their order
 */
export function applyOutcomes(
  rendering: Rendering,
  outcomes: readonly CommandOutcome[],
  runtime: RuntimeId,
): RenderedText {
  // The client says it with plain line ends, whatever the file has.
  const failure = firstFailure(outcomes);
  const ran = rendering.injections.flatMap((injection, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'ok' ? [{ ...injection, index, output: outcome.output }] : [];
  });
  const { spanned, places } = inOwnPlaces(rendering, ran, runtime) ?? inFirstPlaces(rendering, ran, runtime);
  const parts = bodyParts(spanned, rendering.bodyInFile);
  return { text: spanned.text, ...parts, places, aborted: rendering.refusal ?? failure?.replaceAll('\r\n', '\n') };
}

/** A command that ran. */
interface RanCommand extends RenderedInjection {
  /** Its place among the commands of the text. */
  readonly index: number;
  readonly output: string;
}

interface Outputs {
  readonly spanned: SpannedText;
  /** Where each command of the text is now. */
  readonly places: readonly TextRange[];
}

/**
 * Every output where its command stands, all at once; undefined where one may belong elsewhere. What looks like a
 * command and is none of these would still be in the text then.
 */
function inOwnPlaces(
  { spanned, injections }: Rendering,
  ran: readonly RanCommand[],
  runtime: RuntimeId,
): Outputs | undefined {
  const isLiteral = runtime === 'claude-code' || ran.every(({ output }) => !output.includes('$'));
  const replaced = spanned.replace(
    ran.map(({ range, output }) => ({ ...range, text: output, kind: 'injection' as const })),
  );
  const isCertain = isLiteral && !/!`|```!/.test(replaced.text);
  if (!isCertain && ran.length * (spanned.text.length + spansPerStep * injections.length) <= mostSteps)
    return undefined;
  const outputs = new Map(ran.map(({ index, output }) => [index, output]));
  let shift = 0;
  const places = injections.map(({ range }, index) => {
    const start = range.start + shift;
    const end = start + (outputs.get(index)?.length ?? range.end - range.start);
    shift += end - start - (range.end - range.start);
    return textRange(start, end);
  });
  return { spanned: replaced, places };
}

/** Characters to look through, for all outputs together. Beyond that each is left where its command stands. */
const mostSteps = 50_000_000;

/** Every output moves the places of all commands: one takes as long as so many characters. */
const spansPerStep = 10;

function inFirstPlaces({ spanned, injections }: Rendering, ran: readonly RanCommand[], runtime: RuntimeId): Outputs {
  let places: readonly TextRange[] = injections.map(({ range }) => range);
  let current = spanned;
  const inTurn = [...ran.filter(({ kind }) => kind === 'fenced'), ...ran.filter(({ kind }) => kind === 'inline')];
  for (const { index, pattern, output } of inTurn) {
    const { text } = current;
    const start = text.indexOf(pattern);
    if (start < 0) continue;
    const end = start + pattern.length;
    const replacement = runtime === 'claude-code' ? undefined : new ReplacementText(output);
    // Outputs that repeat the text around them grow without end.
    if (replacement && text.length + replacement.lengthIn(text, start, end) > LONGEST_RENDERED_TEXT) continue;
    const inserted = replacement?.expandIn(text, start, end) ?? output;
    current = current.replace([{ start, end, text: inserted, kind: 'injection' }]);
    const moved = movedPlaces(places, { start, end }, inserted.length);
    places = moved.with(index, textRange(start, start + inserted.length));
  }
  return { spanned: current, places };
}

/** Where stretches are after one stretch was replaced; those in it are where it was. */
function movedPlaces(places: readonly TextRange[], replaced: TextRange, length: number): TextRange[] {
  const shift = length - (replaced.end - replaced.start);
  return places.map(({ start, end }) => {
    if (start >= replaced.end) return textRange(start + shift, end + shift);
    if (end <= replaced.start) return textRange(start, end);
    const holds = start <= replaced.start && replaced.end <= end;
    return holds ? textRange(start, end + shift) : textRange(replaced.start, replaced.start + length);
  });
}

/** Where several commands fail, the client reports the one that it comes to first. */
function firstFailure(outcomes: readonly CommandOutcome[]): string | undefined {
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const first = failed.reduce((least, { reached = 0 }) => Math.min(least, reached), Number.POSITIVE_INFINITY);
  return failed.find(({ reached }) => (reached ?? 0) === first)?.failure;
}
