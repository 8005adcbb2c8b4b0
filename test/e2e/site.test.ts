import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteFiles } from '../../docs/site/site-files.ts';
import { oneIn } from '../every-test.ts';
import { sharedBrowser } from './host/browser.ts';
import { repositoryRoot, testOutput } from './host/repository.ts';
import { createTemporaryFolder, type TemporaryFolder } from './host/temporary-folder.ts';

/* The documentation as a site. Screenshots for review: .test-output/screenshots/site-*. */

const files = await siteFiles(repositoryRoot);
/** The playground has tests of its own. */
const names = [...files.keys()].filter((name) => name.endsWith('.html') && name !== 'playground.html');

/** One page of each kind, and those with much in them. */
const examples = [
  'index.html',
  'ARCHITECTURE.html',
  'docs/rules/index.html',
  'docs/rules/literal-dollar.html',
  'docs/editors/neovim.html',
];

let folder: TemporaryFolder;
let page: Page;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  for (const [name, content] of files) {
    const file = path.join(folder.path, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  page = await (await sharedBrowser()).newPage({ reducedMotion: 'reduce' });
});

afterAll(async () => {
  await page?.context().close();
  await folder?.remove();
});

async function open(name: string): Promise<void> {
  await page.goto(pathToFileURL(path.join(folder.path, name)).href);
}

/** Dark colors change nothing but contrast. */
const looks = [
  { colorScheme: 'light', width: 1280, options: {} },
  { colorScheme: 'light', width: 400, options: {} },
  { colorScheme: 'dark', width: 1280, options: { runOnly: ['color-contrast'] } },
] as const;

test.each(oneIn(2, examples))('%s can be used by everybody', async (name) => {
  await open(name);
  await page.evaluate(axe.source);
  for (const { colorScheme, width, options } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const found = page.evaluate(`axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`);
    const { violations } = (await found) as axe.AxeResults;
    const problems = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect(problems).toEqual([]);
    const screenshot = `site-${name.replaceAll('/', '-').replace('.html', '')}-${width}-${colorScheme}.png`;
    await page.screenshot({ path: path.join(testOutput, 'screenshots', screenshot) });
  }
});

test('no page is wider than a telephone', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await open(names[0]!);
  // All in one: opening each takes longer than all other tests here.
  const bodies = names.map((name) => /<body[\s\S]*<\/body>/.exec(files.get(name)!.toString())![0]);
  const widths: number[] = await page.evaluate(`(${widthsOf})(${JSON.stringify(bodies)})`);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((_, index) => widths[index]! > 400)).toEqual([]);
});

/** The width that each body takes instead of that of the page. Runs in the page. */
const widthsOf = `(bodies) => bodies.map((body) => {
  document.body.outerHTML = body;
  return document.documentElement.scrollWidth;
})`;
