import type { TextRange } from '../../document/text/text-range.ts';

/** The colors that a part of a text can have: standard token types of the protocol. */
export const highlightTypes = [
  'parameter',
  'variable',
  'function',
  'keyword',
  'operator',
  'string',
  'comment',
] as const;

export type HighlightType = (typeof highlightTypes)[number];

/** Distinctions between parts of one type. */
export const highlightModifiers = ['readonly'] as const;

/** A part of a text with a color of its own. */
export interface Highlight extends TextRange {
  readonly type: HighlightType;
  /** A value that Claude Code provides. */
  readonly isReadonly?: boolean;
}
