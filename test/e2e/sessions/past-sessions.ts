import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { projectSlug } from '../../../server/src/catalog/settings/claude-code-state.ts';
import { scriptedForks, scriptedNames } from '../../transcripts/scripted-project.ts';
import { type Script, scriptSessions } from '../../transcripts/scripted-sessions.ts';
import type { Workbench } from '../host/workbench.ts';
import { type PreparedSkills, skill, type VsCodeWithSkills, writeFiles } from '../skills-tree/prepared-skills.ts';
import { SkillsView } from '../skills-tree/skills-view.ts';

const body = (name: string) => `Do the work of ${name} with $ARGUMENTS.`;

/** The skills that scripted sessions use, and two that they do not. */
export const usedSkills: PreparedSkills = {
  workspace: Object.fromEntries(
    [...scriptedNames, ...scriptedForks, 'idle', 'fresh'].map((name) => [
      `.claude/skills/${name}/SKILL.md`,
      skill(`Does ${name}. Use on Mondays.`, body(name), scriptedForks.includes(name) ? 'context: fork\n' : ''),
    ]),
  ),
};

/** Writes the transcripts of 50 sessions in the workspace and in another folder. All of the workspace list `idle`. */
export function writeTranscripts({ workspace, home }: VsCodeWithSkills, seed = 1): Script {
  const script = scriptSessions(seed, 50, [workspace, path.join(path.dirname(workspace), 'other')], {
    names: scriptedNames,
    forks: scriptedForks,
    text: (name, given) => {
      const folder = path.join(workspace, '.claude/skills', name);
      return `Base directory for this skill: ${folder}\n\n${body(name).replace('$ARGUMENTS', () => given)}\n`;
    },
  });
  const listing = { type: 'skill_listing', content: '- idle: D', names: ['idle'], isInitial: false };
  const more = `${JSON.stringify({ type: 'attachment', attachment: listing })}\n`;
  const isOwn = (name: string) => name.startsWith(`${projectSlug(workspace)}/`) && !name.includes('/subagents/');
  const files = [...script.files].map(([name, text]) => [name, isOwn(name) ? text + more : text]);
  writeFiles(path.join(home, '.claude/projects'), Object.fromEntries(files));
  return script;
}

/** The pages about past sessions, used as a user does. */
export class PastSessionPages {
  readonly #workbench: Workbench;
  readonly page: FrameLocator;
  readonly steps: Locator;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.page = workbench.webview();
    this.steps = this.page.locator('.step');
  }

  get dialog(): Locator {
    return this.#workbench.page.locator('.monaco-dialog-box');
  }

  /** Opens the page about a skill of the workspace. Agrees to it, as has to be done once in a window. */
  async openSkill(name: string): Promise<void> {
    await this.#workbench.openFile(`.claude/skills/${name}/SKILL.md`);
    await this.#workbench.runCommand('Skillwright: Show Past Sessions of This Skill');
    const shown = this.heading(name);
    while (!(await shown.isVisible())) {
      if (await this.dialog.isVisible()) await new SkillsView(this.#workbench).answer('Read Transcripts');
      await this.#workbench.page.waitForTimeout(100);
    }
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** A fact of the page. */
  async fact(label: string): Promise<string> {
    return this.page.locator('dt', { hasText: label }).first().locator('xpath=following-sibling::dd[1]').innerText();
  }
}
