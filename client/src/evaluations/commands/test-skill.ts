import { commands, type Disposable, type QuickPickItem, Uri, window } from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import { commandId } from '../../contributions/command-id.ts';
import type { CommandName } from '../../contributions/commands.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { labelText } from '../../text/displayed-text.ts';

/** A way to test a skill; without a command, those that it already has are shown. */
type Way = QuickPickItem & { readonly command?: CommandName; readonly onMachine?: true };

const ways: readonly Way[] = [
  {
    label: '$(add) New Evaluation Case…',
    detail: 'Write down what the user asks, and what Claude Code should do',
    command: 'newEvaluationCase',
  },
  {
    label: '$(history) New Evaluation Case from Past Session…',
    detail: 'Start from what a session with the skill did',
    command: 'newEvaluationCaseFromSession',
    onMachine: true,
  },
  {
    label: '$(target) Measure Triggering…',
    detail: 'See how often the model calls the skill when it should, and when it should not',
    command: 'measureTriggering',
    onMachine: true,
  },
  {
    label: '$(play) Run Skill…',
    detail: 'See once what Claude Code does with it, step by step',
    command: 'runSkill',
    onMachine: true,
  },
];

/** "Test Skill…": asks how, for those who do not know yet what evaluations are called. */
export function registerTestSkill(server: LanguageServer, choice: SkillChoice, failures: FailureReporter): Disposable {
  return registerCommand('testSkill', (argument?: unknown) =>
    failures.guard('Could not test the skill', async () => {
      const skill = await choice.skill(argument, 'Select a skill to test');
      if (!skill) return;
      const options = {
        title: labelText(`Test ${skill.baseName}`),
        placeHolder: 'How do you want to test it?',
        matchOnDetail: true,
      };
      const existing = await existingEvaluations(server, Uri.parse(skill.uri));
      const way = await window.showQuickPick(
        [...existing, ...ways].filter(({ onMachine }) => !onMachine || !isInBrowser),
        options,
      );
      if (way?.command) await commands.executeCommand(commandId(way.command), { skill: skill.id });
      else if (way) await commands.executeCommand('workbench.view.testing.focus');
    }),
  );
}

/** The evaluations in the folder of a skill or around it, as the first way, if there are any. */
async function existingEvaluations(server: LanguageServer, skill: Uri): Promise<readonly Way[]> {
  const suites = await server.request('skillwright/evaluationSuites', {});
  const own = suites.filter(({ uri }) => skill.path.startsWith(Uri.joinPath(Uri.parse(uri), '..', '/').path));
  if (own.length === 0) return [];
  const detail = labelText(`Run them in the Test Explorer: ${own.map(({ label }) => label).join(', ')}`);
  return [{ label: '$(beaker) Existing Evaluations', detail, onMachine: true }];
}
