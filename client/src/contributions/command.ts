import type { Condition } from './conditions.ts';
import type { EditorMenu, Place } from './menu-places.ts';
import type { SubmenuName } from './submenus.ts';

/** A command of the extension, as VS Code shows it. */
export interface Command {
  readonly title: string;
  /** A codicon. */
  readonly icon?: string;
  /** Without it, the command is gray. */
  readonly enabled?: Condition;
  /** When the palette has it; without this, always. */
  readonly palette?: Condition;
  /** Its places in the menus of VS Code and in our submenus. */
  readonly menus?: Readonly<Partial<Record<EditorMenu | SubmenuName, Place | readonly Place[]>>>;
  readonly keys?: readonly KeyBinding[];
}

/** Commands by their names, which follow `skillwright.` in their ids. */
export type Commands = Readonly<Record<string, Command>>;

interface KeyBinding {
  readonly key: string;
  readonly mac?: string;
  readonly when: Condition;
  readonly args?: string;
}
