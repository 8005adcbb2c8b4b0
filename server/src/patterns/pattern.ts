import { oneUnit, UnitSet } from './unit-set.ts';

/** A set of texts: the common form of globs, lines of a `.gitignore` and regular expressions. */
export type Pattern =
  /** One unit of a set. */
  | { readonly kind: 'unit'; readonly units: UnitSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  /** One of several; without any, it matches nothing at all. */
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  /** Any number of times. */
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly atLeastOnce?: boolean }
  /** A deterministic automaton; matching begins in its first state. */
  | { readonly kind: 'machine'; readonly places: readonly Place[] }
  /** The text matched so far is a match with this number. */
  | { readonly kind: 'accept'; readonly value: number };

/**
 * A state of a deterministic automaton: the text read so far may end there, and each unit leads to at most one other
 * state.
 */
export interface Place {
  readonly ends: boolean;
  readonly ways: readonly { readonly units: UnitSet; readonly to: number }[];
}

/** Matches the empty text. */
const EMPTY: Pattern = { kind: 'sequence', parts: [] };

/** Matches nothing. */
export const NOTHING: Pattern = { kind: 'choice', parts: [] };

const slash = 0x2f;

/** Any unit but the one between folders. */
export const NO_SLASH: Pattern = { kind: 'unit', units: new UnitSet([[slash, slash]], { negated: true }) };

export const ANY_UNIT: Pattern = { kind: 'unit', units: new UnitSet([[0, 0xffff]]) };

/** The unit between folders. */
export const SLASH: Pattern = { kind: 'unit', units: oneUnit(slash) };

/** Any name of a folder or file, or a part of it. */
export const WITHIN_NAME: Pattern = { kind: 'repeat', part: NO_SLASH };

/** Anything, in any folder. */
export const ANYTHING: Pattern = { kind: 'repeat', part: ANY_UNIT };

/** Any number of folders, each with the slash after it. */
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

/** The approximate number of states for a pattern. */
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
