import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';

/** The Listing Budget view in the side bar, used as a user does. */
export class BudgetView {
  readonly #workbench: Workbench;
  /** The page inside the view. */
  readonly page: FrameLocator;
  readonly meter: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.page = workbench.viewPage();
    this.meter = this.page.getByRole('meter', { name: 'Listing budget' });
  }

  /** Shows the view and waits for its first report. */
  async open(): Promise<void> {
    await this.#workbench.openView('Listing Budget');
    // In a new window, the extension and its server start first.
    await this.meter.waitFor({ timeout: 60_000 });
  }

  /** What a screen reader reads for the bar. */
  async used(): Promise<string> {
    return (await this.meter.getAttribute('aria-valuetext')) ?? '';
  }

  /** Whether a part of the page can be seen without scrolling. */
  async isInView(part: Locator): Promise<boolean> {
    const height = await this.page.locator('html').evaluate('document.documentElement.clientHeight');
    const bottom = await part.evaluate(bottomOf);
    return bottom <= Number(height);
  }

  /** The item of the status bar, whether it exists or not. */
  get statusItem(): Locator {
    return this.#workbench.page.locator('[id$="skillwright.budget"].statusbar-item');
  }
}

/** The lower end of an element in its page. Runs in the page. */
function bottomOf(element: unknown): number {
  return (element as { getBoundingClientRect(): { bottom: number } }).getBoundingClientRect().bottom;
}
