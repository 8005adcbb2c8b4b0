import { writeFileSync } from 'node:fs';
import { launchBrowser } from './host/browser.ts';
import { installHost } from './host/installation.ts';
import { startServer } from './host/server.ts';
import { createTemporaryFolder } from './host/temporaryFolder.ts';

console.time('install');
const installation = await installHost();
console.timeEnd('install');
const t = await createTemporaryFolder();
console.time('server');
const server = await startServer({
  installation,
  dataFolder: t.path + '/d',
  settings: { 'workbench.colorTheme': 'Default Light Modern' },
  extension: undefined,
  workspaceTrust: false,
  environment: {},
});
console.timeEnd('server');
console.time('browser');
const b = await launchBrowser();
console.timeEnd('browser');
try {
  const ctx = await b.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await ctx.newPage();
  page.on('console', (m) => {
    if (m.type() === 'error') console.log('C', m.text().slice(0, 200));
  });
  console.time('page');
  await page.goto(`http://${server.address}/?folder=/tmp/w`);
  await page.locator('.monaco-workbench').waitFor();
  console.timeEnd('page');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/s1.png' });
  await page.keyboard.press('Control+P');
  await page.waitForTimeout(1000);
  await page.keyboard.type('/tmp/w/.claude/skills/demo/SKILL.md');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/s2.png' });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(4000);
  await page.keyboard.press('Control+Shift+M');
  await page.waitForTimeout(2000);
  await page.screenshot({ path: '/tmp/s3.png' });
  writeFileSync('/tmp/page.html', await page.content());
} finally {
  await b.close();
  await server.stop();
  await t.remove();
}
