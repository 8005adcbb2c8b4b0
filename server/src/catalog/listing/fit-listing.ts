import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { displayWidth } from '../../dialect/text/display-width.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { oncePer } from '../../platform/once.ts';

/** A skill that may be listed for the model, as it competes for the listing's budget. */
export interface ListingCandidate {
  /** The name under which usage and overrides are recorded. */
  readonly identifier: string;
  /** The text before the colon. */
  readonly label: string;
  /** Cleaned and cut at the cap; only its width for a skill whose text is not known. */
  readonly text: string | TextWidth;
  /** A setting always hides the text. */
  readonly nameOnly: boolean;
  /** Claude Code never shortens it. */
  readonly isProtected: boolean;
  /** How much it is used; more comes first. */
  readonly score: number;
}

/** The width of a text whose words are not known. */
interface TextWidth {
  /** In columns. */
  readonly columns: number;
}

/** How one skill fits. Widths are in the unit of the release: columns of a terminal or UTF-16 units. */
interface FittedEntry {
  readonly identifier: string;
  readonly state: 'full' | 'name-only' | 'hidden';
  /** The line that the model sees; undefined if the skill is hidden or its text is not known. */
  readonly line: string | undefined;
  /** Its width now, without the line ending. */
  readonly chars: number;
  /** The width of its whole line, without the line ending. */
  readonly full: number;
  /** By how much it did not fit in its turn; undefined if it is full, or short by choice. */
  readonly missing: number | undefined;
}

/** A listing as the model sees it. Widths include the line endings that Claude Code counts. */
export interface FittedListing {
  /** In the given order. */
  readonly entries: readonly FittedEntry[];
  readonly budget: number;
  readonly used: number;
  /** The size of the listing with nothing left out. */
  readonly total: number;
  /** A last line that Claude Code adds and does not count. */
  readonly note: string | undefined;
}

/**
 * The listing of skills that share a budget, as Claude Code makes it, found in small pieces.
 *
 * @param candidates all skills that may be listed for the model, in the order of the listing
 * @param budget in the unit of the release; may be negative
 */
export function fitListing(
  candidates: readonly ListingCandidate[],
  budget: number,
  runtime: RuntimeId,
): Generator<void, FittedListing> {
  const { listingFit } = capabilities(runtime);
  return listingFit === 'drops-texts' ? dropTexts(candidates, budget) : dropLastLines(candidates, budget);
}

/** A candidate with the widths of its short and its full line. */
interface MeasuredCandidate {
  readonly candidate: ListingCandidate;
  readonly bare: number;
  readonly full: number;
  /** The additional width of its text. */
  readonly cost: number;
}

/** Keeps every name and drops texts, those of the least used skills first. */
function* dropTexts(candidates: readonly ListingCandidate[], budget: number): Generator<void, FittedListing> {
  const measured: MeasuredCandidate[] = [];
  for (const candidate of candidates) {
    measured.push(measureColumns(candidate));
    yield;
  }
  const lineEnds = Math.max(0, candidates.length - 1);
  const bare = sum(measured.map((it) => it.bare)) + lineEnds;
  const total = bare + sum(measured.map((it) => it.cost));
  const missing = total <= budget ? new Map() : textsThatDoNotFit(measured, budget - bare);
  const entries: FittedEntry[] = [];
  for (const { candidate, bare, full } of measured) {
    const { identifier, nameOnly } = candidate;
    const isBare = nameOnly || missing.has(candidate);
    entries.push({
      identifier,
      state: isBare ? 'name-only' : 'full',
      line: isBare ? bareLine(candidate) : fullLine(candidate),
      chars: isBare ? bare : full,
      full,
      missing: missing.get(candidate),
    });
    yield;
  }
  const used = sum(entries.map(({ chars }) => chars)) + lineEnds;
  return { entries, budget, used, total, note: undefined };
}

/**
 * By how much each dropped text did not fit. A text that does not fit is skipped: a later, shorter one may fit.
 *
 * @param left what the names alone leave of the budget
 */
function textsThatDoNotFit(measured: readonly MeasuredCandidate[], left: number): Map<ListingCandidate, number> {
  const missing = new Map<ListingCandidate, number>();
  let rest = left - sum(measured.filter(({ candidate }) => candidate.isProtected).map(({ cost }) => cost));
  const competing = measured.filter(({ candidate }) => !candidate.isProtected && !candidate.nameOnly);
  for (const { candidate, cost } of competing.sort((a, b) => b.candidate.score - a.candidate.score)) {
    if (cost <= rest) rest -= cost;
    else missing.set(candidate, cost - rest);
  }
  return missing;
}

/** Shows whole lines up to the first one that does not fit, and says so unless it shows none. */
function* dropLastLines(candidates: readonly ListingCandidate[], budget: number): Generator<void, FittedListing> {
  let total = 0;
  let used = 0;
  let shown = 0;
  const entries: FittedEntry[] = [];
  for (const candidate of candidates) {
    const { identifier } = candidate;
    const { full } = measure(candidate, (text) => text.length);
    total += full + 1;
    if (total > budget) {
      entries.push({ identifier, state: 'hidden', line: undefined, chars: 0, full, missing: total - budget });
    } else {
      used = total;
      shown++;
      entries.push({ identifier, state: 'full', line: fullLine(candidate), chars: full, full, missing: undefined });
    }
    yield;
  }
  const isCut = shown > 0 && shown < entries.length;
  const note = isCut ? `<!-- Showing ${shown} of ${entries.length} skills due to token limits -->` : undefined;
  return { entries, budget, used, total, note };
}

/** Columns are slow to count, and most candidates come again unchanged. */
const measureColumns = oncePer((candidate: ListingCandidate) => measure(candidate, displayWidth));

function measure(candidate: ListingCandidate, width: (text: string) => number): MeasuredCandidate {
  const { label, text, nameOnly } = candidate;
  const bare = width(bareLine(candidate));
  const full = typeof text === 'string' ? width(`- ${label}: ${text}`) : bare + ': '.length + text.columns;
  return { candidate, bare, full, cost: nameOnly ? 0 : full - bare };
}

/** The text as it is sent: a cut may leave half a surrogate pair, which cannot be encoded. */
function fullLine({ label, text }: ListingCandidate): string | undefined {
  return typeof text === 'string' ? `- ${label}: ${text}`.replace(/\p{Cs}/gu, '\uFFFD') : undefined;
}

function bareLine({ label }: ListingCandidate): string {
  return `- ${label}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
