import type { Uri } from 'vscode';
import type { SkillParts } from '../../skills/create-skill-parts.ts';
import { RunChoice } from './run-choice.ts';
import { RunPanels } from './run-panels.ts';
import { RunStarter } from './run-starter.ts';
import { RunsView } from './runs-view.ts';

/** The runs of skills in Claude Code: their list, their tabs, and what starts them. */
export interface Runs {
  readonly view: RunsView;
  readonly panels: RunPanels;
  readonly choice: RunChoice;
  readonly starter: RunStarter;
}

export function createRuns(extension: Uri, { server, output, view: skills, changes, failures }: SkillParts): Runs {
  const view = new RunsView(server, output);
  const panels = new RunPanels({ extension, server, changes, failures });
  const choice = new RunChoice(server, view, panels);
  return { view, panels, choice, starter: new RunStarter(server, skills, view, panels) };
}
