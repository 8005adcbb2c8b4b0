import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { BudgetTab } from './budget/budget-tab.ts';
import { BudgetView } from './budget/budget-view.ts';
import { sharedBrowser } from './host/browser.ts';
import { repositoryRoot } from './host/repository.ts';
import { type OpenVsCode, openVsCode } from './host/vscode.ts';
import { PreviewPanel } from './preview/preview-panel.ts';
import { SkillsView } from './skills-tree/skills-view.ts';

/**
 * `npm run pictures`: takes the pictures of README.md again, in a real VS Code with the built extension and the skills
 * of `test/fixtures/pictures`. They are in `docs/pictures`, as WebP, and not part of the package: the extension page
 * loads them from the repository.
 */
const fixtures = path.join(repositoryRoot, 'test/fixtures/pictures');
const pictures = path.join(repositoryRoot, 'docs/pictures');

/** Text stays sharp, at about a third of a PNG. */
const quality = 0.9;

const skillFile = (name: string) => `.claude/skills/${name}/SKILL.md`;

const vscode = await openVsCode({
  workspace: path.join(fixtures, 'workspace'),
  home: path.join(fixtures, 'home'),
  extension: { folder: repositoryRoot },
  viewport: { width: 1200, height: 720 },
  settings: {
    'workbench.layoutControl.enabled': false,
    'window.commandCenter': false,
  },
});
try {
  await mkdir(pictures, { recursive: true });
  await new SkillsView(vscode.workbench).open();
  await findings(vscode);
  await preview(vscode);
  await budget(vscode);
} finally {
  await vscode.close();
  await (await sharedBrowser()).close();
}

/** The Skills view, and a skill with findings, one of them in a hover. */
async function findings({ workbench, page }: OpenVsCode): Promise<void> {
  await workbench.openFile(skillFile('release-notes'));
  await page.locator('.squiggly-warning').first().waitFor();
  await page
    .locator('.codelens-decoration', { hasText: /in full|name only/ })
    .first()
    .waitFor();
  await workbench.editor.hover('hihg');
  // First VS Code's own text, then the finding, then the values.
  const hover = page.locator('.monaco-hover:visible', { hasText: 'field-value' });
  await hover.filter({ hasText: 'The highest effort' }).first().waitFor();
  await take(page, 'findings');
  await workbench.editor.dismiss();
  await workbench.closeEditors();
}

/** A skill next to its preview, with arguments. */
async function preview({ workbench, page }: OpenVsCode): Promise<void> {
  const panel = new PreviewPanel(workbench);
  await workbench.openFile(skillFile('review-changes'));
  // It is above the first line: in a window that has scrolled, it would not be in sight.
  await page
    .locator('.codelens-decoration', { hasText: /in full|name only/ })
    .first()
    .waitFor();
  await panel.open(skillFile('review-changes'), '/review-changes');
  await panel.field.fill('main..HEAD "error handling"');
  await panel.card('git diff --stat main..HEAD').waitFor();
  await panel.rendered.getByText('error handling').waitFor();
  await take(page, 'preview');
  await workbench.closeEditors();
}

/** The budget of the listing: what to do first in the side bar, and the tab with a skill selected. */
async function budget({ workbench, page }: OpenVsCode): Promise<void> {
  await new BudgetView(workbench).open();
  const tab = new BudgetTab(workbench);
  await tab.open();
  await tab.filter.fill('User');
  await tab.choose('onboarding');
  await tab.detail('onboarding').getByText('Instructions').waitFor();
  await page.mouse.move(0, 0);
  await take(page, 'budget');
}

async function take(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled' });
  const file = path.join(pictures, `${name}.webp`);
  await writeFile(file, await toWebp(page, png));
  console.log(path.relative(repositoryRoot, file));
}

/** Chromium converts it: no other program is needed. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const converter = await page.context().newPage();
  const convert = `(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(`data:image/png;base64,${png.toString('base64')}`)};
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${quality});
  })()`;
  try {
    const address = await converter.evaluate<string>(convert);
    return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  } finally {
    await converter.close();
  }
}
