import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';

/** The Listing Budget view, used as a user does. */
export class BudgetView {
  readonly #workbench: Workbench;
  /** The page inside the view. */
  readonly page: FrameLocator;
  readonly list: Locator;
  readonly meter: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.page = workbench.page.frameLocator('iframe.webview.ready').first().frameLocator('#active-frame');
    this.list = this.page.getByRole('listbox', { name: 'Skills in the listing' });
    this.meter = this.page.getByRole('meter', { name: 'Listing budget' });
  }

  /** Shows the view and waits for its first report. */
  async open(): Promise<void> {
    await this.#workbench.openView('Listing Budget');
    await this.meter.waitFor();
  }

  /** Gives the view all space of the side bar, by collapsing the one above it. */
  async enlarge(): Promise<void> {
    const header = this.#workbench.page.locator('.pane-header[aria-label^="Skills"]');
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
    await this.#workbench.page.mouse.move(0, 0);
  }

  /** What a screen reader reads for the bar. */
  async used(): Promise<string> {
    return (await this.meter.getAttribute('aria-valuetext')) ?? '';
  }

  /** What a screen reader reads for the rendered rows. */
  async rows(): Promise<string[]> {
    const rows = await this.list.getByRole('option').all();
    return Promise.all(rows.map(async (row) => (await row.getAttribute('aria-label')) ?? ''));
  }

  /** Moves to a skill in the list by typing its name. */
  async goTo(name: string): Promise<void> {
    const keyboard = this.#workbench.page.keyboard;
    await this.list.focus();
    await keyboard.press('Home');
    await keyboard.type(name);
    await this.list.locator('.active .name').getByText(name, { exact: true }).waitFor();
  }

  /** Selects a skill. */
  async choose(name: string): Promise<void> {
    await this.goTo(name);
    await this.#workbench.page.keyboard.press('Enter');
    await this.detail(name).waitFor();
  }

  /** Excludes a skill in the what-if, or includes it again. */
  async toggle(name: string): Promise<void> {
    await this.goTo(name);
    await this.#workbench.page.keyboard.press('Space');
  }

  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Types into a field of the what-if. */
  async setWhatIf(field: 'Context window' | 'Budget', value: string): Promise<void> {
    await this.page.getByRole('textbox', { name: field }).fill(value);
  }

  /** The item of the status bar, whether it exists or not. */
  get statusItem(): Locator {
    return this.#workbench.page.locator('[id$="skillwright.budget"].statusbar-item');
  }
}
