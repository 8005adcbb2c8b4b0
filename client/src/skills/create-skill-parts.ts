import type { LogOutputChannel, Memento } from 'vscode';
import { SkillChanges } from '../changes/skill-changes.ts';
import { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { SkillChoice } from './skill-choice.ts';
import { SkillDragAndDrop } from './view/skill-drag-and-drop.ts';
import { SkillsView } from './view/skills-view.ts';

/** What is there once. Only where things are put together does all of it travel: everything else names what it needs. */
export interface SkillParts {
  readonly server: LanguageServer;
  readonly output: LogOutputChannel;
  readonly view: SkillsView;
  readonly choice: SkillChoice;
  readonly changes: SkillChanges;
  readonly failures: FailureReporter;
}

/** The Skills view, and what commands on skills have in common. */
export function createSkillParts(memento: Memento, server: LanguageServer, output: LogOutputChannel): SkillParts {
  const failures = new FailureReporter(output, () => view.reload());
  const changes = new SkillChanges((skill) => view.reload(skill));
  const view: SkillsView = new SkillsView(server, memento, output, new SkillDragAndDrop(server, changes, failures));
  return { server, output, view, choice: new SkillChoice(server, view), changes, failures };
}
