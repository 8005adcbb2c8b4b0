import { oneUnit, UnitSet } from './unit-set.ts';

/** What a text may look like: the common form of globs, lines of a `.gitignore` and regular expressions. */
export type Pattern =
  /** One unit of a set. */
  | { readonly kind: 'unit'; readonly units: UnitSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  /** One of several; with none of them it matches nothing at all. */
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  /** Any number of times. */
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly atLeastOnce?: boolean }
  /** Where units lead from place to place, beginning at the first. */
  | { readonly kind: 'machine'; readonly places: readonly Place[] }
  /** What was matched so far counts as a match of this number. */
  | { readonly kind: 'accept'; readonly value: number };

/** A place of a machine: what was read so far may end there, and each unit leads on one way at most. */
export interface Place {
  readonly ends: boolean;
  readonly ways: readonly { readonly units: UnitSet; readonly to: number }[];
}

/** Matches the empty text. */
export const EMPTY: Pattern = { kind: 'sequence', parts: [] };

/** Matches nothing. */
export const NOTHING: Pattern = { kind: 'choice', parts: [] };

const slash = 0x2f;

/** Any unit but the one between folders. */
export const NO_SLASH: Pattern = { kind: 'unit', units: new UnitSet([[slash, slash]], { negated: true }) };

/** Any unit. */
export const ANY_UNIT: Pattern = { kind: 'unit', units: new UnitSet([[0, 0xffff]]) };

/** The unit between folders. */
export const SLASH: Pattern = { kind: 'unit', units: oneUnit(slash) };

/** Whatever a folder or file may be called, or a part of it. */
export const WITHIN_NAME: Pattern = { kind: 'repeat', part: NO_SLASH };

/** Anything, in any folder. */
export const ANYTHING: Pattern = { kind: 'repeat', part: ANY_UNIT };

/** Any folders with the slash behind each, also none. */
export const ANY_FOLDERS: Pattern = {
  kind: 'choice',
  parts: [{ kind: 'sequence', parts: [ANYTHING, SLASH] }, EMPTY],
};

export function sequence(...parts: readonly Pattern[]): Pattern {
  return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
}

export function choice(...parts: readonly Pattern[]): Pattern {
  return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
}

export function optional(part: Pattern): Pattern {
  return choice(part, EMPTY);
}

export function repeat(part: Pattern): Pattern {
  return { kind: 'repeat', part };
}

export function atLeastOnce(part: Pattern): Pattern {
  return { kind: 'repeat', part, atLeastOnce: true };
}

export function unit(units: UnitSet): Pattern {
  return { kind: 'unit', units };
}

/** Exactly this text. */
export function literal(text: string): Pattern {
  return sequence(...Array.from({ length: text.length }, (_, at) => unit(oneUnit(text.charCodeAt(at)))));
}

/** How many states it takes to match a pattern, about. */
export function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'unit':
    case 'accept':
      return 1;
    case 'sequence':
    case 'choice':
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part), 1);
    case 'repeat':
      return sizeOf(pattern.part) + 1;
    case 'machine':
      return pattern.places.reduce((sum, { ways }) => sum + ways.length + 1, 0);
  }
}
