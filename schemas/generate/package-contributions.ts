import type { Command } from '../../client/src/contributions/command.ts';
import { commands } from '../../client/src/contributions/commands.ts';
import type { Place } from '../../client/src/contributions/menu-places.ts';
import { submenus } from '../../client/src/contributions/submenus.ts';
import { views } from '../../client/src/contributions/views.ts';

const all: readonly (readonly [name: string, Command])[] = Object.entries(commands);

/** What package.json contributes of commands, menus, keys and views, by its names there. */
export function commandContributions(): Readonly<Record<string, unknown>> {
  return {
    commands: all.map(([name, { title, icon, enabled }]) => ({
      command: idOf(name),
      title,
      category: 'Skillwright',
      ...(icon !== undefined && { icon: `$(${icon})` }),
      ...(enabled !== undefined && { enablement: enabled }),
    })),
    views: {
      skillwright: Object.entries(views).map(([name, { title, size, isPage, isCollapsed, when }]) => ({
        ...(isPage && { type: 'webview' }),
        id: idOf(name),
        name: title,
        icon: 'media/skills.svg',
        contextualTitle: 'Skillwright',
        initialSize: size,
        ...(isCollapsed && { visibility: 'collapsed' }),
        ...(when !== undefined && { when }),
      })),
    },
    viewsWelcome: Object.entries(views).flatMap(([name, { welcome = [] }]) =>
      welcome.map(({ lines, when, enabled }) => ({
        view: idOf(name),
        contents: lines.join('\n'),
        when,
        ...(enabled !== undefined && { enablement: enabled }),
      })),
    ),
    submenus: Object.entries(submenus).map(([name, { title }]) => ({ id: idOf(name), label: title })),
    menus: menuContributions(),
    keybindings: all.flatMap(([name, { keys = [] }]) => keys.map((it) => ({ command: idOf(name), ...it }))),
  };
}

/** The menus with all that has a place in them, by their groups. VS Code orders them itself, whatever order they have here. */
function menuContributions(): Readonly<Record<string, unknown>> {
  const places = all.flatMap(([name, { menus = {} }]) =>
    Object.entries(menus).flatMap(([menu, inMenu]) =>
      [inMenu].flat().map((place) => ({ menu, entry: { command: idOf(name), ...place } })),
    ),
  );
  const titles = Object.entries(submenus).map(([name, { place }]) => ({
    menu: 'view/item/context',
    entry: { submenu: idOf(name), ...place },
  }));
  const entries = [...places, ...titles];
  const entriesIn = (menu: string) => entries.flatMap((it) => (it.menu === menu ? it.entry : [])).toSorted(byGroup);
  const menus = [...new Set(entries.map(({ menu }) => menu))];
  return {
    ...Object.fromEntries(menus.map((menu) => [menu in submenus ? idOf(menu) : menu, entriesIn(menu)])),
    commandPalette: all.flatMap(([name, { palette }]) =>
      palette === undefined ? [] : [{ command: idOf(name), when: palette }],
    ),
  };
}

function byGroup({ group }: Place, { group: other }: Place): number {
  return group.localeCompare(other, 'en', { numeric: true });
}

function idOf(name: string): string {
  return `skillwright.${name}`;
}
