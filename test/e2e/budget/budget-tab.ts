import type { FrameLocator, Locator } from 'playwright-core';
import { clickUntil } from '../host/press-until.ts';
import type { Workbench } from '../host/workbench.ts';

/** The tab with the whole budget, used as a user does. */
export class BudgetTab {
  readonly #workbench: Workbench;
  /** The page inside the tab. */
  readonly page: FrameLocator;
  readonly table: Locator;
  readonly meter: Locator;
  readonly filter: Locator;
  /** What shows that a what-if is on. */
  readonly banner: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.page = workbench.webview();
    this.table = this.page.getByRole('grid', { name: 'Skills in the listing' });
    this.meter = this.page.getByRole('meter', { name: 'Listing budget' });
    this.filter = this.page.getByRole('textbox', { name: 'Filter skills' });
    this.banner = this.page.getByRole('region', { name: 'What if' });
  }

  /** Opens the tab and waits for its first report. */
  async open(): Promise<void> {
    await this.#workbench.runByKey('Skillwright: Open Budget and Costs', this.meter, 'visible');
  }

  /** What a screen reader reads for the bar. */
  async used(): Promise<string> {
    return (await this.meter.getAttribute('aria-valuetext')) ?? '';
  }

  /** What a screen reader reads for the rendered rows. */
  async rows(): Promise<string[]> {
    // All at once: the table may be drawn again while single rows are read.
    const read = (rows: unknown[]) =>
      (rows as { getAttribute(name: string): string | null }[]).map((row) => row.getAttribute('aria-label') ?? '');
    return this.table.locator('[role=row][aria-selected]').evaluateAll(read);
  }

  /** What a screen reader reads for one row. */
  async row(name: string): Promise<string> {
    return (await this.#row(name).getAttribute('aria-label')) ?? '';
  }

  async sortBy(column: string): Promise<void> {
    await this.table.getByRole('columnheader', { name: column }).getByRole('button').click();
  }

  /** Selects a skill, whose row is in view. */
  async choose(name: string): Promise<void> {
    await clickUntil(this.#row(name), this.detail(name));
  }

  /** Excludes a skill in the what-if, or includes it again. */
  async toggle(name: string): Promise<void> {
    await this.#row(name).locator('.box').click();
  }

  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Types into a field of the what-if. */
  async setWhatIf(field: 'Context window' | 'Budget', value: string): Promise<void> {
    const input = this.page.getByRole('textbox', { name: field });
    if (!(await input.isVisible())) await this.page.locator('.what-if > summary').click();
    await input.fill(value);
  }

  async resetWhatIf(): Promise<void> {
    await this.banner.getByRole('button', { name: 'Reset' }).click();
  }

  #row(name: string): Locator {
    return this.table.locator(`[role=row][aria-label^="${name}, "]`);
  }
}
