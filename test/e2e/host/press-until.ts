import type { Locator, Page } from 'playwright-core';

/**
 * Presses a key until something is visible, or hidden. A page that is busy, or whose focus is moving, may drop a key, so
 * an element that must have the focus is given it each time. The last attempt has the time limit of the page.
 */
export async function pressUntil(
  page: Page,
  key: string,
  element: Locator,
  state: 'visible' | 'hidden',
  focused?: Locator,
): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    await focused?.focus({ timeout: 1_000 }).catch(() => undefined);
    await page.keyboard.press(key);
    const isDone = await element.waitFor({ state, timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  await page.keyboard.press(key);
  await element.waitFor({ state });
}
