import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResultFile } from '../../server/src/evaluation/results/read-result.ts';
import { exportResult } from '../../server/src/jobs/evaluations/results/export-result.ts';
import { oneIn } from '../every-test.ts';
import { notRefused } from '../not-refused.ts';
import { sharedBrowser } from './host/browser.ts';
import { repositoryRoot, testOutput } from './host/repository.ts';
import { createTemporaryFolder, type TemporaryFolder } from './host/temporary-folder.ts';

/* Results as a page that can be sent. Screenshots for review: .test-output/screenshots/results-html-*. */

const recorded = (name: string) =>
  readFileSync(path.join(repositoryRoot, 'test/fixtures/evaluation-results', `${name}.json`), 'utf8');

let folder: TemporaryFolder;
let page: Page;
/** What the page asked for, and what the browser said about it. */
const seen: string[] = [];

beforeAll(async () => {
  folder = await createTemporaryFolder();
  page = await (await sharedBrowser()).newPage({ reducedMotion: 'reduce' });
  page.on('request', (request) => seen.push(`request ${request.url()}`));
  page.on('console', (message) => seen.push(`console ${message.text()}`));
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
});

afterAll(async () => {
  await page?.context().close();
  await folder?.remove();
});

/** Opens the page of a result, and says what the browser did besides. */
async function open(text: string): Promise<readonly string[]> {
  const file = readResultFile(text);
  if (file.kind !== 'result') return expect.fail('Not a result');
  const { text: written, fileName } = notRefused(exportResult(file.result, 'html'));
  const target = path.join(folder.path, fileName);
  await writeFile(target, written);
  const url = pathToFileURL(target).href;
  seen.length = 0;
  await page.goto(url);
  return seen.filter((it) => it !== `request ${url}`);
}

/** Other colors change nothing but contrast. */
const looks = [
  { colorScheme: 'light', width: 1280, options: {} },
  { colorScheme: 'light', width: 400, options: {} },
  { colorScheme: 'dark', width: 1280, options: { runOnly: ['color-contrast'] } },
  { colorScheme: 'dark', width: 400, options: { runOnly: ['color-contrast'] } },
] as const;

test.each(oneIn(3, ['ended-early', 'with-and-without', 'interrupted']))(
  'the page of %s can be used by everybody',
  async (name) => {
    expect(await open(recorded(name))).toEqual([]);
    // Also what opens only when somebody wants to know.
    await page.evaluate('for (const it of document.querySelectorAll("details")) it.open = true');
    await page.evaluate(axe.source);
    seen.length = 0;
    for (const { colorScheme, width, options } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const found = page.evaluate(`axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`);
      const { violations } = (await found) as axe.AxeResults;
      const problems = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
      expect(problems).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await page.screenshot({
        path: path.join(testOutput, 'screenshots', `results-html-${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
    expect(seen).toEqual([]);
  },
);

test('it says first what happened, and a case opens from the table', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(recorded('with-and-without'));
  expect(await page.locator('.counts').innerText()).toMatch(/1 of 5 passed\s*. 2 failed\s*. 2 ended early/);
  expect(await page.getByRole('table', { name: 'Repeated runs' }).innerText()).toContain('2 of 2');
  // The policy permits the style.
  expect(await page.evaluate('getComputedStyle(document.querySelector(".counts")).display')).toBe('flex');
  const greets = page.locator('details.case', { has: page.locator('.name', { hasText: 'greets' }) });
  expect(await greets.getAttribute('open')).toBeNull();
  await page.getByRole('link', { name: 'greets' }).click();
  await expect.poll(() => greets.getAttribute('open')).not.toBeNull();
  expect(await greets.getByRole('table').innerText()).toContain('pattern not found in last_message');
  await greets.locator('.run > summary').first().click();
  expect(await greets.locator('.run').first().innerText()).toContain('judge votes: PASS PASS PASS');
});

test('texts of a result are only shown', async () => {
  const hostile =
    '"\'><script>alert(1)</script><img src=x onerror=alert(2)><style>*{display:none}</style><a href="javascript:alert(3)">a</a></title></style>\u202e\u0000';
  const all = (value: unknown): unknown => {
    if (typeof value === 'string') return hostile;
    if (Array.isArray(value)) return value.map(all);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, all(it)]));
  };
  const cases = all(JSON.parse(recorded('ended-early')).cases);
  const problems = await open(
    JSON.stringify({
      startedAt: hostile,
      claudeVersion: hostile,
      suite: { plugins: [{ name: hostile, version: hostile }] },
      cases,
      partial: true,
      partialReason: hostile,
    }),
  );
  expect(problems).toEqual([]);
  expect(await page.evaluate('document.querySelectorAll("script, img, a:not([href^=\\"#case-\\"])").length')).toBe(0);
  expect(await page.evaluate('document.querySelectorAll("style").length')).toBe(1);
  const shown = '"\'><script>alert(1)</script>';
  expect(await page.locator('h1').innerText()).toContain(shown);
  expect(await page.locator('h1').innerText()).toContain('<U+202E><U+0000>');
  expect(await page.locator('.endings').first().innerText()).toContain(shown);
});
