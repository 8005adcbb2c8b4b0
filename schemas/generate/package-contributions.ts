import { type Command, commands } from '../../client/src/contributions/commands.ts';
import { type MenuEntry, menus, submenus } from '../../client/src/contributions/menus.ts';
import { views } from '../../client/src/contributions/views.ts';

/** What package.json contributes of commands, menus, keys and views, by its names there. */
export function commandContributions(): Readonly<Record<string, unknown>> {
  const all: readonly (readonly [name: string, Command])[] = Object.entries(commands);
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
    submenus: Object.entries(submenus).map(([name, label]) => ({ id: idOf(name), label })),
    menus: Object.fromEntries(
      Object.entries(menus).map(([place, entries]) => [place in submenus ? idOf(place) : place, entries.map(entryOf)]),
    ),
    keybindings: all.flatMap(([name, { keys = [] }]) => keys.map((it) => ({ command: idOf(name), ...it }))),
  };
}

function entryOf({ when, group, ...what }: MenuEntry) {
  return {
    ...('command' in what ? { command: idOf(what.command) } : { submenu: idOf(what.submenu) }),
    ...(when !== undefined && { when }),
    ...(group !== undefined && { group }),
  };
}

function idOf(name: string): string {
  return `skillwright.${name}`;
}
