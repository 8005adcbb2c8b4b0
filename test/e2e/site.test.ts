import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteFiles } from '../../docs/site/site-files.ts';
import { sharedBrowser } from './host/browser.ts';
import { repositoryRoot, testOutput } from './host/repository.ts';
import { createTemporaryFolder, type TemporaryFolder } from './host/temporary-folder.ts';

/* The documentation as a site. Screenshots for review: .test-output/screenshots/site-*. */

const files = await siteFiles(repositoryRoot);
const names = [...files.keys()].filter((name) => name.endsWith('.html'));

/** One page of each kind, and those with much in them. */
const examples = [
  'index.html',
  'CHANGELOG.html',
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

describe.each(['light', 'dark'] as const)('the site in %s mode', (colorScheme) => {
  test.each(examples)('%s can be used by everybody', async (name) => {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 400]) {
      await page.setViewportSize({ width, height: 800 });
      await open(name);
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      const problems = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
      expect(problems).toEqual([]);
      const screenshot = `site-${name.replaceAll('/', '-').replace('.html', '')}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(testOutput, 'screenshots', screenshot) });
    }
  });
});

test('no page is wider than a telephone', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  const wide: string[] = [];
  for (const name of names) {
    await open(name);
    if (Number(await page.evaluate('document.documentElement.scrollWidth')) > 400) wide.push(name);
  }
  expect(names.length).toBeGreaterThan(100);
  expect(wide).toEqual([]);
});
