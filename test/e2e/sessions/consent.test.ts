import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Script } from '../../transcripts/scripted-sessions.ts';
import { vscodeWithSkills } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { PastSessionPages, usedSkills, writeTranscripts } from './past-sessions.ts';

const vscode = vscodeWithSkills(usedSkills, { sharedAs: 'sessions' });
const view = () => new SkillsView(vscode().workbench);
const pages = () => new PastSessionPages(vscode().workbench);
let script: Script;

beforeAll(() => {
  script = writeTranscripts(vscode());
});

beforeEach(() => vscode().workbench.closeEditors());

test('transcripts are read only once the user has agreed, and then say how often skills were used', async () => {
  const { workbench } = vscode();
  await view().open();
  const rows = async () => (await view().renderedRows()).join('\n');
  await expect.poll(rows).toContain('idle');
  await view().choose('review', 'Show Past Sessions of This Skill');
  await expect.poll(() => pages().dialog.innerText()).toMatch(/Read the transcripts.*Nothing of them is stored/s);
  await workbench.screenshot('sessions-consent');
  await view().answer('Cancel');
  expect(await rows()).not.toContain('never used');
  expect(await workbench.notifications()).toEqual([]);

  await view().choose('review', 'Show Past Sessions of This Skill');
  await view().answer('Read Transcripts');
  await pages().heading('review').waitFor();
  const { loaded } = script.skills.get('review')!;
  await expect.poll(() => pages().page.locator('.summary').innerText()).toMatch(/^Used \d+ times in past sessions/);
  expect(Number(await pages().fact('By the user'))).toBeLessThanOrEqual(loaded.user);

  // The rows follow, and what sessions have never listed is not marked.
  await expect.poll(rows).toMatch(/idle {2}never used/);
  expect(await rows()).toMatch(/fresh {2}Does fresh/);
  await expect.poll(() => view().tooltip('idle')).toMatch(/Never used in past sessions, although \d+ of \d+ listed it/);
  await workbench.screenshot('sessions-tree');
});
