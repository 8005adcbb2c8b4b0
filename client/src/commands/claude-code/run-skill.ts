import { type Disposable, languages, Uri, window, workspace } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { documentSelector } from '../../language-server/document-selector.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { withErrorMessage } from '../../skills/skill-actions.ts';
import { askArguments, canRun, ensureSaved, runnableSkill } from '../../views/claude-code/runs/ask-run.ts';
import { type RunActions, startRun } from '../../views/claude-code/runs/run-actions.ts';
import { askTarget } from '../../views/claude-code/runs/run-target.ts';

/** "Run Skill", for a file, a node of the tree, the active preview with its arguments, or the skill in the active editor. */
export function registerRunSkill(actions: RunActions): Disposable {
  return registerCommand('runSkill', (argument?: unknown) =>
    withErrorMessage(actions.skills, 'Could not run the skill', () => runSkill(actions, argument)),
  );
}

async function runSkill(actions: RunActions, argument: unknown): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  const { previews, memento } = actions;
  const previewed = isFile(argument) ? undefined : activePreview(actions, argument);
  const uri = previewed?.uri ?? (await fileOf(actions, argument));
  if (!uri) return;
  const skill = await runnableSkill(actions, uri);
  if (!(await canRun(actions, uri))) return;
  const text = previewed?.arguments ?? (await askArguments(actions, uri, skill));
  if (text === undefined) return;
  if (previewed) previews.history.remember(uri.toString(), text);
  const target = await askTarget(text === '' ? skill.invocation : `${skill.invocation} ${text}`, memento);
  if (!target || !(await ensureSaved(uri))) return;
  await startRun(actions, { uri: uri.toString(), arguments: text }, target);
}

/** The skill and arguments of the preview whose title or tab the command was chosen in. */
function activePreview({ previews: { panels } }: RunActions, argument: unknown) {
  const isFromTitle = argument === undefined || argument instanceof Uri;
  return isFromTitle ? panels.all.find(({ panel }) => panel.active)?.target : undefined;
}

async function fileOf({ skills }: RunActions, argument: unknown): Promise<Uri | undefined> {
  if (isFile(argument)) return typeof argument === 'string' ? Uri.parse(argument) : argument;
  const document = window.activeTextEditor?.document;
  const isTextEditor = argument === undefined && document && languages.match(documentSelector, document) > 0;
  if (isTextEditor && (await isSkill(skills, document.uri))) return document.uri;
  const isInvocable = (node: Parameters<typeof hasFlag>[0]) => hasFlag(node, 'invocable');
  const skill = await chooseSkill(argument, skills, 'Select a skill to run', isInvocable);
  return skill && Uri.parse(skill.uri);
}

async function isSkill({ server }: RunActions['skills'], uri: Uri): Promise<boolean> {
  return (await server.request('skillwright/preview', { uri: uri.toString(), arguments: '' })) !== null;
}

/** Editor menus pass a URI, and CodeLenses pass it as a string. The title of a webview passes the webview’s own. */
function isFile(argument: unknown): argument is Uri | string {
  if (argument instanceof Uri) return argument.scheme !== 'webview-panel';
  return typeof argument === 'string' && argument.includes(':');
}
