import { displayWidth } from '../../dialect/display-width.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { oncePer } from '../../platform/once-per.ts';

/** A skill that the model may be told of, as it competes for the listing's budget. */
export interface ListingCandidate {
  /** What usage and overrides are recorded under. */
  readonly identifier: string;
  /** What stands before the colon. */
  readonly label: string;
  /** Cleaned and cut at the cap; its width alone for a skill whose text is not ours to know. */
  readonly text: string | TextWidth;
  /** A setting hides the text in any case. */
  readonly nameOnly: boolean;
  /** The client never shortens it. */
  readonly isProtected: boolean;
  /** How much it is used; more goes first. */
  readonly score: number;
}

/** How wide a text is whose words are not at hand. */
export interface TextWidth {
  /** In columns. */
  readonly columns: number;
}

/** What has become of one skill. Widths are in columns of a terminal, for 2.1.7 in UTF-16 units. */
export interface FittedEntry {
  readonly identifier: string;
  readonly state: 'full' | 'name-only' | 'hidden';
  /** What the model sees; undefined where the skill is hidden or its text not at hand. */
  readonly line: string | undefined;
  /** How much it takes now, without the line end. */
  readonly chars: number;
  /** How much its whole line would take, without the line end. */
  readonly full: number;
  /** By how much it did not fit when it was its turn; undefined where it is full, or short by choice. */
  readonly missing: number | undefined;
}

/** A listing as the model sees it. Widths include the line ends that the client counts. */
export interface FittedListing {
  /** In the order given. */
  readonly entries: readonly FittedEntry[];
  readonly budget: number;
  readonly used: number;
  /** What would be used if nothing had to be left out. */
  readonly total: number;
  /** A last line of the client's own, which its count leaves out. */
  readonly note: string | undefined;
}

/**
 * What the client shows of its skills when they have to share a budget.
 *
 * @param candidates all skills that the model may be told of, in the order of the listing
 * @param budget in columns, for 2.1.7 in UTF-16 units; may be negative
 */
export function fitListing(candidates: readonly ListingCandidate[], budget: number, runtime: RuntimeId): FittedListing {
  return runtime === 'claude-code' ? dropTexts(candidates, budget) : dropLastLines(candidates, budget);
}

/** A candidate with the widths of its two lines. */
interface MeasuredCandidate {
  readonly candidate: ListingCandidate;
  readonly bare: number;
  readonly full: number;
  /** What giving it its text costs. */
  readonly cost: number;
}

/** The latest client keeps every name and drops texts, those of the least used skills first. */
function dropTexts(candidates: readonly ListingCandidate[], budget: number): FittedListing {
  const measured = candidates.map(measureColumns);
  const lineEnds = Math.max(0, candidates.length - 1);
  const bare = sum(measured.map((it) => it.bare)) + lineEnds;
  const total = bare + sum(measured.map((it) => it.cost));
  const missing = total <= budget ? new Map() : textsThatDoNotFit(measured, budget - bare);
  const entries = measured.map(({ candidate, bare, full }): FittedEntry => {
    const { identifier, nameOnly } = candidate;
    const isBare = nameOnly || missing.has(candidate);
    return {
      identifier,
      state: isBare ? 'name-only' : 'full',
      line: isBare ? bareLine(candidate) : fullLine(candidate),
      chars: isBare ? bare : full,
      full,
      missing: missing.get(candidate),
    };
  });
  const used = sum(entries.map(({ chars }) => chars)) + lineEnds;
  return { entries, budget, used, total, note: undefined };
}

/**
 * By how much each text that has to go did not fit. A text that does not fit is skipped: a later, shorter one may.
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

/** 2.1.7 shows whole lines until the first one that does not fit, and says so unless it shows none. */
function dropLastLines(candidates: readonly ListingCandidate[], budget: number): FittedListing {
  const measured = candidates.map((candidate) => measure(candidate, (text) => text.length));
  let total = 0;
  let used = 0;
  let shown = 0;
  const entries = measured.map(({ candidate, full }): FittedEntry => {
    const { identifier } = candidate;
    total += full + 1;
    if (total > budget)
      return { identifier, state: 'hidden', line: undefined, chars: 0, full, missing: total - budget };
    used = total;
    shown++;
    return { identifier, state: 'full', line: fullLine(candidate), chars: full, full, missing: undefined };
  });
  const isCut = shown > 0 && shown < entries.length;
  const note = isCut ? `<!-- Showing ${shown} of ${entries.length} skills due to token limits -->` : undefined;
  return { entries, budget, used, total, note };
}

/** Columns take long to count, and most candidates come again unchanged. */
const measureColumns = oncePer((candidate: ListingCandidate) => measure(candidate, displayWidth));

function measure(candidate: ListingCandidate, width: (text: string) => number): MeasuredCandidate {
  const { label, text, nameOnly } = candidate;
  const bare = width(bareLine(candidate));
  const full = typeof text === 'string' ? width(`- ${label}: ${text}`) : bare + ': '.length + text.columns;
  return { candidate, bare, full, cost: nameOnly ? 0 : full - bare };
}

/** As it is sent: half a character, which a cut may leave, cannot be. */
function fullLine({ label, text }: ListingCandidate): string | undefined {
  return typeof text === 'string' ? `- ${label}: ${text}`.replace(/\p{Cs}/gu, '\uFFFD') : undefined;
}

function bareLine({ label }: ListingCandidate): string {
  return `- ${label}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
