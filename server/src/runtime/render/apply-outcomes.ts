import { MAX_RENDERED_TEXT } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { bodyParts } from './render-skill.ts';
import {
  afterRefusals,
  type CommandOutcome,
  type RenderedInjection,
  type RenderedText,
  type Rendering,
} from './rendering.ts';
import { ReplacementText } from './replacement-patterns.ts';
import { shownMessage } from './shown-message.ts';
import type { Replacement, SpannedText } from './spanned-text.ts';

/**
 * Inserts the outputs of commands; commands that did not run stay unchanged. Claude Code starts all commands at once.
 * When a command ends, it inserts the output where the text first contains the command: if an earlier part of the text
 * or an output contains the same characters, the output goes there. If an inline command is inside a fenced one, the
 * one that ends first changes the text of the other, which is then found only if an output repeats it.
 *
 * @param outcomes one for each of the rendering's injections, in their order
 */
export function applyOutcomes(
  rendering: Rendering,
  outcomes: readonly CommandOutcome[],
  runtime: RuntimeId,
): RenderedText {
  const first = firstFailure(rendering, outcomes);
  const ran = rendering.injections.flatMap((injection, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'ok' ? [{ ...injection, index, output: outcome.output, ms: outcome.ms }] : [];
  });
  const { spanned, places } = inOwnPlaces(rendering, ran, runtime) ?? inFirstPlaces(rendering, ran, runtime);
  const parts = bodyParts(spanned, rendering.bodyInFile);
  const aborted = rendering.refusal ?? (first && shownMessage(first.failure, runtime));
  return { text: spanned.text, ...parts, places, aborted, abortedBy: first?.index };
}

interface RanCommand extends RenderedInjection {
  /** Its index among the commands of the text. */
  readonly index: number;
  readonly output: string;
  /** Milliseconds. */
  readonly ms: number;
}

interface Outputs {
  readonly spanned: SpannedText;
  /** The current range of each command in the text. */
  readonly places: readonly TextRange[];
}

/**
 * Inserts every output at its own command, all at once; undefined if one may belong elsewhere. Then the text would
 * still contain something that looks like a command but is not one of these.
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
  /** For each replacement, how far it and those before it move the text after it. */
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

/**
 * Number of characters to search, for all outputs together. Beyond that, each output is inserted at its own command.
 */
const maxSteps = 50_000_000;

/** Every output moves the ranges of all commands: moving one costs as much as searching this many characters. */
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
    // Outputs that repeat the text around them grow without limit.
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

/** The ranges after one range was replaced; those inside it do not change. */
function movedPlaces(places: readonly TextRange[], replaced: TextRange, length: number): TextRange[] {
  const shift = length - (replaced.end - replaced.start);
  return places.map(({ start, end }) => {
    if (start >= replaced.end) return textRange(start + shift, end + shift);
    if (end <= replaced.start) return textRange(start, end);
    const holds = start <= replaced.start && replaced.end <= end;
    return holds ? textRange(start, end + shift) : textRange(replaced.start, replaced.start + length);
  });
}

/** If several commands fail, Claude Code reports the one that it reaches first. */
function firstFailure({ injections }: Rendering, outcomes: readonly CommandOutcome[]) {
  const failed = outcomes.flatMap(({ failure, reached = 0, ms }, index) => {
    // A rejected command would not run, even if the user ran it here.
    const took = reached < afterRefusals ? 0 : ms;
    return failure === undefined ? [] : [{ failure, index, reached, ms: took, kind: injections[index]!.kind }];
  });
  return failed.sort((a, b) => a.reached - b.reached || byEnd(a, b))[0];
}
