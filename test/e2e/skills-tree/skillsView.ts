import type { Locator, Page } from 'playwright-core';
import type { TreeRow, Workbench } from '../host/workbench.ts';

/** The view "Skills", worked as a person works it. */
export class SkillsView {
  readonly #workbench: Workbench;
  readonly #page: Page;
  readonly pane: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.#page = workbench.page;
    this.pane = this.#page.locator('.pane', { has: this.#page.locator('.pane-header[aria-label^="Skills"]') }).first();
  }

  /** Shows the view and gives it the focus. */
  async open(): Promise<void> {
    // Before the extension is known, no search finds its views.
    await this.#page.locator('.activitybar .action-label[aria-label^="Claude Code Skills"]').first().waitFor();
    await this.#workbench.openView('Skills');
  }

  rows(): Promise<TreeRow[]> {
    return this.#workbench.treeRows('Skills');
  }

  /** What a person reads in each row: label and description, indented by depth, with the badge behind a bar. */
  async drawn(): Promise<string[]> {
    // All at once: the tree may be drawn again while one row after the other is read.
    const rows = await this.pane.locator('.monaco-list-row').evaluateAll(readRows);
    return rows.map(({ level, label, description, badge }) => {
      const text = [label, ...description].join('  ');
      return `${'  '.repeat(Math.max(0, level - 1))}${text}${/^\d+\+?$/.test(badge) ? ` | ${badge}` : ''}`;
    });
  }

  /** The row with this label; the first one where several have it. */
  row(label: string): Locator {
    const name = this.#page.locator('.label-name').getByText(label, { exact: true });
    return this.pane.locator('.monaco-list-row', { has: name }).first();
  }

  async selected(): Promise<string[]> {
    return this.pane.locator('.monaco-list-row.selected .label-name').allInnerTexts();
  }

  /** Selects a row as a click does, which opens the file of a skill in the editor too. */
  async select(label: string): Promise<void> {
    await this.#withoutTooltip();
    await this.row(label).click();
    await this.#withoutTooltip();
  }

  /** Presses a key in the tree. */
  async key(key: string): Promise<void> {
    // What a question leaves behind comes back to where it was a moment later.
    await this.#page.locator('.monaco-dialog-box, .quick-input-widget:visible').waitFor({ state: 'hidden' });
    // So may an editor that is still opening; and keys work only once VS Code knows which view has the focus.
    const list = this.pane.locator('.monaco-list').first();
    for (let calm = 0; calm < 2; ) {
      if (await list.evaluate(hasFocus)) calm++;
      else calm = 0;
      await list.focus();
      await this.#page.waitForTimeout(200);
    }
    await this.#page.keyboard.press(key);
  }

  /** Chooses from the list at the top of the window. */
  async pick(title: string): Promise<void> {
    await this.#page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
    await this.#withoutTooltip();
  }

  /** The titles that the context menu of a row offers. The menu is closed again. */
  async menu(label: string): Promise<string[]> {
    await this.#withoutTooltip();
    await this.row(label).click({ button: 'right' });
    const items = this.#page.locator('.monaco-menu .action-item:not(.disabled) .action-label:not(.separator)');
    await items.first().waitFor();
    const titles = await items.allInnerTexts();
    await this.#page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
    return titles.map((title) => title.trim()).filter(Boolean);
  }

  /** Chooses from the context menu of a row. */
  async choose(label: string, title: string): Promise<void> {
    await this.#withoutTooltip();
    await this.#drawn();
    await this.row(label).click({ button: 'right' });
    await this.chooseFromMenu(title);
    await this.#withoutTooltip();
  }

  /** Waits for a question at the top of the window. */
  async question(): Promise<Locator> {
    const input = this.#page.locator('.quick-input-widget input:visible').first();
    await input.waitFor();
    return input;
  }

  /** Chooses from the menu that is open. */
  async chooseFromMenu(title: string): Promise<void> {
    const item = this.#page.locator('.monaco-menu .action-item', { hasText: title }).first();
    // In the moment in which it opens a menu takes a click for the end of the one that opened it.
    for (let closed = false; !closed; ) {
      await item.click();
      closed = await item.waitFor({ state: 'detached', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    }
  }

  /** Presses a button of the question in the middle of the window. */
  async answer(button: string): Promise<void> {
    await this.#page.locator('.monaco-dialog-box .monaco-button', { hasText: button }).click();
  }

  /** Drags a row onto another one. */
  async drag(from: string, to: string): Promise<void> {
    await this.#withoutTooltip();
    await this.#drawn();
    await this.row(from).dragTo(this.row(to));
    await this.#withoutTooltip();
  }

  /** What VS Code says when the pointer rests on a row; empty when it says nothing. */
  async tooltip(label: string): Promise<string> {
    await this.#withoutTooltip();
    await this.row(label).hover();
    const hover = this.#page.locator('.monaco-hover:visible').first();
    return hover.innerText({ timeout: 3_000 }).catch(() => '');
  }

  /** Presses a button of the view's title. */
  async press(title: string): Promise<void> {
    await this.#withoutTooltip();
    await this.pane.locator('.pane-header').hover();
    await this.pane.locator(`.pane-header .action-label[aria-label^="${title}"]`).click();
    await this.#withoutTooltip();
  }

  /** What is written above the tree. */
  async message(): Promise<string> {
    return (await this.pane.locator('.message').allInnerTexts()).join('').trim();
  }

  /** The text that stands in place of an empty tree. */
  async welcome(): Promise<string> {
    return (await this.pane.locator('.welcome-view-content:visible').allInnerTexts()).join('\n').trim();
  }

  /**
   * Waits until the tree is drawn to its end. A row that is drawn anew while it is dragged, or while its menu is open, is
   * another one for VS Code, and what was begun with it comes to nothing.
   */
  async #drawn(): Promise<void> {
    await this.pane.locator('.monaco-list-rows').first().evaluate(untilItRests);
  }

  /** A tooltip would lie over what is to be clicked. At the edge of the editors nothing has one. */
  async #withoutTooltip(): Promise<void> {
    const { width, height } = this.#page.viewportSize()!;
    await this.#page.mouse.move(width - 1, height / 2);
    await this.#page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
  }
}

interface DrawnRow {
  readonly level: number;
  readonly label: string;
  readonly description: readonly string[];
  /** What a style sheet puts behind the label. */
  readonly badge: string;
}

/** The parts of an element that {@link readRows} looks at: these tests are compiled without the types of a page. */
interface PageElement {
  readonly innerText: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Reads the rows of a tree. Runs in the page. */
function readRows(elements: unknown[]): DrawnRow[] {
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

/** Ends when nothing below an element has changed for half a second. Runs in the page. */
function untilItRests(element: unknown): Promise<void> {
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
    let timer = setTimeout(rest, 500);
    const observer = new page.MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(rest, 500);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
  });
}
