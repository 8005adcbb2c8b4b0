import type { FrameLocator, Locator } from 'playwright-core';
import { clickUntil } from '../host/press-until.ts';
import type { Workbench } from '../host/workbench.ts';

/** The views of a preview, as their tabs are named. */
export type PreviewTab = 'Rendered' | 'Exact text' | 'Messages' | 'After /compact';

/** The preview of an invocation, used as a user does. */
export class PreviewPanel {
  readonly #workbench: Workbench;
  /** The page inside the panel. */
  readonly page: FrameLocator;
  readonly field: Locator;
  readonly exact: Locator;
  readonly rendered: Locator;
  /** Why nothing would be sent. */
  readonly banner: Locator;
  /** Why not everybody can invoke it. */
  readonly notice: Locator;
  readonly cards: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.page = workbench.webview();
    this.field = this.page.getByRole('textbox', { name: /^Arguments of/ });
    this.exact = this.page.getByRole('document', { name: 'Exact text' });
    this.rendered = this.page.getByRole('document', { name: 'Rendered text' });
    this.banner = this.page.locator('.banner[role="alert"]');
    this.notice = this.page.locator('.banner[role="status"]');
    this.cards = this.page.locator('.card');
  }

  /** Opens a file and its preview to the side, or shows it in the open preview. */
  async open(file: string, invocation: string): Promise<void> {
    await this.#workbench.focusFirstEditorGroup();
    await this.#workbench.openFile(file);
    // In a preview that is still loading, the command asks for another skill.
    const options = { patience: 15_000 };
    await this.#workbench.runByKey(
      'Skillwright: Preview Invocation with Arguments',
      this.#name(invocation),
      'visible',
      options,
    );
  }

  /** Waits until the preview is of this invocation; a window that opens may need longer. */
  async shows(invocation: string, options: { timeout?: number } = {}): Promise<void> {
    await this.#name(invocation).waitFor(options);
  }

  #name(invocation: string): Locator {
    return this.page.locator('.invocation .name').getByText(invocation, { exact: true });
  }

  async choose(tab: PreviewTab): Promise<void> {
    const selected = this.page.locator(`[role="tab"][aria-selected="true"]`).getByText(tab, { exact: true });
    await clickUntil(this.tab(tab), selected);
  }

  tab(tab: PreviewTab): Locator {
    return this.page.getByRole('tab', { name: tab, exact: true });
  }

  /** The text as it is sent, without the cards of its commands. */
  async text(): Promise<string> {
    const lines = await this.exact.locator('.line').evaluateAll(readTexts);
    return lines.join('\n');
  }

  card(command: string): Locator {
    return this.page.getByRole('region', { name: `Command: ${command}`, exact: true });
  }

  /** The modal dialog. */
  get question(): Locator {
    return this.#workbench.page.locator('.monaco-dialog-box');
  }

  /** Answers the modal dialog and waits until it is closed. */
  async answer(button: string): Promise<void> {
    await this.question.locator('.monaco-button', { hasText: button }).click();
    await this.question.waitFor({ state: 'detached' });
  }

  /** Focuses the editor next to the panel. */
  async focusEditor(): Promise<void> {
    await this.#workbench.focusFirstEditorGroup();
    await this.#workbench.page.locator('.editor-group-container.active .monaco-editor').first().waitFor();
  }

  /** Cleans up after a previous attempt: panels, unsaved texts, a dialog. */
  async clean(): Promise<void> {
    await this.#workbench.closeEditors();
  }
}

/** Reads the text of each element, without what style sheets add. Runs in the page. */
function readTexts(elements: unknown[]): string[] {
  return (elements as { textContent: string }[]).map(({ textContent }) => textContent);
}
