import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../../server/src/catalog/settings/claude-code-state.ts';
import { tryTwice } from '../host/vscode-for-tests.ts';
import { PastSessionPages, usedSkills } from '../sessions/past-sessions.ts';
import { vscodeWithSkills, writeFiles } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { installFakeProgram, nameProgram, session } from './fake-program.ts';
import { Runs } from './runs-view.ts';

const vscode = vscodeWithSkills(usedSkills, { sharedAs: 'preview' });

beforeAll(async () => {
  const { path: program } = await installFakeProgram();
  await tryTwice(() => nameProgram(vscode(), program));
});

beforeEach(() => vscode().workbench.closeEditors());

test('a run leads to what its session did with skills', async () => {
  const { workbench, home, workspace } = vscode();
  const runs = new Runs(workbench);
  const pages = new PastSessionPages(workbench);
  const typed = ['<command-message>review</command-message>', '<command-name>/review</command-name>'].join('\n');
  const of = { sessionId: session, cwd: workspace, timestamp: '2026-11-03T14:02:00Z', isSidechain: false };
  const lines = [
    { ...of, type: 'user', uuid: 'u1', parentUuid: null, message: { content: typed } },
    { ...of, type: 'user', uuid: 'u2', parentUuid: 'u1', isMeta: true, message: { content: 'Do the work of review.' } },
  ];
  const name = `.claude/projects/${projectSlug(workspace)}/${session}.jsonl`;
  writeFiles(home, { [name]: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n` });
  await runs.run(path.join(workspace, '.claude/skills/review/SKILL.md'), '');
  await expect.poll(() => runs.state().innerText()).toMatch(/^Done/);
  await workbench.runCommand('Skillwright: Show Session');
  // The settings of the machine have only the program now.
  await expect
    .poll(async () => {
      if (await pages.dialog.isVisible()) await new SkillsView(workbench).answer('Read Transcripts');
      return pages.heading(/^Session of Nov 3, /).isVisible();
    })
    .toBe(true);
  expect(await pages.fact('ID')).toBe(session);
  await expect.poll(() => pages.steps.innerText()).toMatch(/Loaded by the user\s+\/review/);
  await workbench.closeEditors();
  await nameProgram(vscode(), '');
});
