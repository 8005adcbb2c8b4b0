import type { Locator, Page } from 'playwright-core';

interface PressOptions {
  /** The element that must have the focus. */
  readonly focused?: Locator;
  /** How long a key may take to have its effect, if it has another one the second time. In milliseconds. */
  readonly patience?: number;
}

/**
 * Presses a key until something is visible, or hidden. A page that is busy, or whose focus is moving, may drop a key, so
 * an element that must have the focus is given it each time. The last attempt has the time limit of the page.
 */
export async function pressUntil(
  page: Page,
  key: string,
  element: Locator,
  state: 'visible' | 'hidden',
  { focused, patience = 2_000 }: PressOptions = {},
): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    await focused?.focus({ timeout: 1_000 }).catch(() => undefined);
    // A late effect: once more, the key would go to what has the focus now.
    if (attempt > 1 && (await element.isVisible()) === (state === 'visible')) return;
    await page.keyboard.press(key);
    const isDone = await element.waitFor({ state, timeout: patience }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  await page.keyboard.press(key);
  await element.waitFor({ state });
}

/** Clicks until something is visible: what is drawn again at that moment ignores a click. Again must have the same effect. */
export async function clickUntil(clicked: Locator, element: Locator): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    await clicked.click();
    const isDone = await element.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  await element.waitFor();
}
