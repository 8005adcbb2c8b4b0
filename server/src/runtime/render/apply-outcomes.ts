import { MAX_RENDERED_TEXT } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { firstIndexWhere } from '../../document/first-index-where.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../document/text-range.ts';
import { bodyParts } from './render-skill.ts';
import {
  afterRefusals,
  type CommandOutcome,
  type RenderedInjection,
  type RenderedText,
  type Rendering,
} from './rendering.ts';
import { ReplacementText } from './replacement-patterns.ts';
import type { Replacement, SpannedText } from './spanned-text.ts';

/**
 * Puts the outputs of commands in their places; commands that did not run stay as they are. The client starts all
 * commands at once and inserts each output when its command ends, where the text then first looks like the command: an
 * earlier part of the text that looks so, or an output that does, gets it instead. If an inline command is inside a
 * fenced one, the one that ends first changes the text of the other, which then is found only if an output repeats it.
 *
 * @param outcomes one for each of the rendering's injections, in their order
 */
export function applyOutcomes(
  rendering: Rendering,
  outcomes: readonly CommandOutcome[],
  runtime: RuntimeId,
): RenderedText {
  // The client says it with plain line ends, whatever the file has.
  const failure = firstFailure(rendering, outcomes);
  const ran = rendering.injections.flatMap((injection, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'ok' ? [{ ...injection, index, output: outcome.output, ms: outcome.ms }] : [];
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
  /** Milliseconds. */
  readonly ms: number;
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
  const isLiteral = !capabilities(runtime).readsReplacementPatterns || ran.every(({ output }) => !output.includes('$'));
  const apart = apartFromOneAnother(ran);
  const replacements = apart.map(({ range, output }) => ({ ...range, text: output, kind: 'injection' as const }));
  const replaced = spanned.replace(replacements);
  const isCertain = isLiteral && apart.length === ran.length && !/!`|```!/.test(replaced.text);
  if (!isCertain && ran.length * (spanned.text.length + spansPerStep * injections.length) <= maxSteps) return undefined;
  return { spanned: replaced, places: placesAmong(injections, replacements) };
}

/** Without commands that overlap an earlier one. */
function apartFromOneAnother(ran: readonly RanCommand[]): RanCommand[] {
  let end = 0;
  return ran.filter(({ range }) => {
    const isApart = range.start >= end;
    if (isApart) ({ end } = range);
    return isApart;
  });
}

/** The ranges of commands after replacements, which are in order. A command inside a replaced one gets its range. */
function placesAmong(injections: readonly RenderedInjection[], replacements: readonly Replacement[]): TextRange[] {
  /** For each replacement, by how much it and those before it move the text after it. */
  const shifts: number[] = [];
  for (const { start, end, text } of replacements) shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
  const moved = (offset: number, isEnd: boolean): number => {
    const character = isEnd ? offset - 1 : offset;
    const at = firstIndexWhere(replacements, ({ end }) => end > character);
    const replacement = replacements[at];
    const shift = shifts[at - 1] ?? 0;
    if (!replacement || character < replacement.start) return offset + shift;
    return replacement.start + shift + (isEnd ? replacement.text.length : 0);
  };
  return injections.map(({ range }) => textRange(moved(range.start, false), moved(range.end, true)));
}

/** Characters to look through, for all outputs together. Beyond that each is left where its command stands. */
const maxSteps = 50_000_000;

/** Every output moves the places of all commands: one takes as long as so many characters. */
const spansPerStep = 10;

function inFirstPlaces({ spanned, injections }: Rendering, ran: readonly RanCommand[], runtime: RuntimeId): Outputs {
  const { readsReplacementPatterns } = capabilities(runtime);
  let places: readonly TextRange[] = injections.map(({ range }) => range);
  let current = spanned;
  for (const { index, pattern, output } of ran.toSorted(byEnd)) {
    const { text } = current;
    const start = text.indexOf(pattern);
    if (start < 0) continue;
    const end = start + pattern.length;
    const replacement = readsReplacementPatterns ? new ReplacementText(output) : undefined;
    // Outputs that repeat the text around them grow without end.
    if (replacement && text.length + replacement.lengthIn(text, start, end) > MAX_RENDERED_TEXT) continue;
    const inserted = replacement?.expandIn(text, start, end) ?? output;
    current = current.replace([{ start, end, text: inserted, kind: 'injection' }]);
    const moved = movedPlaces(places, { start, end }, inserted.length);
    places = moved.with(index, textRange(start, start + inserted.length));
  }
  return { spanned: current, places };
}

/** All commands start at the same time, so the duration determines the order. Fenced commands start first. */
function byEnd(a: Pick<RanCommand, 'ms' | 'kind'>, b: Pick<RanCommand, 'ms' | 'kind'>): number {
  return a.ms - b.ms || Number(a.kind === 'inline') - Number(b.kind === 'inline');
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
function firstFailure({ injections }: Rendering, outcomes: readonly CommandOutcome[]): string | undefined {
  const failed = outcomes.flatMap(({ failure, reached = 0, ms }, index) => {
    // A refused command would not run, even if the user ran it here.
    const took = reached < afterRefusals ? 0 : ms;
    return failure === undefined ? [] : [{ failure, reached, ms: took, kind: injections[index]!.kind }];
  });
  return failed.sort((a, b) => a.reached - b.reached || byEnd(a, b))[0]?.failure;
}
