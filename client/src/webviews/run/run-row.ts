import type { RunPart } from '../../../../server/src/protocol.ts';

export type PartOf<Kind extends RunPart['kind']> = RunPart & { readonly kind: Kind };

/** A part of a run in the page. */
export interface RunRow {
  readonly element: HTMLElement;
  readonly kind: RunPart['kind'];
  readonly order: number;
  /** Shows another version of the part, which has the same kind. */
  update(part: RunPart): void;
  /** Where the rows go of what happened in this part, which opens it; absent if there can be none. */
  rowsInside?(): RowList;
  /** The row is in its place. */
  placed?(): void;
  /** The row is no longer shown. */
  dispose?(): void;
}

/** Rows in the order of their parts. */
export interface RowList {
  readonly element: HTMLElement;
  insert(row: RunRow): void;
}

/** The page as the rows see it. */
export interface RowParts {
  /** Whether the user has opened or closed a step; undefined if neither. */
  openedByUser(id: string): boolean | undefined;
  setOpened(id: string, opened: boolean): void;
  /** Adds the rules that a denied call lacks to the settings. */
  allow(part: string): void;
  /** A list for what happened in a part. */
  createList(): RowList;
}
