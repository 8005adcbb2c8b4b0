import { type Disposable, languages, type Memento, Uri, window, workspace } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import { documentSelector } from '../../language-server/document-selector.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { Previews } from '../../preview/create-previews.ts';
import type { PreviewPanels } from '../../preview/preview-panels.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { askArguments, canRun, ensureSaved, runnableSkill } from '../runs/ask-run.ts';
import type { RunStarter } from '../runs/run-starter.ts';
import { askTarget } from '../runs/run-target.ts';

interface RunSkillParts {
  readonly server: LanguageServer;
  readonly choice: SkillChoice;
  readonly failures: FailureReporter;
  readonly previews: Pick<Previews, 'panels' | 'history'>;
  readonly starter: RunStarter;
  /** Remembers where the user wants skills to run. */
  readonly memento: Memento;
}

/** "Run Skill", for a file, a node of the tree, the active preview with its arguments, or the skill in the active editor. */
export function registerRunSkill(parts: RunSkillParts): Disposable {
  return registerCommand('runSkill', (argument?: unknown) =>
    parts.failures.guard('Could not run the skill', () => runSkill(parts, argument)),
  );
}

async function runSkill(parts: RunSkillParts, argument: unknown): Promise<void> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  const { server, previews, starter, memento } = parts;
  const previewed = isFile(argument) ? undefined : activePreview(previews.panels, argument);
  const uri = previewed?.uri ?? (await fileOf(parts, argument));
  if (!uri) return;
  const skill = await runnableSkill(server, uri);
  if (!(await canRun(server, uri))) return;
  const text = previewed?.arguments ?? (await askArguments(previews.history, uri, skill));
  if (text === undefined) return;
  if (previewed) previews.history.remember(uri.toString(), text);
  const target = await askTarget(text === '' ? skill.invocation : `${skill.invocation} ${text}`, memento);
  if (!target || !(await ensureSaved(uri))) return;
  await starter.start({ uri: uri.toString(), arguments: text }, target);
}

/** The skill and arguments of the preview whose title or tab the command was chosen in. */
function activePreview(panels: PreviewPanels, argument: unknown) {
  const isFromTitle = argument === undefined || argument instanceof Uri;
  return isFromTitle ? panels.all.find(({ panel }) => panel.active)?.target : undefined;
}

async function fileOf({ server, choice }: RunSkillParts, argument: unknown): Promise<Uri | undefined> {
  if (isFile(argument)) return typeof argument === 'string' ? Uri.parse(argument) : argument;
  const document = window.activeTextEditor?.document;
  const isTextEditor = argument === undefined && document && languages.match(documentSelector, document) > 0;
  if (isTextEditor && (await isSkill(server, document.uri))) return document.uri;
  const isInvocable = (node: Parameters<typeof hasFlag>[0]) => hasFlag(node, 'invocable');
  const skill = await choice.skill(argument, 'Select a skill to run', isInvocable);
  return skill && Uri.parse(skill.uri);
}

async function isSkill(server: LanguageServer, uri: Uri): Promise<boolean> {
  return (await server.request('skillwright/preview', { uri: uri.toString(), arguments: '' })) !== null;
}

/** Editor menus pass a URI, and CodeLenses pass it as a string. The title of a webview passes the webview’s own. */
function isFile(argument: unknown): argument is Uri | string {
  if (argument instanceof Uri) return argument.scheme !== 'webview-panel';
  return typeof argument === 'string' && argument.includes(':');
}
