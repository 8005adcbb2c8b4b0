import type { Locator, Page } from 'playwright-core';
import manifest from '../../../package.json' with { type: 'json' };
import { pressUntil } from '../host/press-until.ts';
import type { TreeRow, Workbench } from '../host/workbench.ts';

const { commands, menus, submenus: declared } = manifest.contributes;

/** By label, the titles of the commands of each submenu. */
const submenus: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  declared.map(({ id, label }) => {
    const entries = (menus as unknown as Record<string, readonly { readonly command: string }[]>)[id]!;
    return [label, entries.map((entry) => commands.find(({ command }) => command === entry.command)!.title)];
  }),
);

/** The titles that can be chosen in a menu. */
async function titlesIn(menu: Locator): Promise<string[]> {
  const titles = await menu.locator('.action-item:not(.disabled) .action-label:not(.separator)').allInnerTexts();
  return titles.map((title) => title.trim()).filter(Boolean);
}

/** The Skills view, used as a user does. */
export class SkillsView {
  readonly #workbench: Workbench;
  readonly #page: Page;
  readonly pane: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.#page = workbench.page;
    this.pane = this.#page.locator('.pane', { has: this.#page.locator('.pane-header[aria-label^="Skills"]') }).first();
  }

  /** Shows and focuses the view. */
  async open(): Promise<void> {
    // No search finds its views before the extension is loaded.
    await this.#page.locator('.activitybar .action-label[aria-label^="Skillwright"]').first().waitFor();
    await this.#workbench.openView('Skills');
  }

  rows(): Promise<TreeRow[]> {
    return this.#workbench.treeRows('Skills');
  }

  /** The text of each row: label and description, indented by depth, and the badge after a bar. */
  async renderedRows(): Promise<string[]> {
    // All at once: the tree may be rendered again while single rows are read.
    const rows = await this.pane.locator('.monaco-list-row').evaluateAll(readRows);
    return rows.map(({ level, label, description, badge }) => {
      const text = [label, ...description].join('  ');
      return `${'  '.repeat(Math.max(0, level - 1))}${text}${/^[EW](\d|\+)$/.test(badge) ? ` | ${badge}` : ''}`;
    });
  }

  /** The row with this label; the first one if there are several. */
  row(label: string): Locator {
    const name = this.#page.locator('.label-name').getByText(label, { exact: true });
    return this.pane.locator('.monaco-list-row', { has: name }).first();
  }

  async selected(): Promise<string[]> {
    return this.pane.locator('.monaco-list-row.selected .label-name').allInnerTexts();
  }

  /** Selects a row as a click does, which opens the file of a skill in the editor too. */
  async select(label: string): Promise<void> {
    const name = this.#page.locator('.label-name').getByText(label, { exact: true });
    const selected = this.pane.locator('.monaco-list-row.selected', { has: name }).first();
    for (let attempt = 1; ; attempt++) {
      await this.#withoutTooltip();
      await this.row(label).click();
      await this.#withoutTooltip();
      try {
        return await selected.waitFor({ timeout: 5_000 });
      } catch (error) {
        // A row that is rendered again at that moment ignores a click.
        if (attempt === 3) throw error;
      }
    }
  }

  /** Expands a row that is collapsed. */
  async expand(label: string): Promise<void> {
    const row = this.row(label);
    const expanded = this.pane.locator('.monaco-list-row[aria-expanded="true"]').and(row);
    for (let attempt = 1; attempt <= 3; attempt++) {
      if ((await row.getAttribute('aria-expanded')) !== 'false') return;
      await this.select(label);
      await this.key('ArrowRight');
      await expanded.waitFor({ timeout: 5_000 }).catch(() => undefined);
    }
    await expanded.waitFor();
  }

  /** Presses a key in the tree. */
  async key(key: string): Promise<void> {
    await this.#focus();
    await this.#page.keyboard.press(key);
  }

  /**
   * Undoes the last change of the view, and waits until that is complete: what is written to a file before VS Code has
   * saved it is not noticed.
   */
  async undo(isUndone: () => boolean | Promise<boolean>): Promise<void> {
    await this.#workbench.withStatusMessage('Undone: ', () => this.#pressUndo(isUndone));
  }

  /** Starts to undo the last change of the view, which asks something first. */
  async undoToQuestion(): Promise<void> {
    await this.#pressUndo(() => this.#page.locator('.monaco-dialog-box').isVisible());
  }

  /** A busy window may drop the key. */
  async #pressUndo(isUndone: () => boolean | Promise<boolean>): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      await this.#withoutTooltip();
      await this.key('ControlOrMeta+Z');
      for (const end = Date.now() + 10_000; Date.now() < end; await this.#page.waitForTimeout(50))
        if (await isUndone()) return;
    }
    const shown = await this.#page.locator('.notification-list-item-message, .part.statusbar').allInnerTexts();
    throw new Error(`The change was not undone. VS Code shows: ${shown.join(' | ').replaceAll(/\s+/g, ' ')}`);
  }

  /** Presses a key in the tree that opens a quick input. */
  async keyToQuestion(key: string): Promise<Locator> {
    await this.#focus();
    const input = this.#page.locator('.quick-input-widget input:visible').first();
    await pressUntil(this.#page, key, input, 'visible', { patience: 5_000 });
    return input;
  }

  /** Presses a key in the tree that opens a modal dialog. */
  async keyToDialog(key: string): Promise<void> {
    await this.#focus();
    await pressUntil(this.#page, key, this.#page.locator('.monaco-dialog-box'), 'visible', { patience: 5_000 });
  }

  async #focus(): Promise<void> {
    // A quick input restores the focus a moment after it is closed.
    await this.#page.locator('.monaco-dialog-box, .quick-input-widget:visible').waitFor({ state: 'hidden' });
    // So may an editor that is still opening; and keys work only once VS Code knows which view has the focus.
    const list = this.pane.locator('.monaco-list').first();
    for (let calm = 0, attempt = 1; calm < 2; attempt++) {
      if (attempt > 50) throw new Error('Something else takes the focus of the Skills view again and again');
      if (await list.evaluate(hasFocus)) calm++;
      else calm = 0;
      await list.focus();
      await this.#page.waitForTimeout(100);
    }
  }

  /** Selects an item of the quick pick. */
  async pick(title: string): Promise<void> {
    const widget = this.#page.locator('.quick-input-widget');
    const row = widget.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    for (let attempt = 1; ; attempt++) {
      await row.waitFor();
      const before = await widget.innerText();
      await row.click({ timeout: 10_000 });
      for (const end = Date.now() + 3_000; Date.now() < end; await this.#page.waitForTimeout(50))
        if (!(await widget.isVisible()) || (await widget.innerText()) !== before) return this.#withoutTooltip();
      // A list that is rendered again at that moment ignores a click.
      if (attempt === 3) throw new Error(`The click on ${title} had no effect`);
    }
  }

  /**
   * The titles in the context menu of a row, those of a submenu after its own. The menu is closed again.
   *
   * @param only the label of the only submenu to open
   */
  async menu(label: string, only?: string): Promise<string[]> {
    await this.openMenu(label);
    const menu = this.#page.locator('.monaco-menu').first();
    const all: string[] = [];
    for (const title of await titlesIn(menu)) {
      all.push(title);
      if (!Object.hasOwn(submenus, title) || (only !== undefined && only !== title)) continue;
      all.push(...(await titlesIn(await this.#openSubmenu(title))));
    }
    await pressUntil(this.#page, 'Escape', menu, 'hidden');
    return all;
  }

  /** Opens a submenu of the open menu, in which others may be open. */
  async #openSubmenu(label: string): Promise<Locator> {
    const entry = this.#page.locator('.monaco-menu .action-item', {
      has: this.#page.locator('.action-label', { hasText: new RegExp(`^${label}$`) }),
    });
    await entry.first().hover({ timeout: 5_000 });
    const submenu = this.#page.locator('.monaco-submenu');
    for (const end = Date.now() + 5_000; Date.now() < end; await this.#page.waitForTimeout(50)) {
      const titles = await submenu.locator('.action-label').allInnerTexts();
      if (titles.some((title) => submenus[label]!.includes(title.trim()))) return submenu;
    }
    throw new Error(`The submenu ${label} does not open`);
  }

  /** Selects an item of the context menu of a row. */
  async choose(label: string, title: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.settled();
      await this.openMenu(label);
      try {
        await this.chooseFromMenu(title);
      } catch (error) {
        if (attempt === 3) throw error;
        continue;
      }
      await this.#answerIfAskedFor(label);
      return this.#withoutTooltip();
    }
  }

  /** A command is not told the row if the tree is being updated at that moment. Then it asks for it, as from the palette. */
  async #answerIfAskedFor(label: string): Promise<void> {
    const which = /^Select (a skill|the skill|what to add to|a plugin to)|^Where do you want to create/;
    const input = this.#page.getByPlaceholder(which).and(this.#page.locator('.quick-input-widget input:visible'));
    const isAsked = await input.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
    if (isAsked) await this.pick(label);
  }

  /** Opens the context menu of a row. It closes if the row is rendered again at that moment: then it is opened again. */
  async openMenu(label: string): Promise<void> {
    const menu = this.#page.locator('.monaco-menu').first();
    for (let attempt = 1; ; attempt++) {
      await this.#withoutTooltip();
      await this.row(label).click({ button: 'right' });
      try {
        return await menu.waitFor({ timeout: attempt * 3_000 });
      } catch (error) {
        if (attempt === 4) throw error;
      }
    }
  }

  /** Answers the first questions about a new skill: its name and its kind. */
  async nameNewSkill(name: string, kind: string): Promise<void> {
    const box = this.#page.locator('.quick-input-widget input[placeholder^="For example"]');
    await box.waitFor();
    await box.fill(name);
    const list = this.#page.locator('.quick-input-widget input[placeholder^="What kind of skill"]');
    await pressUntil(this.#page, 'Enter', list, 'visible', { focused: box });
    await list.fill(kind);
    await pressUntil(this.#page, 'Enter', list, 'hidden', { focused: list });
  }

  /** Waits for a quick input. */
  async question(): Promise<Locator> {
    const input = this.#page.locator('.quick-input-widget input:visible').first();
    await input.waitFor();
    return input;
  }

  /**
   * Selects an item of the open menu. Rejects if the menu closes before. With the keyboard: while a menu opens, it treats
   * a click as the end of the click that opened it.
   */
  async chooseFromMenu(title: string): Promise<void> {
    const menu = this.#page.locator('.monaco-menu').first();
    await menu.waitFor({ timeout: 5_000 });
    const isAtTop = (await menu.locator('.action-item', { hasText: title }).count()) > 0;
    const inside = Object.keys(submenus).find((label) => submenus[label]!.some((it) => it.includes(title)));
    const place = isAtTop || inside === undefined ? menu : await this.#openSubmenu(inside);
    const item = place.locator('.action-item', { hasText: title }).first();
    await item.hover({ timeout: 5_000 });
    await place.locator('.action-item.focused', { hasText: title }).waitFor({ timeout: 5_000 });
    await this.#page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  /** Presses a button of the modal dialog. */
  async answer(button: string): Promise<void> {
    const dialog = this.#page.locator('.monaco-dialog-box');
    const pressed = dialog.locator('.monaco-button', { hasText: button }).first();
    for (let attempt = 1; ; attempt++) {
      await pressed.waitFor();
      const before = await dialog.allInnerTexts();
      await pressed.click();
      for (const end = Date.now() + 5_000; Date.now() < end; await this.#page.waitForTimeout(50))
        if ((await dialog.allInnerTexts()).join() !== before.join()) return;
      if (attempt === 3) throw new Error(`The button ${button} has no effect`);
    }
  }

  /**
   * Drags a row onto another one, and waits for what that does. VS Code does not know a row while it asks for the rows
   * of the tree again, and drops nothing.
   */
  async drag(from: string, to: string, isDone: () => boolean | Promise<boolean> = () => true): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      await this.#withoutTooltip();
      await this.settled();
      await this.row(from).dragTo(this.row(to));
      await this.#withoutTooltip();
      for (const end = Date.now() + 8_000; Date.now() < end; await this.#page.waitForTimeout(50))
        if (await isDone()) return;
    }
    throw new Error(`Dragging ${from} to ${to} did nothing`);
  }

  /** Drags a row onto another one, which asks for something. Returns the text box of the question. */
  async dragToQuestion(from: string, to: string): Promise<Locator> {
    await this.#page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    const input = this.#page.locator('.quick-input-widget input:visible').first();
    await this.drag(from, to, () => input.isVisible());
    return input;
  }

  /** The tooltip of a row; empty without one. */
  async tooltip(label: string): Promise<string> {
    await this.#withoutTooltip();
    await this.row(label).hover();
    // Not the hover of an editor, which the pointer may have crossed.
    const hover = this.#page.locator('.workbench-hover:visible').filter({ hasNotText: 'Loading' }).first();
    return hover.innerText({ timeout: 6_000 }).catch(() => '');
  }

  /** Presses a button of a row. */
  async pressInRow(label: string, title: string): Promise<void> {
    await this.#withoutTooltip();
    await this.settled();
    await this.row(label).hover();
    await this.row(label).locator(`[aria-label^="${title}"]`).click();
    await this.#answerIfAskedFor(label);
    await this.#withoutTooltip();
  }

  /** Presses a button of the view's title. */
  async press(title: string): Promise<void> {
    await this.#withoutTooltip();
    await this.pane.locator('.pane-header').hover();
    await this.pane.locator(`.pane-header .action-label[aria-label^="${title}"]`).click();
    await this.#withoutTooltip();
  }

  /** The message above the tree. */
  async message(): Promise<string> {
    return (await this.pane.locator('.message').allInnerTexts()).join('').trim();
  }

  /** The text shown instead of an empty tree. */
  async welcome(): Promise<string> {
    return (await this.pane.locator('.welcome-view-content:visible').allInnerTexts()).join('\n').trim();
  }

  /**
   * Waits until the tree is rendered completely. A row that is rendered again while it is dragged, or while its menu is
   * open, is another one for VS Code, and the action is lost.
   */
  async settled(): Promise<void> {
    await this.pane.locator('.monaco-list-rows').first().evaluate(untilStable);
  }

  /** A tooltip would cover what is to be clicked. Nothing at the edge of the editors has one. */
  async #withoutTooltip(): Promise<void> {
    const { width, height } = this.#page.viewportSize()!;
    const tooltip = this.#page.locator('.monaco-hover:visible');
    // One that appears after the pointer has left disappears only when the pointer moves.
    for (let attempt = 0; attempt < 500; attempt++) {
      // A tooltip that has missed that the pointer left its row disappears when the pointer leaves the tooltip.
      if (attempt % 50 === 49)
        await tooltip
          .first()
          .hover({ timeout: 1_000 })
          .catch(() => undefined);
      await this.#page.mouse.move(width - 1, height / 2 + (attempt % 2));
      if (attempt > 0 && (await tooltip.count()) === 0) return;
    }
    throw new Error('A tooltip does not disappear');
  }
}

interface RenderedRow {
  readonly level: number;
  readonly label: string;
  readonly description: readonly string[];
  /** What a style sheet adds after the label. */
  readonly badge: string;
}

/** The part of an element that {@link readRows} uses: these tests are compiled without DOM types. */
interface PageElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Reads the rows of a tree. Runs in the page. */
function readRows(elements: unknown[]): RenderedRow[] {
  const page = globalThis as unknown as { getComputedStyle(element: PageElement, part: string): { content: string } };
  return (elements as PageElement[]).map((row) => {
    const icon = row.querySelector('.monaco-icon-label');
    return {
      level: Number(row.getAttribute('aria-level')),
      label: row.querySelector('.label-name')?.innerText.trim() ?? '',
      description: [...row.querySelectorAll('.label-description')].map((it) => it.innerText.trim()).filter(Boolean),
      badge: icon ? page.getComputedStyle(icon, '::after').content.replaceAll('"', '') : '',
    };
  });
}

/** Whether the focus is in an element. Runs in the page. */
function hasFocus(element: unknown): boolean {
  const page = globalThis as unknown as { document: { activeElement: unknown } };
  return (element as { contains(other: unknown): boolean }).contains(page.document.activeElement);
}

/** Resolves when nothing below an element has changed for a quarter of a second. Runs in the page. */
function untilStable(element: unknown): Promise<void> {
  const page = globalThis as unknown as {
    MutationObserver: new (
      changed: () => void,
    ) => { observe(element: unknown, what: object): void; disconnect(): void };
  };
  return new Promise((resolve) => {
    const rest = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(rest, 250);
    const observer = new page.MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(rest, 250);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
  });
}
