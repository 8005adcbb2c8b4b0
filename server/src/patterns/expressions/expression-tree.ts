/** A part of a regular expression of JavaScript. */
export type Part =
  | { readonly kind: 'unit'; readonly test: UnitTest }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | Repetition
  | { readonly kind: 'group'; readonly index: number; readonly part: Part }
  | { readonly kind: 'backreference'; readonly groups: readonly number[]; readonly ignoresCase: boolean }
  | { readonly kind: 'assertion'; readonly test: PlaceTest }
  | Lookaround;

export interface Repetition {
  readonly kind: 'repetition';
  readonly part: Part;
  readonly min: number;
  readonly max: number;
  readonly isGreedy: boolean;
  /** The groups in it, which are forgotten at the start of each repetition: the first, and the one after the last. */
  readonly groups: readonly [number, number];
}

interface Lookaround {
  readonly kind: 'lookaround';
  readonly isBehind: boolean;
  readonly isNegated: boolean;
  readonly part: Part;
}

/** Whether a part for one character matches this one. */
export type UnitTest = (character: string) => boolean;

/** Whether something holds between two characters. */
export type PlaceTest = (text: string, at: number) => boolean;

/** A regular expression that was read. */
export interface Expression {
  readonly part: Part;
  /** How many groups it has. */
  readonly groups: number;
  readonly hasBackreferences: boolean;
  /** Whether a character is a code point, instead of a UTF-16 unit. */
  readonly isUnicode: boolean;
  /** If it is nothing but text: that text. */
  readonly literal: string | undefined;
}

/** Whether a part may match nothing. */
export function mayBeEmpty(part: Part): boolean {
  switch (part.kind) {
    case 'unit':
      return false;
    case 'sequence':
      return part.parts.every(mayBeEmpty);
    case 'choice':
      return part.parts.some(mayBeEmpty);
    case 'repetition':
      return part.min === 0 || mayBeEmpty(part.part);
    case 'group':
      return mayBeEmpty(part.part);
    default:
      return true;
  }
}
