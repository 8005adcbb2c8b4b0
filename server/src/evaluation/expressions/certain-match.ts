import type { Part, PlaceTest } from '../../patterns/expressions/expression-tree.ts';
import { readExpression } from '../../patterns/expressions/read-expression.ts';
import { expressionFault } from './expression-fault.ts';

/** Whether an expression matches every text, the empty one included; false if that is not certain. */
export function matchesEverything(source: string, flags = ''): boolean {
  if (anyText.test(source)) return true;
  const part = partOf(source, flags);
  if (!part) return false;
  // With `y`, the match has to be at the start.
  return matchesNothingAt(part, 'start') || (!flags.includes('y') && matchesNothingAt(part, 'end'));
}

/** `.*`, and `[\s\S]*` even between `^` and `$`. */
const anyText =
  /^(?:\^?(?:\.\*|\(\.\*\))\??|\^?\(?(?:\[(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w|\^)\])\*\??\)?\$?)$/;

/**
 * Why an expression never matches lines of JSON with an object in each: it must match at the beginning of a line and
 * excludes `{` there, or at the end and excludes `}`. Empty if that is not certain.
 */
export function excludesObjects(source: string, flags = ''): readonly ('beginning' | 'end')[] {
  const part = partOf(source, flags);
  if (!part) return [];
  const ends = [mayBegin(part, beginning) ? [] : ['beginning' as const], mayBegin(part, end) ? [] : ['end' as const]];
  return ends.flat();
}

/** A longer expression is not read: nobody writes one. */
const maxLength = 2_000;

/** The parts of an expression; undefined for one that JavaScript or this code cannot read. */
function partOf(source: string, flags: string): Part | undefined {
  const isRead = source.length <= maxLength && !expressionFault(source, flags);
  return isRead ? readExpression(source, flags)?.part : undefined;
}

/** Texts with different characters at both ends, and an empty one. */
const samples = ['', 'a', ' ', '\n', 'a\n', '\na', '{', '-'];

/** Whether a part matches the empty text at an end of every text. */
function matchesNothingAt(part: Part, place: 'start' | 'end'): boolean {
  switch (part.kind) {
    case 'sequence':
      return part.parts.every((it) => matchesNothingAt(it, place));
    case 'choice':
      return part.parts.some((it) => matchesNothingAt(it, place));
    case 'repetition':
      return part.min === 0 || matchesNothingAt(part.part, place);
    case 'group':
      return matchesNothingAt(part.part, place);
    case 'assertion':
      return samples.every((text) => part.test(text, place === 'start' ? 0 : text.length));
    case 'lookaround':
      return !part.isBehind && !part.isNegated && matchesNothingAt(part.part, place);
    default:
      return false;
  }
}

/** One end of a text, from which an expression is followed inwards. */
interface End {
  readonly character: string;
  readonly text: string;
  readonly at: number;
  /** Whether an assertion holds at this end of a line and not inside one. */
  readonly isAnchor: (test: PlaceTest) => boolean;
  readonly inwards: (parts: readonly Part[]) => readonly Part[];
}

const beginning: End = {
  character: '{',
  text: '{"',
  at: 0,
  isAnchor: (test) => test('ab', 0) && test('{"', 0) && !test('ab', 1) && !test('{"', 1) && !test('ab', 2),
  inwards: (parts) => parts,
};

const end: End = {
  character: '}',
  text: '"}',
  at: 2,
  isAnchor: (test) => test('ab', 2) && test('"}', 2) && !test('ab', 1) && !test('"}', 1) && !test('ab', 0),
  inwards: (parts) => parts.toReversed(),
};

/** How far an expression has been followed before its first character: anywhere in the text, at its end, or not at all. */
interface Reached {
  readonly anywhere: boolean;
  readonly anchored: boolean;
  /** Whether a character may have been matched. */
  readonly beyond: boolean;
}

function mayBegin(part: Part, side: End): boolean {
  const { anywhere, anchored, beyond } = follow(part, { anywhere: true, anchored: false, beyond: false }, side);
  return anywhere || anchored || beyond;
}

function follow(part: Part, from: Reached, side: End): Reached {
  const { anywhere, anchored, beyond } = from;
  switch (part.kind) {
    case 'unit': {
      const isFitting = anywhere || (anchored && part.test(side.character));
      return { anywhere: false, anchored: false, beyond: beyond || isFitting };
    }
    case 'sequence':
      return side.inwards(part.parts).reduce((reached, it) => follow(it, reached, side), from);
    case 'choice':
      return part.parts.map((it) => follow(it, from, side)).reduce(either);
    case 'repetition': {
      const once = follow(part.part, from, side);
      return part.min === 0 ? either(from, once) : once;
    }
    case 'group':
      return follow(part.part, from, side);
    case 'assertion':
      if (side.isAnchor(part.test)) return { anywhere: false, anchored: anywhere || anchored, beyond };
      return { anywhere, anchored: anchored && part.test(side.text, side.at), beyond };
    case 'backreference':
      return { anywhere, anchored, beyond: beyond || anywhere || anchored };
    case 'lookaround':
      return from;
  }
}

function either(one: Reached, other: Reached): Reached {
  return {
    anywhere: one.anywhere || other.anywhere,
    anchored: one.anchored || other.anchored,
    beyond: one.beyond || other.beyond,
  };
}
