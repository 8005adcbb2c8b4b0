import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { sharedBrowser } from '../e2e/host/browser.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { openVsCode } from '../e2e/host/vscode.ts';
import type { Comparison } from './comparison.ts';
import { usualSize, writeSkills } from './generated-skills.ts';
import { printComparison, writeReport } from './report.ts';

/*
 * `npm run bench:window`: the extension in a real VS Code window, with 30, 300 and 3,000 skills. Prints how long VS Code
 * says that the extension takes to activate, held against VS Code's own extension for JSON, and how long the first tree takes after a
 * click, held against the Search view of VS Code itself. Every sample is a new window.
 */
const quick = process.argv.includes('--quick');
const sizes = quick ? [30] : [30, 300, 3_000];
const windows = quick ? 1 : 5;

const { displayName } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
  readonly displayName: string;
};

interface Sample {
  readonly searchView: number;
  readonly firstTree: number;
  readonly jsonActivation: number;
  readonly activation: number;
}

const samples = new Map<number, Sample[]>(sizes.map((size) => [size, []]));
const folder = await mkdtemp(path.join(tmpdir(), 'skillwright-bench-'));
try {
  for (const size of sizes) await writeSkills(path.join(folder, String(size)), size, usualSize);
  // In turn, so that whatever else the machine does meanwhile hits all alike.
  for (let round = 0; round < windows; round++)
    for (const size of sizes) samples.get(size)!.push(await sampleOf(path.join(folder, String(size))));
} finally {
  await (await sharedBrowser()).close();
  await rm(folder, { recursive: true, force: true });
}
const comparisons = [
  comparison('Click to first tree', 'Search view', 'searchView', 'firstTree'),
  comparison('Activation as VS Code reports it', 'JSON Language Features', 'jsonActivation', 'activation'),
];
for (const each of comparisons) printComparison(each);
console.log(`Written to ${await writeReport(comparisons, quick, 'bench-window')}`);

function comparison(title: string, baseline: string, of: keyof Sample, measured: keyof Sample): Comparison {
  const all = [...samples.values()].flat();
  const rows = [...samples].map(([size, taken]) => ({
    name: `${size.toLocaleString('en')} skills`,
    samples: taken.map((it) => it[measured]),
  }));
  return { title, unit: 'ms', rows: [{ name: baseline, samples: all.map((it) => it[of]) }, ...rows] };
}

async function sampleOf(workspace: string): Promise<Sample> {
  const opened = await openVsCode({
    workspace,
    extension: { vsix: path.join(repositoryRoot, 'dist/skillwright.vsix') },
  });
  const { page, workbench } = opened;
  try {
    const firstTree = await clickToVisible(
      page,
      'Skillwright',
      page.locator('.monaco-list-row[aria-level="2"]').first(),
    );
    const searchView = await clickToVisible(page, 'Search', page.locator('.search-view .monaco-inputbox').first());
    // Starts the extension to compare with, which does nothing before a JSON file is open.
    await workbench.runCommand('Preferences: Open User Settings (JSON)');
    await page.locator('.monaco-editor[data-uri$="settings.json"]').waitFor();
    await workbench.runCommand('Developer: Show Running Extensions');
    return {
      searchView,
      firstTree,
      jsonActivation: await activationOf(page, 'JSON Language Features'),
      activation: await activationOf(page, displayName),
    };
  } finally {
    await opened.close();
  }
}

/** Milliseconds from the click on an icon of the activity bar to what its view shows. */
async function clickToVisible(page: Page, icon: string, content: Locator): Promise<number> {
  const button = page.locator(`.activitybar .action-label[aria-label^="${icon}"]`).first();
  await button.waitFor();
  const start = performance.now();
  await button.click();
  await content.waitFor({ timeout: 60_000 });
  return performance.now() - start;
}

/** Milliseconds that VS Code lists for an extension in its editor of running extensions. */
async function activationOf(page: Page, name: string): Promise<number> {
  const exact = page.locator('.name').getByText(name, { exact: true });
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { has: exact });
  const time = row.locator('.activation-time');
  await time.waitFor();
  const text = await time.innerText();
  const ms = /([\d.,]+)\s*ms/.exec(text)?.[1];
  if (ms === undefined) throw new Error(`VS Code lists no activation time for ${name}: ${text}`);
  return Number(ms.replaceAll(',', ''));
}
