import type { Condition } from './conditions.ts';

/** Where something is in a menu. VS Code orders groups by their names, and what is in a group by the number after the `@`. */
export interface Place {
  readonly when: Condition;
  readonly group: `${string}@${number}`;
}

/** The menus of VS Code that have something of the extension, besides the palette. */
export type EditorMenu =
  | 'editor/title'
  | 'explorer/context'
  | 'testing/item/context'
  | 'view/item/context'
  | 'view/title';
