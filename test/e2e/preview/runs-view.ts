import type { FrameLocator, Locator } from 'playwright-core';
import { pressUntil } from '../host/press-until.ts';
import type { Workbench } from '../host/workbench.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';

/** The Runs view and the tab of a run, used as a user does. */
export class Runs {
  readonly #workbench: Workbench;
  /** The page of the run in the active tab. */
  readonly page: FrameLocator;
  readonly steps: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.page = workbench.webview();
    this.steps = this.page.locator('.steps.all');
  }

  /** Runs a skill of which the file is open. */
  async run(file: string, text: string, target: 'In Editor' | 'In Terminal' = 'In Editor'): Promise<void> {
    await this.#workbench.openFile(file);
    await this.#workbench.runCommand('Skillwright: Run Skill…');
    await this.answer(text);
    const { page } = this.#workbench;
    await page.locator('.quick-input-widget:visible input[placeholder="Select where to run it"]').waitFor();
    // Enter alone chooses something, in the first run of a window too.
    await page.locator('.quick-input-list .monaco-list-row.focused').waitFor();
    await this.choose(target);
  }

  /** Types arguments. */
  async answer(text: string): Promise<void> {
    const input = this.#workbench.page.locator('.quick-input-widget:visible input[placeholder*="rguments"]');
    await input.fill(text);
    await pressUntil(this.#workbench.page, 'Enter', input, 'hidden', { focused: input });
  }

  async choose(label: string): Promise<void> {
    await new SkillsView(this.#workbench).pick(label);
  }

  async open(): Promise<void> {
    await this.#workbench.openView('Runs');
  }

  row(text: string): Locator {
    return this.#workbench.page.locator('.pane', { hasText: 'Runs' }).locator('.monaco-list-row', { hasText: text });
  }

  state(): Locator {
    return this.page.locator('header .state');
  }

  /** The step whose line has this text. */
  step(text: string): Locator {
    const line = this.page.locator('summary', { hasText: text });
    return this.page.locator('.step', { has: line }).last();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}
