import { type Disposable, languages, Uri, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { documentSelector } from '../../language-server/document-selector.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { withErrorMessage } from '../../skills/skill-actions.ts';
import type { PreviewActions } from '../../views/preview/preview-actions.ts';

/** "Preview Invocation with Arguments", for a file, a node of the tree, or the skill in the active editor. */
export function registerPreviewInvocation({ skills, panels }: PreviewActions): Disposable {
  return registerCommand('previewInvocation', (argument?: unknown) =>
    withErrorMessage(skills, 'Could not preview the invocation', async () => {
      const uri = uriOf(argument) ?? (argument === undefined ? await activeSkill() : undefined);
      if (uri) return panels.open(uri);
      const skill = await chooseSkill(argument, skills, 'Select a skill to preview');
      if (skill) panels.open(Uri.parse(skill.uri));
    }),
  );

  async function activeSkill(): Promise<Uri | undefined> {
    const document = window.activeTextEditor?.document;
    if (!document || languages.match(documentSelector, document) === 0) return undefined;
    const { uri } = document;
    if (panels.all.some(({ target }) => target?.uri.toString() === uri.toString())) return uri;
    return (await skills.server.request('skillwright/preview', { uri: uri.toString(), arguments: '' }))
      ? uri
      : undefined;
  }
}

/** Editor menus pass a URI, and CodeLenses pass it as a string. */
function uriOf(argument: unknown): Uri | undefined {
  if (argument instanceof Uri) return argument;
  return typeof argument === 'string' && argument.includes(':') ? Uri.parse(argument) : undefined;
}
