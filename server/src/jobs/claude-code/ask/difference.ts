/** The subject of a difference. */
export type DifferenceKind =
  /** Skillwright lists it for the model, and Claude Code does not. */
  | 'unseen'
  /** Claude Code lists it for the model, and Skillwright does not. */
  | 'seen'
  /** Both list a skill of this name, from different files. */
  | 'path'
  /** Its line has another length. */
  | 'tokens'
  /** The listing has another order. */
  | 'order'
  /** Only one of both offers it after `/`. */
  | 'command'
  /** Only one of both applies a permission rule. */
  | 'rule'
  /** Only one of both rejects a settings file. */
  | 'settings'
  /** The context window, which decides the budget of the listing, has another size. */
  | 'window';

/** Something that Claude Code sees differently, with both sides. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** A name, a path or a rule. */
  readonly subject: string;
  /** The file that it is about; undefined if there is none. */
  readonly path: string | undefined;
  /** Skillwright's side. */
  readonly expected: string;
  /** Claude Code's side. */
  readonly answered: string;
}
