import { commands, type Disposable, Uri, window, workspace } from 'vscode';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import { commandId } from '../../contributions/command-id.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseGroup } from '../../skills/choose-group.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';

/** "Ready to Publish?": whether the plugin directory would take a plugin. */
export function registerReadyToPublish(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  panel: AnswerPanel,
): Disposable {
  return registerCommand('readyToPublish', (argument?: unknown) =>
    failures.guard('Could not check the plugin', async () => {
      const uri = await choosePlugin(argument, server, choice);
      if (!uri) return;
      panel.show({
        title: 'Ready to Publish?',
        async ask() {
          const report = await server.request('skillwright/readyToPublish', { uri: uri.toString() });
          return report && [report];
        },
        gone: 'There is no plugin in this folder: it has neither `.claude-plugin/plugin.json` nor skills in `skills`, or it no longer exists.',
        folder: uri,
      });
    }),
  );
}

/** The plugin whose menu was opened, the one in the active editor, or one chosen from a list. */
async function choosePlugin(argument: unknown, server: LanguageServer, choice: SkillChoice): Promise<Uri | undefined> {
  const node = choice.node(argument);
  if (node?.uri !== undefined) return Uri.parse(node.uri);
  const edited = window.activeTextEditor?.document.uri;
  const own = edited?.scheme === 'file' ? await pluginAround(edited) : undefined;
  if (own) return own;
  const chosen = await chooseGroup(server, 'publishable', 'Select the plugin to publish');
  if (chosen === 'none') return offerSharing();
  return chosen?.uri === undefined ? undefined : Uri.parse(chosen.uri);
}

async function offerSharing(): Promise<undefined> {
  const share = 'Share Skill…';
  const said = 'No plugin is open here. A skill is published as part of a plugin.';
  if ((await window.showInformationMessage(said, share)) === share) await commands.executeCommand(commandId('share'));
}

/** The folder of the plugin that has a file. */
async function pluginAround(file: Uri): Promise<Uri | undefined> {
  const root = workspace.getWorkspaceFolder(file)?.uri;
  if (!root) return undefined;
  for (let folder = Uri.joinPath(file, '..'); folder.path.startsWith(root.path); folder = Uri.joinPath(folder, '..')) {
    try {
      await workspace.fs.stat(Uri.joinPath(folder, '.claude-plugin', 'plugin.json'));
      return folder;
    } catch {
      if (folder.path === root.path || folder.path === '/') return undefined;
    }
  }
  return undefined;
}
