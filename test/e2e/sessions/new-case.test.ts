import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../../server/src/catalog/settings/claude-code-state.ts';
import { vscodeWithSkills, writeFiles } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';
import { PastSessionPages, usedSkills } from './past-sessions.ts';

const vscode = vscodeWithSkills(usedSkills, { sharedAs: 'sessions' });

/** The session that the case is of, the newest of all. */
const id = '6f1f8a52-7f0e-4d0c-9f4b-0a1b2c3d4e5f';

beforeEach(() => vscode().workbench.closeEditors());

/** The input box that asks for something, or the list that has it. */
function asking(asked: string) {
  return vscode().page.locator('.quick-input-widget:visible', { hasText: asked });
}

/** Types into it. */
async function answer(asked: string, value: string): Promise<void> {
  const box = asking(asked);
  await box.waitFor();
  await box.locator('input').first().fill(value);
  await vscode().page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
}

test('a case is created from a past session, and asks for what happened in it', async () => {
  const { workbench, home, workspace } = vscode();
  const of = { sessionId: id, cwd: workspace, timestamp: '2026-11-24T14:02:00Z', isSidechain: false };
  const call = { type: 'tool_use', id: 't1', name: 'Skill', input: { skill: 'notes', args: 'short' } };
  const look = { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'git log --oneline' } };
  const result = (tool: string, content: string) => [{ type: 'tool_result', tool_use_id: tool, content }];
  const lines = [
    { type: 'user', message: { role: 'user', content: 'Write down what changed today' } },
    { type: 'assistant', message: { id: 'm1', role: 'assistant', content: [call] } },
    { type: 'user', message: { role: 'user', content: result('t1', 'Launching skill: notes') } },
    { type: 'assistant', message: { id: 'm2', role: 'assistant', content: [look] } },
    { type: 'user', message: { role: 'user', content: result('t2', 'abc123 A change') } },
    { type: 'assistant', message: { id: 'm3', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
  ].map((line, index) => ({ ...of, ...line, uuid: `u${index}`, parentUuid: index === 0 ? null : `u${index - 1}` }));
  const transcript = `.claude/projects/${projectSlug(workspace)}/${id}.jsonl`;
  writeFiles(home, { [transcript]: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n` });

  await workbench.runCommand('Skillwright: New Evaluation Case from Past Session…');
  await new SkillsView(workbench).pick('notes');
  const { dialog } = new PastSessionPages(workbench);
  const list = asking('1 use of notes');
  await expect
    .poll(async () => {
      if (await dialog.isVisible()) await new SkillsView(workbench).answer('Read Transcripts');
      return list.isVisible();
    })
    .toBe(true);
  await workbench.screenshot('case-session-list');
  await new SkillsView(workbench).pick('1 use of notes');
  await answer('A model judges it', '');
  await answer('The name of the case', 'from-session');

  const folder = path.join(workspace, '.claude/skills/notes/evals/from-session');
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  await workbench.editor.waitFor(path.join(folder, 'prompt.md'));
  expect(text('prompt.md')).toMatch(/\n---\n\nWrite down what changed today\n/);
  expect(text('graders/uses-skill.md')).toContain('notes');
  expect(text('graders/calls-bash.md')).toContain('tool: Bash');
  await workbench.screenshot('case-from-session');
  await workbench.runCommand('Skillwright: Undo Last Skill Change');
  await expect.poll(() => existsSync(folder)).toBe(false);
});
