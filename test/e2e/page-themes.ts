import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BudgetTab } from './budget/budget-tab.ts';
import { type PageTheme, pageThemesFile } from './host/accessibility.ts';
import { sharedBrowser } from './host/browser.ts';
import { repositoryRoot } from './host/repository.ts';
import { type Theme, themes } from './host/theme.ts';
import { openVsCode } from './host/vscode.ts';

/**
 * `npm run page-themes`: records what VS Code gives a page in each kind of theme, for the tests that look at colors: the
 * variables that our pages use. Switching themes in every test would take longer than the tests.
 */
const classes: Readonly<Record<Theme, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  'high-contrast': 'vscode-high-contrast',
  'high-contrast-light': 'vscode-high-contrast-light',
};

const used = await usedVariables();
const readTheme = `(() => {
  const { style } = document.documentElement;
  const used = ${JSON.stringify(used)}.filter((name) => style.getPropertyValue(name) !== '');
  const variables = Object.fromEntries(used.map((name) => [name, style.getPropertyValue(name)]));
  return { classes: document.body.className, variables };
})()`;
const vscode = await openVsCode({
  workspace: path.join(repositoryRoot, 'test/fixtures/pictures/workspace'),
  home: path.join(repositoryRoot, 'test/fixtures/pictures/home'),
  extension: { folder: repositoryRoot },
});
try {
  const { workbench } = vscode;
  const tab = new BudgetTab(workbench);
  await tab.open();
  const found: Partial<Record<Theme, PageTheme>> = {};
  for (const theme of Object.keys(themes) as Theme[]) {
    await workbench.switchTheme(theme);
    await tab.page.locator(`body.${classes[theme]}`).waitFor();
    found[theme] = (await tab.page.locator('html').evaluate(readTheme)) as PageTheme;
  }
  await mkdir(path.dirname(pageThemesFile), { recursive: true });
  await writeFile(pageThemesFile, `${JSON.stringify(found, undefined, 2)}\n`);
} finally {
  await vscode.close();
  await (await sharedBrowser()).close();
}

/** The colors that the built pages name. */
async function usedVariables(): Promise<string[]> {
  const folder = path.join(repositoryRoot, 'dist/webviews');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
  const names = texts.flatMap((text) => text.match(/--vscode-[\w-]+/g) ?? []);
  return [...new Set(names)].filter((name) => !/-font-/.test(name)).sort();
}
