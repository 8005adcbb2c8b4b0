import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { copySelection } from './clipboard.ts';
import { type Mark, readMarks } from './marks.ts';
import { pressUntil } from './press-until.ts';

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
  async waitFor(file: string): Promise<void> {
    const ending = encodeURI(file.replaceAll(path.sep, '/'));
    const editor = this.#page.locator(`.editor-group-container.active .monaco-editor[data-uri$="${ending}"]`);
    await editor.locator('.view-line').first().waitFor();
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
    const document = await this.text();
    const offset = document.indexOf(text);
    if (offset === -1) {
      throw new Error(`The document has no ${JSON.stringify(text)}:\n${document}`);
    }
    const before = document.slice(0, offset + inside).split(/\r?\n/);
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }

  async goTo({ line, column }: Position): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press('Control+G');
    const input = this.#page.locator('.quick-input-widget input:visible');
    await input.fill(`:${line}:${column}`);
    await input.press('Enter');
    await this.#page.getByText(`Ln ${line}, Col ${column}`).first().waitFor();
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

  /** Types at the cursor key by key, so that completion and auto-closing take part. */
  async type(text: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.type(text, { delay: 20 });
  }

  /** Replaces the whole document at once. VS Code indents the lines as if they had been typed. */
  async replaceAll(text: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
    // Brackets and quotes typed over a selection would surround it.
    await this.#page.keyboard.press('Backspace');
    await this.#page.keyboard.insertText(text);
  }

  async save(): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press('ControlOrMeta+S');
    await this.#page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
  }

  /**
   * The text of the hover at a position, or at the first occurrence of a text. It stays open for a screenshot. Does not
   * wait for slower providers: see {@link hoverText}.
   */
  async hover(at: Position | string): Promise<string> {
    await this.goTo(typeof at === 'string' ? await this.find(at, 1) : at);
    await this.#page.keyboard.press('ControlOrMeta+K');
    await this.#page.keyboard.press('ControlOrMeta+I');
    const hover = this.#page.locator('.monaco-resizable-hover .monaco-hover:visible');
    await hover.locator('.hover-row:not(:has-text("Loading..."))').first().waitFor();
    return this.hoverText();
  }

  /** The text of the open hover, which grows with each answer; empty without one. */
  async hoverText(): Promise<string> {
    const hovers = await this.#page.locator('.monaco-resizable-hover .monaco-hover:visible').allInnerTexts();
    return hovers.join('\n').trim();
  }

  /** The labels that completion offers at the cursor, as far as they are visible. The list stays open. */
  async suggestions(): Promise<string[]> {
    await this.focus();
    await this.#page.keyboard.press('Control+Space');
    const labels = this.#page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    const nothing = this.#page.locator('.suggest-widget.visible .message', { hasText: 'No suggestions' });
    await labels.first().or(nothing).waitFor();
    return labels.allInnerTexts();
  }

  /** Accepts an offered completion. */
  async acceptSuggestion(label: string): Promise<void> {
    const rows = this.#page.locator('.suggest-widget.visible .monaco-list-row');
    await rows
      .filter({ has: this.#page.getByText(label, { exact: true }) })
      .first()
      .click();
  }

  /** Opens the documentation of the selected completion, next to the list, or leaves it open. */
  async showDocumentation(): Promise<void> {
    const details = this.#page.locator('.suggest-details:visible');
    // The same key closes it: VS Code remembers its state and needs a moment to open it automatically.
    const isOpen = await details.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) {
      await this.#page.keyboard.press('Control+Space');
      await details.waitFor();
    }
  }

  /** The documentation of the selected completion; empty unless {@link showDocumentation} has opened it. */
  async documentation(): Promise<string> {
    return (await this.#page.locator('.suggest-details:visible').allInnerTexts()).join('\n').trim();
  }

  /** The titles of the code actions at the cursor. The menu stays open. */
  async quickFixes(): Promise<string[]> {
    const menu = this.#page.locator('.action-widget:visible');
    const nothing = this.#page.getByText('No code actions available');
    const answer = menu.or(nothing).first();
    await this.focus();
    await pressUntil(this.#page, 'ControlOrMeta+.', answer, 'visible');
    return menu.locator('.monaco-list-row.action .title').allInnerTexts();
  }

  /** Chooses from the menu that {@link quickFixes} opened. */
  async applyQuickFix(title: string): Promise<void> {
    await this.#page.locator('.action-widget:visible .monaco-list-row.action', { hasText: title }).click();
  }

  /** Closes whatever hovers over the editor: hover, completion, menu. */
  async dismiss(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#page.keyboard.press('Escape');
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
