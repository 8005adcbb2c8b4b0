import type { RuntimeId } from '../document/runtime-id.ts';
import { type TextRange, textRange } from '../document/text-range.ts';
import { bodyParts } from './render-skill.ts';
import type { CommandOutcome, RenderedText, Rendering } from './rendering.ts';
import { expandReplacement } from './replacement-patterns.ts';

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
  const inTurn = [...ran.filter(({ kind }) => kind === 'fenced'), ...ran.filter(({ kind }) => kind === 'inline')];
  let spanned = rendering.spanned;
  let places = rendering.injections.map(({ range }) => range);
  for (const { index, pattern, output } of inTurn) {
    const { text } = spanned;
    const start = text.indexOf(pattern);
    if (start < 0) continue;
    const end = start + pattern.length;
    const inserted = runtime === 'claude-code' ? output : expandReplacement(output, text, start, end);
    spanned = spanned.replace([{ start, end, text: inserted, kind: 'injection' }]);
    places = movedPlaces(places, { start, end }, inserted.length).with(
      index,
      textRange(start, start + inserted.length),
    );
  }
  const parts = bodyParts(spanned, rendering.bodyInFile);
  return { text: spanned.text, ...parts, places, aborted: rendering.refusal ?? failure?.replaceAll('\r\n', '\n') };
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
  const first = Math.min(...failed.map(({ reached }) => reached ?? 0));
  return failed.find(({ reached }) => (reached ?? 0) === first)?.failure;
}
