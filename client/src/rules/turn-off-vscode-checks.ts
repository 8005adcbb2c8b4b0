import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  ConfigurationTarget,
  Disposable,
  languages,
  Uri,
  window,
  workspace,
} from 'vscode';
import { baseName, parentOf } from '../changes/file-uris.ts';
import { commandId } from '../contributions/command-id.ts';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import { messageText } from '../text/displayed-text.ts';

const failure = 'Could not change the settings';

/**
 * "Turn Off VS Code’s Own Checks of These Skills": VS Code checks a SKILL.md for its own agent because of the language of the document, and
 * has no other setting for it. As Markdown the file has none of these remarks; Skillwright reads it by its path.
 */
export function registerTurnOffVscodeChecks(failures: FailureReporter): Disposable {
  return Disposable.from(
    registerCommand('turnOffVscodeChecks', (argument?: unknown) =>
      failures.guard(failure, async () => {
        const file = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
        if (file) await readAsMarkdown(failures, file);
      }),
    ),
    languages.registerCodeActionsProvider({ language: 'skill', scheme: 'file' }, offer, {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
  );
}

/** Where VS Code has a remark; its validator sets no source. */
const offer: CodeActionProvider = {
  provideCodeActions({ uri }, _range, { diagnostics }) {
    const remarks = diagnostics.filter(({ source }) => !source);
    if (remarks.length === 0) return [];
    const title = `Turn off VS Code’s own checks of these skills (${isInWorkspace(uri) ? 'workspace' : 'user'} settings)`;
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.diagnostics = remarks;
    action.command = { title, command: commandId('turnOffVscodeChecks'), arguments: [uri] };
    return [action];
  },
};

async function readAsMarkdown(failures: FailureReporter, file: Uri): Promise<void> {
  const pattern = skillsAround(file);
  await change(file, (associations) => ({ ...associations, [pattern]: 'markdown' }));
  const message = `VS Code reads ${pattern} as Markdown now, so only Skillwright checks these skills.`;
  // The message stays for as long as the user leaves it.
  void window.showInformationMessage(messageText(message), 'Undo').then((choice) => {
    if (choice === undefined) return;
    return failures.guard(failure, () => change(file, ({ [pattern]: _, ...others }) => others));
  });
}

type Associations = Readonly<Record<string, string>>;

async function change(file: Uri, changed: (associations: Associations) => Associations): Promise<void> {
  const settings = workspace.getConfiguration('files', file);
  const known = settings.inspect<Associations>('associations');
  const [current, target] = isInWorkspace(file)
    ? [known?.workspaceValue, ConfigurationTarget.Workspace]
    : [known?.globalValue, ConfigurationTarget.Global];
  const associations = changed(current ?? {});
  await settings.update('associations', Object.keys(associations).length > 0 ? associations : undefined, target);
}

function isInWorkspace(file: Uri): boolean {
  return workspace.getWorkspaceFolder(file) !== undefined;
}

// All skills in the folder that a skill's folder is in: `**/.claude/skills/*/SKILL.md`.
function skillsAround(file: Uri): string {
  const folder = parentOf(parentOf(file));
  const root = workspace.getWorkspaceFolder(file)?.uri.path ?? '';
  const names: string[] = [];
  for (let at = folder; at.path.startsWith(`${root}/`) && at.path !== '/'; at = parentOf(at))
    names.unshift(baseName(at));
  const start = names.lastIndexOf('.claude');
  return ['**', ...(start < 0 ? names : names.slice(start)), '*', 'SKILL.md'].join('/');
}
