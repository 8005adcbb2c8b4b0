import type { Locator, Page } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';

/** The Test Explorer, used as a user does. */
export class TestExplorer {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get page(): Page {
    return this.#workbench.page;
  }

  async open(): Promise<void> {
    await this.#workbench.runCommand('Testing: Focus on Test Explorer View');
    await this.#rows.first().waitFor();
  }

  /** The rows that show a text. */
  row(name: string): Locator {
    return this.#rows.filter({ hasText: name });
  }

  async expand(name: string): Promise<void> {
    const row = this.row(name).first();
    await row.click();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.press('ArrowRight');
  }

  /** The labels of all rows, as a screen reader reads them. */
  labels(): Promise<string[]> {
    const read = (rows: unknown[]) =>
      (rows as { getAttribute(name: string): string | null }[]).map((row) => row.getAttribute('aria-label') ?? '');
    return this.#rows.evaluateAll(read);
  }

  /** `Passed`, as a screen reader reads it. */
  async stateOf(name: string): Promise<string | undefined> {
    const label = (await this.labels()).find((it) => it.startsWith(`${name} (`));
    return /\(([\w ]+)\)(?:, in .*)?$/.exec(label ?? '')?.[1];
  }

  /** Whether a row is running. */
  isRunning(name: string): Promise<boolean> {
    return this.row(name).first().locator('.codicon-modifier-spin').isVisible();
  }

  /** Runs a row by a button in it. */
  async run(name: string, action = 'Run Test'): Promise<void> {
    const row = this.row(name).first();
    await row.click();
    await row.hover();
    await row.getByRole('button', { name: action, exact: true }).click();
  }

  /** Runs a row with a profile that is not the default one. */
  async runWith(name: string, profile: string): Promise<void> {
    await this.chooseFromMenu(name, 'Execute Using Profile');
    await new SkillsView(this.#workbench).pick(profile);
  }

  /** Selects an item of the context menu of a row. */
  async chooseFromMenu(name: string, title: string): Promise<void> {
    const row = this.row(name).first();
    await row.click();
    await row.click({ button: 'right' });
    await new SkillsView(this.#workbench).chooseFromMenu(title);
  }

  /** The question before something starts. */
  get question(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async answer(button: string): Promise<void> {
    await this.question.getByRole('button', { name: button, exact: true }).click();
  }

  /** What a failure shows in the editor. */
  get peek(): Locator {
    return this.page.locator('.test-output-peek, .peekview-widget').first();
  }

  get coverage(): Locator {
    return this.page
      .locator('.pane', { has: this.page.locator('.pane-header[aria-label^="Test Coverage"]') })
      .locator('.monaco-list-rows')
      .first();
  }

  get #rows(): Locator {
    return this.page.locator(
      '.part.sidebar .pane:not(:has-text("Test Coverage")) .monaco-list-row, .part.sidebar .test-explorer .monaco-list-row',
    );
  }
}
