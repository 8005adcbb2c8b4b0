import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  ConfigurationTarget,
  commands,
  Disposable,
  languages,
  Uri,
  window,
  workspace,
} from 'vscode';
import { baseName, parentOf } from '../skills/file-uris.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';

const title = 'Turn off VS Code’s checks for Copilot in these skills (workspace settings)';

/**
 * "Turn Off VS Code’s Checks for Copilot": VS Code checks a SKILL.md for its own agent because of the language of the
 * document, and has no other setting for it. As Markdown the file has none of these remarks; Skillwright reads it by its path.
 */
export function registerCopilotChecks(actions: SkillActions): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.turnOffCopilotChecks', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not change the settings', async () => {
        const file = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
        if (file) await readAsMarkdown(file);
      }),
    ),
    languages.registerCodeActionsProvider({ language: 'skill', scheme: 'file' }, offer, {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
  );
}

/** Where VS Code has a remark; its validator sets no source. */
const offer: CodeActionProvider = {
  provideCodeActions(document, _range, { diagnostics }) {
    const remarks = diagnostics.filter(({ source }) => !source);
    if (remarks.length === 0 || !workspace.getWorkspaceFolder(document.uri)) return [];
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.diagnostics = remarks;
    action.command = { title, command: 'skillwright.turnOffCopilotChecks', arguments: [document.uri] };
    return [action];
  },
};

async function readAsMarkdown(file: Uri): Promise<void> {
  const settings = workspace.getConfiguration('files', file);
  const current = settings.inspect<Record<string, string>>('associations')?.workspaceValue;
  const associations = { ...current, [skillsAround(file)]: 'markdown' };
  await settings.update('associations', associations, ConfigurationTarget.Workspace);
}

// All skills in the folder that a skill's folder is in: `**/.claude/skills/*/SKILL.md`.
function skillsAround(file: Uri): string {
  const folder = parentOf(parentOf(file));
  const root = workspace.getWorkspaceFolder(file)?.uri.path ?? '';
  const names: string[] = [];
  for (let at = folder; at.path.startsWith(`${root}/`); at = parentOf(at)) names.unshift(baseName(at));
  const start = names.lastIndexOf('.claude');
  return ['**', ...(start < 0 ? names : names.slice(start)), '*', 'SKILL.md'].join('/');
}
