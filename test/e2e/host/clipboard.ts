import type { Page } from 'playwright-core';

const nothingYet = 'nothing has been copied yet';

/**
 * Copies the selection in the page, by keyboard, and returns it; empty if there was nothing to copy. The
 * clipboard is filled only some time after the keys were pressed.
 */
export async function copySelection(page: Page): Promise<string> {
  await page.evaluate(`navigator.clipboard.writeText('${nothingYet}')`);
  await page.keyboard.press('ControlOrMeta+C');
  const isFilled = `navigator.clipboard.readText().then((text) => text !== '${nothingYet}')`;
  return page.waitForFunction(isFilled, undefined, { timeout: 5_000 }).then(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    () => '',
  );
}
