import { type Disposable, languages, Uri, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import { documentSelector } from '../../language-server/document-selector.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import type { PreviewPanels } from '../preview-panels.ts';

/** "Preview Invocation with Arguments", for a file, a node of the tree, or the skill in the active editor. */
export function registerPreviewInvocation(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  panels: PreviewPanels,
): Disposable {
  return registerCommand('previewInvocation', (argument?: unknown) =>
    failures.guard('Could not preview the invocation', async () => {
      const uri = uriOf(argument) ?? (argument === undefined ? await activeSkill() : undefined);
      if (uri) return panels.open(uri);
      const skill = await choice.skill(argument, 'Select a skill to preview');
      if (skill) panels.open(Uri.parse(skill.uri));
    }),
  );

  async function activeSkill(): Promise<Uri | undefined> {
    const document = window.activeTextEditor?.document;
    if (!document || languages.match(documentSelector, document) === 0) return undefined;
    const { uri } = document;
    if (panels.all.some(({ target }) => target?.uri.toString() === uri.toString())) return uri;
    return (await server.request('skillwright/preview', { uri: uri.toString(), arguments: '' })) ? uri : undefined;
  }
}

/** Editor menus pass a URI, and CodeLenses pass it as a string. */
function uriOf(argument: unknown): Uri | undefined {
  if (argument instanceof Uri) return argument;
  return typeof argument === 'string' && argument.includes(':') ? Uri.parse(argument) : undefined;
}
