import { type Disposable, Uri, window, workspace } from 'vscode';
import type { TreeNode } from '../../../../server/src/protocol.ts';
import { createAndOpen } from '../../changes/create-and-open.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { messageText } from '../../text/displayed-text.ts';
import type { TriggerMeasurement } from '../triggers/trigger-measurement.ts';

/** "Measure Triggering…": how often the queries of a trigger set make the model call a skill. */
export function registerMeasureTriggering(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  measurement: TriggerMeasurement,
): Disposable {
  return registerCommand('measureTriggering', (argument?: unknown) =>
    failures.guard('Could not measure triggering', async () => {
      const uri = await chooseTriggerSet(argument, server, choice);
      if (uri) await measurement.ask(uri);
    }),
  );
}

/** The trigger set that is meant or in the active editor, or that of a skill. The user has agreed to start Claude Code. */
export async function chooseTriggerSet(
  argument: unknown,
  server: LanguageServer,
  choice: SkillChoice,
): Promise<Uri | undefined> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  const uri = await chooseSet(argument, server, choice);
  return uri && (await server.askAboutRights()) ? uri : undefined;
}

async function chooseSet(argument: unknown, server: LanguageServer, choice: SkillChoice): Promise<Uri | undefined> {
  const active = window.activeTextEditor?.document.uri;
  const isSet = active && /\/evals\/(?!evals\.json$)[^/]+\.json$|\/triggers?[^/]*\.json$/.test(active.path);
  const set = argument instanceof Uri ? argument : isSet && argument === undefined ? active : undefined;
  if (set) return (await isSaved(set)) ? set : undefined;
  const having = new Set(await server.request('skillwright/skillsWithTriggers', {}));
  const question = having.size === 0 ? 'Select the skill to measure' : 'Select a skill with a trigger set';
  const fits = (node: TreeNode) => having.size === 0 || having.has(node.skill ?? '');
  const skill = await choice.skill(argument, question, fits);
  if (!skill) return undefined;
  const file = Uri.parse(skill.uri);
  if (having.has(skill.id)) return file;
  await offerNewSet(skill.name, Uri.joinPath(file, '..', 'evals', 'trigger-eval.json'));
  return undefined;
}

/** The queries of a new trigger set: the author knows better ones. */
const firstQueries = [
  { query: 'A request for which the skill should be used', should_trigger: true },
  { query: 'A request that is similar, but for which it should not be used', should_trigger: false },
];

/** Without queries there is nothing to measure. */
async function offerNewSet(name: string, set: Uri): Promise<void> {
  const create = 'Create Trigger Set';
  const said = `${name} has no trigger set yet: requests that should call it, and some that should not.`;
  if ((await window.showInformationMessage(messageText(said), create)) !== create) return;
  await createAndOpen(set, `${JSON.stringify(firstQueries, undefined, 2)}\n`);
}

/** The queries are read from the saved file. */
export async function isSaved(uri: Uri): Promise<boolean> {
  const document = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  return !document?.isDirty || document.save();
}
