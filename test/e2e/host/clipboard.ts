import type { Page } from 'playwright-core';

/** Reads what was last copied in the page. */
export async function readClipboard(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Makes sure that a following read cannot return something copied earlier. */
export async function clearClipboard(page: Page): Promise<void> {
  await writeClipboard(page, '');
}

/** Puts a text on the clipboard, for the page to paste. */
export async function writeClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}
