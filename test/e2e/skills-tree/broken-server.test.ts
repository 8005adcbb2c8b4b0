import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { everyTier } from './every-tier.ts';
import { serverFile, vscodeWithSkills } from './prepared-skills.ts';
import { SkillsView } from './skills-view.ts';

const vscode = vscodeWithSkills(everyTier);
const view = () => new SkillsView(vscode().workbench);

test('a server that does not start is reported instead of the tree, and can be started there', async () => {
  const file = await serverFile(vscode());
  const code = await readFile(file);
  await writeFile(file, 'process.exit(1);\n');
  await view().open();
  await expect.poll(() => view().welcome()).toContain('the language server has stopped');
  await vscode().workbench.screenshot('skills-tree-broken');

  await writeFile(file, code);
  await view().pane.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(async () => (await view().renderedRows()).join('\n')).toContain('release');
  expect(await view().welcome()).toBe('');
});
