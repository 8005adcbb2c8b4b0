import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { playgroundFiles } from '../../docs/site/playground-files.ts';
import { isEveryTest, oneIn } from '../every-test.ts';
import { sharedBrowser } from './host/browser.ts';
import { repositoryRoot, testOutput } from './host/repository.ts';
import { createTemporaryFolder, type TemporaryFolder } from './host/temporary-folder.ts';

/* The playground in a browser. Screenshots for review: .test-output/screenshots/playground-*. */

let html: string;
let folder: TemporaryFolder;
let fileAddress: string;
let server: Server;
let context: BrowserContext;
/** One for all tests: its server takes longer to start than most of them. A test that fails leaves none. */
let page: Page;
/** What the page asked of a network, and what went wrong in it. */
let requests: string[] = [];
let errors: string[] = [];

beforeAll(async () => {
  html = (await playgroundFiles(repositoryRoot)).get('playground.html')!;
  folder = await createTemporaryFolder();
  const file = path.join(folder.path, 'playground.html');
  await writeFile(file, html);
  fileAddress = pathToFileURL(file).href;
  server = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context = await (await sharedBrowser()).newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

beforeEach(async () => {
  if (!page || page.isClosed()) page = await newPage();
  await page.setViewportSize({ width: 1280, height: 860 });
  requests = [];
  errors = [];
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.close();
});

async function newPage(): Promise<Page> {
  const made = await context.newPage();
  made.setDefaultTimeout(30_000);
  made.on('request', (request) => {
    if (!/^(data|blob|about):/.test(request.url())) requests.push(request.url());
  });
  made.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  made.on('pageerror', (error) => errors.push(String(error)));
  return made;
}

afterAll(async () => {
  await context?.close();
  await new Promise((resolve) => server?.close(resolve));
  await folder?.remove();
});

async function open(address = fileAddress): Promise<void> {
  // Another fragment alone would not load the page again.
  await page.goto('about:blank');
  await page.goto(address);
  // What is shown before is a part of the page.
  await page.locator('#panel-findings[aria-busy="false"]').waitFor({ state: 'attached' });
}

/** The first example as it is after opening, in the page that is open if it has not followed a link. */
async function startAgain(): Promise<void> {
  if (page.url() !== fileAddress) await open();
  await openTab('What the model reads');
  await page.getByRole('checkbox', { name: 'Exact text' }).uncheck();
  await openTab('Findings');
  await page.getByLabel('Example').selectOption({ index: 0 });
  await expect.poll(() => page.getByRole('tab').first().textContent()).toBe('Findings (13)');
  await expect.poll(() => page.locator('.cm-lintRange').count()).toBeGreaterThan(8);
  await page.locator('.fix').first().waitFor();
}

const findings = () => page.locator('.findings .message');
const editor = () => page.getByRole('textbox', { name: 'Skill' });
const openTab = (name: string) => page.getByRole('tab', { name }).click();
const screenshot = (name: string, fullPage = false) =>
  page.screenshot({ path: path.join(testOutput, 'screenshots', `playground-${name}.png`), fullPage });

/** Replaces all of the text. */
async function type(text: string): Promise<void> {
  await editor().focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

describe('the playground', () => {
  test.each([
    ['the file system', () => fileAddress],
    ['a server of files', () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`],
  ])('opens from %s, and asks for nothing else', async (_from, address) => {
    await open(address());
    await expect.poll(() => page.getByRole('tab').first().textContent()).toBe('Findings (13)');
    await expect.poll(() => page.locator('.cm-lintRange').count()).toBeGreaterThan(8);
    await openTab('What the model reads');
    await page.getByText('Called by the model:').waitFor();
    await openTab('In the listing');
    await page.getByText('- review-diff: Reviews a diff').waitFor();
    expect(requests).toEqual([address()]);
    expect(errors).toEqual([]);
  });

  test('may not send anything, and neither may its worker', async () => {
    await open();
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
    expect(policy).toContain("default-src 'none'");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
    const asked = await page.evaluate(`fetch('https://example.com/').then(() => 'sent', () => 'refused')`);
    expect(asked).toBe('refused');
    const inWorker = `new Promise((answered) => {
      const script = "fetch('https://example.com/').then(() => postMessage('sent'), () => postMessage('refused'))";
      const worker = new Worker(URL.createObjectURL(new Blob([script])));
      worker.onmessage = ({ data }) => answered(data);
    })`;
    expect(await page.evaluate(inWorker)).toBe('refused');
    expect(requests).toEqual([fileAddress]);
  });

  test('shows first what its server finds', async () => {
    const withoutServer = path.join(folder.path, 'without-server.html');
    await writeFile(withoutServer, html.replace(/(id="server">)[^<]*/, '$1AAAA'));
    await page.goto(pathToFileURL(withoutServer).href);
    await page.getByText('This browser cannot run the language server.').waitFor();
    const first = await findings().allTextContents();
    await page.getByRole('button', { name: 'Rename alowed-tools to allowed-tools' }).click();
    await expect.poll(() => editor().textContent()).toContain('allowed-tools: Read');
    await open();
    expect(await findings().allTextContents()).toEqual(first);
    expect(first.length).toBe(13);
  });

  test('says what it costs to load', () => {
    const [shownFirst] = html.split('<script type="text/plain"');
    expect(gzipSync(shownFirst!, { level: 9 }).length).toBeLessThan(250_000);
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(900_000);
  });

  test('fixes a finding, all of them, and what is at the cursor', async () => {
    await startAgain();
    await page.getByRole('button', { name: 'Rename alowed-tools to allowed-tools' }).click();
    await expect.poll(() => findings().count()).toBe(12);
    expect(await editor().textContent()).toContain('allowed-tools: Read');
    await page.getByRole('button', { name: 'Fix All Safe Problems' }).click();
    await expect.poll(() => findings().count()).toBeLessThan(10);
    expect(await editor().textContent()).toContain('name: review-diff');
    await page.getByText('references/checklist.md').first().click();
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('cm-content');
    await page.keyboard.press('Control+z');
    await expect.poll(() => editor().textContent()).toContain('name: Review Diff');
  });

  test('explains what the mouse is over, and suggests what may follow', async () => {
    await startAgain();
    await page.getByText('user-invocable').first().hover();
    await page.locator('.cm-lsp-hover-tooltip, .cm-lsp-documentation').first().waitFor();
    expect(await page.locator('.cm-tooltip').textContent()).toContain('user');
    await type('---\nmo');
    await page.keyboard.press('Control+Space');
    await page
      .getByRole('option', { name: /^model/ })
      .first()
      .waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(isEveryTest)('goes to the next finding by key, and lets Tab leave the editor', async () => {
    await startAgain();
    await editor().focus();
    // What is announced is soon gone.
    await page.evaluate(`new MutationObserver(() => { document.body.dataset.announced += announced.textContent; })
      .observe(globalThis.announced = document.querySelector('.cm-announced'), { childList: true, subtree: true })`);
    await page.keyboard.press('F8');
    await expect.poll(() => page.evaluate('String(getSelection())')).toBe('Review Diff');
    await expect.poll(() => page.evaluate('document.body.dataset.announced')).toContain('capital letters');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("#editor") === null')).toBe(true);
  });

  test('shows what the arguments make of the text', async () => {
    await startAgain();
    await page.getByLabel('Example').selectOption('No mistakes');
    await page.getByText('No findings').waitFor();
    await openTab('What the model reads');
    await page.getByRole('textbox', { name: '/commit-message' }).fill('731');
    await expect.poll(() => page.locator('.rendered').textContent()).toContain('It closes issue 731.');
    expect(await page.locator('.rendered .span.argument').first().textContent()).toBe('731');
    expect(await page.locator('.commands').textContent()).toContain('git diff --staged --stat');
    await page.getByRole('checkbox', { name: 'Exact text' }).check();
    await expect.poll(() => page.locator('.exact').textContent()).toContain('# Commit message');
    await page.locator('.exact [role=link]').first().click();
    expect(await page.evaluate('String(getSelection())')).toBe('$issue');
  });

  test.runIf(isEveryTest)('says what is lost with the frontmatter, and what the model does not see', async () => {
    await startAgain();
    await page.getByLabel('Example').selectOption('One quote too many');
    await findings().filter({ hasText: 'every field is lost' }).waitFor();
    await openTab('In the listing');
    await type('---\nname: deploy\ndisable-model-invocation: true\n---\n\nDeploy it.\n');
    await page.getByText('The model does not see this skill').waitFor();
    await type('');
    await openTab('What the model reads');
    await expect.poll(() => page.locator('#panel-preview').textContent()).not.toContain('Deploy it.');
    expect(errors).toEqual([]);
  });

  test('reads Windows line endings, wide characters and long texts', async () => {
    await startAgain();
    const text = `---\r\nname: 日本\r\n---\r\n\r\n${'Lies $ARGUMENTS 𝒳 genau. \r\n'.repeat(4_000)}`;
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await editor().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await openTab('What the model reads');
    await expect
      .poll(() => page.locator('.counts').textContent(), { timeout: 60_000 })
      .toMatch(/\d\d,\d{3} characters/);
    expect(errors).toEqual([]);
  });

  test.runIf(isEveryTest)('copies a link that has the skill in it', async () => {
    await startAgain();
    await type('---\ndescription: Says hello. Use when the user says hello.\n---\n\nSay hello to $0.\n');
    await openTab('What the model reads');
    await page.locator('#arguments').fill('Ada');
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await page.getByText('The link is in the clipboard').waitFor();
    const link = await page.evaluate('navigator.clipboard.readText()');
    expect(link).toBe(page.url());
    await page.goto('about:blank');
    await page.goto(String(link));
    await openTab('What the model reads');
    await expect.poll(() => page.locator('.rendered').textContent()).toContain('Say hello to Ada.');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => editor().textContent()).toContain('Say hello to $0.');
  });

  test('takes what a link brings as text', async () => {
    const text = [
      '---',
      'name: <img src=x onerror=alert(1)>',
      'description: "<script>alert(2)</script> </script><b>"',
      '---',
      '',
      '<img src="https://example.com/x.png" onerror="alert(3)"> <style>body{display:none}</style>',
      '<a href="javascript:alert(4)">link</a> [link](https://example.com) <form action="https://example.com"><input></form>',
      '<p id="editor" class="findings" style="position:fixed;inset:0">$0</p>',
      '',
    ].join('\n');
    const json = JSON.stringify(['hostile', '<img src=x onerror=alert(5)>', text]);
    const { deflateRawSync } = await import('node:zlib');
    await open(`${fileAddress}#skill=${deflateRawSync(json).toString('base64url')}`);
    await openTab('What the model reads');
    await page.locator('.rendered').waitFor();
    expect(
      await page.locator('.rendered :is(img, script, style, form, input, [style], [onerror], [href])').count(),
    ).toBe(0);
    await openTab('In the listing');
    await page.locator('.code-block').waitFor();
    expect(await page.locator('main :is(img, script)').count()).toBe(0);
    expect(page.url()).toContain('playground.html');
    expect(requests.filter((it) => !it.startsWith(fileAddress))).toEqual([]);
    // The browser says that it applies no style while the text is sanitized.
    expect(
      errors.filter((it) => !it.includes("violates the following Content Security Policy directive 'style-src")),
    ).toEqual([]);
  });

  test.runIf(isEveryTest)('says that a link is damaged', async () => {
    await open(`${fileAddress}#skill=damaged`);
    await page.getByText('The link is damaged or too long, so this is an example.').waitFor();
    expect(await findings().count()).toBe(13);
  });
});

/** Other colors change nothing but contrast. */
const looks = { light: {}, dark: { runOnly: ['color-contrast'] } } as const;

describe.each(oneIn(2, [400, 1280]))('its looks, %i pixels wide', (width) => {
  test.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    // A page that only becomes dark is as one that opens dark, but one that becomes narrow need not be as one that opens so.
    if (colorScheme === 'light') await open();
    else await startAgain();
    await page.evaluate(axe.source);
    for (const tab of ['Findings', 'What the model reads', 'In the listing']) {
      await openTab(tab);
      await page
        .locator(tab === 'In the listing' ? '.meter' : tab === 'Findings' ? '.fix' : '.commands li')
        .first()
        .waitFor();
      const options = { ...looks[colorScheme], resultTypes: ['violations'] };
      const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as axe.AxeResults;
      const problems = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
      expect(problems).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await screenshot(`${tab.toLowerCase().replaceAll(' ', '-')}-${width}-${colorScheme}`, width === 400);
    }
  });
});
