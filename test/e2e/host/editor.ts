import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { copySelection } from './clipboard.ts';
import { type Mark, readMarks } from './marks.ts';
import { pressUntil } from './press-until.ts';
import { keyOf } from './shortcuts.ts';

/** A position in a document, counted from 1 as VS Code shows it. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The active text editor, used as a user does: by keyboard, reading the screen. */
export class Editor {
  readonly #page: Page;
  /** The element of the active editor. */
  readonly element: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.element = page.locator('.editor-group-container.active .monaco-editor[data-uri]').first();
  }

  /** Waits until the active editor shows this file, given by its absolute path. */
  async waitFor(file: string, timeout = 30_000): Promise<void> {
    const ending = encodeURI(file.replaceAll(path.sep, '/'));
    const editor = this.#page.locator(`.editor-group-container.active .monaco-editor[data-uri$="${ending}"]`);
    await editor.locator('.view-line').first().waitFor({ timeout });
  }

  async focus(): Promise<void> {
    await this.element.locator('.native-edit-context, textarea.inputarea').first().focus();
  }

  /** The whole document, saved or not. The selection is kept. */
  async text(): Promise<string> {
    await this.focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    const text = await copySelection(this.#page);
    await this.#page.keyboard.press('ControlOrMeta+U');
    return text;
  }

  /** Where `text` first occurs in the document; `inside` moves on into it by so many characters. */
  async find(text: string, inside = 0): Promise<Position> {
    let document = await this.text();
    // What takes the focus at that moment is copied instead.
    for (const end = Date.now() + 20_000; !document.includes(text) && Date.now() < end; ) document = await this.text();
    const offset = document.indexOf(text);
    if (offset === -1) {
      throw new Error(`The document has no ${JSON.stringify(text)}:\n${document}`);
    }
    const before = document.slice(0, offset + inside).split(/\r?\n/);
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }

  async goTo({ line, column }: Position): Promise<void> {
    const input = this.#page.locator('.quick-input-widget input:visible').first();
    const position = this.#page.getByText(`Ln ${line}, Col ${column}`).first();
    for (let attempt = 1; ; attempt++) {
      await this.focus();
      await pressUntil(this.#page, 'Control+G', input, 'visible');
      await input.fill(`:${line}:${column}`);
      await pressUntil(this.#page, 'Enter', this.#page.locator('.quick-input-widget'), 'hidden', { focused: input });
      try {
        return await position.waitFor({ timeout: attempt * 5_000 });
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  /** Moves the cursor to the end of the first occurrence of `text`. */
  async goAfter(text: string): Promise<void> {
    await this.goTo(await this.find(text, text.length));
  }

  /** Scrolls up with the wheel, which leaves the cursor where it is. */
  async scrollToTop(): Promise<void> {
    await this.element.hover();
    await this.#page.mouse.wheel(0, -100_000);
  }

  /**
   * Types at the cursor key by key, so that completion and auto-closing take part. What takes the focus at that moment
   * swallows the keys: they are typed again if the cursor has not moved.
   */
  async type(text: string): Promise<void> {
    const position = this.#page
      .locator('.statusbar-item')
      .getByText(/^Ln \d+, Col \d+/)
      .first();
    const before = await position.innerText();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await this.focus();
      await this.#page.keyboard.type(text, { delay: 20 });
      for (const end = Date.now() + 3_000; Date.now() < end; await this.#page.waitForTimeout(20)) {
        if ((await position.innerText()) !== before) return;
      }
    }
    throw new Error(`Typing ${JSON.stringify(text)} has no effect`);
  }

  /** Replaces the whole document at once. VS Code indents the lines as if they had been typed. */
  async replaceAll(text: string): Promise<void> {
    const withoutSpaces = (it: string) => it.replaceAll(/\s+/g, '');
    for (let attempt = 1; attempt <= 3; attempt++) {
      await this.focus();
      await this.#page.keyboard.press('ControlOrMeta+A');
      // Brackets and quotes typed over a selection would surround it.
      await this.#page.keyboard.press('Backspace');
      await this.#page.keyboard.insertText(text);
      // What takes the focus at that moment is written into instead.
      if (withoutSpaces(await this.text()) === withoutSpaces(text)) return;
    }
    throw new Error('The text of the editor cannot be replaced');
  }

  /** Waits until the document is changed and not saved: saving earlier would save nothing. */
  async waitUntilChanged(): Promise<void> {
    await this.#page.locator('.editor-group-container.active .tab.active.dirty').waitFor();
  }

  async save(): Promise<void> {
    await this.focus();
    const saved = this.#page.locator('.editor-group-container.active .tab.active:not(.dirty)');
    await pressUntil(this.#page, 'ControlOrMeta+S', saved, 'visible', { patience: 5_000 });
  }

  /** Undoes the last change of the document, until that shows. Nothing may have been changed before. */
  async undo(isUndone: (text: string) => boolean): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      await this.focus();
      await this.#page.keyboard.press('ControlOrMeta+Z');
      for (const end = Date.now() + 10_000; Date.now() < end; ) if (isUndone(await this.text())) return;
    }
    throw new Error('The change in the editor was not undone');
  }

  /**
   * The text of the hover at a position, or at the first occurrence of a text. It stays open for a screenshot. Does not
   * wait for slower providers: see {@link hoverText}.
   */
  async hover(at: Position | string): Promise<string> {
    await this.goTo(typeof at === 'string' ? await this.find(at, 1) : at);
    const hover = this.#page.locator('.monaco-resizable-hover .monaco-hover:visible');
    const answer = hover.locator('.hover-row:not(:has-text("Loading..."))').first();
    await pressUntil(this.#page, keyOf('Show or Focus Hover'), answer, 'visible', { patience: 5_000 });
    return this.hoverText();
  }

  /** The text of the open hover, which grows with each answer; empty without one. */
  async hoverText(): Promise<string> {
    const hovers = await this.#page.locator('.monaco-resizable-hover .monaco-hover:visible').allInnerTexts();
    return hovers.join('\n').trim();
  }

  /**
   * The labels that completion offers at the cursor, as far as they are visible. The list stays open. It may grow: poll
   * this for what is expected.
   */
  async suggestions(): Promise<string[]> {
    const labels = this.#page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    const nothing = this.#page.locator('.suggest-widget.visible .message', { hasText: 'No suggestions' });
    if (await nothing.isVisible()) await this.dismiss();
    if (!(await labels.first().isVisible())) {
      await this.focus();
      await pressUntil(this.#page, 'Control+Space', labels.first().or(nothing).first(), 'visible', { patience: 5_000 });
    }
    return labels.allInnerTexts();
  }

  /** Accepts an offered completion. */
  async acceptSuggestion(label: string): Promise<void> {
    const rows = this.#page.locator('.suggest-widget.visible .monaco-list-row');
    const row = rows.filter({ has: this.#page.getByText(label, { exact: true }) }).first();
    await clickUntilGone(row);
  }

  /** Opens the documentation of the selected completion, next to the list, or leaves it open. */
  async showDocumentation(): Promise<void> {
    const details = this.#page.locator('.suggest-details:visible');
    // The same key closes it: VS Code remembers its state and needs a moment to open it automatically.
    const isOpen = await details.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) await pressUntil(this.#page, 'Control+Space', details, 'visible');
  }

  /** The documentation of the selected completion; empty unless {@link showDocumentation} has opened it. */
  async documentation(): Promise<string> {
    return (await this.#page.locator('.suggest-details:visible').allInnerTexts()).join('\n').trim();
  }

  /** The titles of the code actions at the cursor. The menu stays open. Poll this for what is expected: it opens it again. */
  async quickFixes(): Promise<string[]> {
    const menu = this.#page.locator('.action-widget:visible');
    const nothing = this.#page.getByText('No code actions available');
    const answer = menu.or(nothing).first();
    if (await answer.isVisible()) await this.dismiss();
    await this.focus();
    await pressUntil(this.#page, 'ControlOrMeta+.', answer, 'visible');
    return menu.locator('.monaco-list-row.action .title').allInnerTexts();
  }

  /** Chooses from the menu that {@link quickFixes} opened. */
  async applyQuickFix(title: string): Promise<void> {
    await clickUntilGone(
      this.#page.locator('.action-widget:visible .monaco-list-row.action', { hasText: title }).first(),
    );
  }

  /** Closes whatever hovers over the editor: hover, completion, menu. */
  async dismiss(): Promise<void> {
    const shown = '.monaco-resizable-hover .monaco-hover:visible, .suggest-widget.visible, .action-widget:visible';
    for (let attempt = 1; attempt <= 20; attempt++) {
      await this.#page.keyboard.press('Escape');
      await this.#page.keyboard.press('Escape');
      if ((await this.#page.locator(shown).count()) === 0) return;
      await this.#page.waitForTimeout(50);
    }
  }

  /** The squiggles and hints in sight, each with the characters that it lies under. */
  async marks(): Promise<Mark[]> {
    return readMarks(this.#page);
  }

  /** How many pieces of visible text wear each kind of mark; a hint shows as dots or, if unnecessary, as faded text. */
  async underlines(): Promise<{ errors: number; warnings: number; infos: number; hints: number; faded: number }> {
    const count = (decoration: string) => this.element.locator(`.${decoration}`).count();
    return {
      errors: await count('squiggly-error'),
      warnings: await count('squiggly-warning'),
      infos: await count('squiggly-info'),
      hints: await count('squiggly-hint'),
      faded: await count('squiggly-inline-unnecessary'),
    };
  }
}

/** Clicks a row of a list that closes with it. A list that is drawn again at that moment ignores a click. */
async function clickUntilGone(row: Locator): Promise<void> {
  const isGone = (timeout: number) =>
    row.waitFor({ state: 'hidden', timeout }).then(
      () => true,
      () => false,
    );
  for (let attempt = 1; ; attempt++) {
    try {
      await row.click({ timeout: attempt === 1 ? 30_000 : 2_000 });
    } catch (error) {
      // It may have closed late, after an earlier click.
      if (attempt > 1 && (await isGone(1))) return;
      throw error;
    }
    if (await isGone(3_000)) return;
    if (attempt === 3) throw new Error('A click in a list has no effect');
  }
}
