import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { vscodeForTests } from '../host/vscode-for-tests.ts';
import { packedInSample, skillFile, writeToWorkspace } from './sample-workspace.ts';

const vscode = vscodeForTests({ ...packedInSample, workspaceTrust: true });

test('an untrusted folder is checked', async () => {
  const { workbench } = vscode();
  await workbench.statusItem('Restricted Mode');
  await workbench.openFile(skillFile('drafting-mail'));
  await expect.poll(() => workbench.editor.marks()).toHaveLength(5);
  await workbench.editor.hover('name: drafting');
  await expect.poll(() => workbench.editor.hoverText()).toContain('Invoked as /drafting-mail');
  await workbench.editor.dismiss();
});

test('no command of a skill is run', async () => {
  const { workbench, workspace } = vscode();
  const record = path.join(workspace, 'was-run');
  const skill = `---\nname: injecting\ndescription: Runs. Use when asked.\neffort: hihg\n---\n\n!\`touch ${record}\`\n`;
  await writeToWorkspace(vscode(), skillFile('injecting'), skill);
  await workbench.openFile(skillFile('injecting'));
  await expect
    .poll(() => workbench.editor.marks())
    .toEqual([
      { kind: 'warning', text: 'hihg' },
      { kind: 'warning', text: `touch ${record}` },
    ]);
  await workbench.editor.hover('!`touch');
  await expect
    .poll(() => workbench.editor.hoverText())
    .toContain('Claude Code runs this command when the skill is invoked');
  await workbench.editor.dismiss();
  expect(existsSync(record)).toBe(false);
  expect(await workbench.notifications()).toEqual([]);
});
