import {
  type CodeAction,
  ConfigurationTarget,
  commands,
  Disposable,
  ProgressLocation,
  Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { ParamsOf } from '../../../server/src/protocol.ts';
import { applyAndSave } from '../changes/change-texts.ts';
import { addFileEdit } from '../changes/file-edits.ts';
import { showInPreview } from '../changes/show-in-preview.ts';
import type { SkillChanges } from '../changes/skill-changes.ts';
import { registerCommand } from '../contributions/register-command.ts';
import { settings } from '../contributions/settings.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';

/** "Fix All Safe Problems", and turning off a rule from the light bulb. */
export function registerFixProblems(
  server: LanguageServer,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return Disposable.from(
    registerCommand('fixAll', () =>
      failures.guard('Could not fix the problems', async () => {
        const document = window.activeTextEditor?.document;
        if (document) await fixAll(document);
      }),
    ),
    registerCommand('fixAllInWorkspace', () =>
      failures.guard('Could not fix the problems', () => fixWorkspace(server)),
    ),
    registerCommand('organizeFrontmatter', () =>
      failures.guard('Could not organize the frontmatter', async () => {
        const document = window.activeTextEditor?.document;
        if (document)
          await applySourceAction(document, 'source.organizeFrontmatter', 'its fields are in order already');
      }),
    ),
    registerCommand('turnOffRule', (argument: unknown) =>
      failures.guard('Could not turn off the rule', async () => {
        if (isRuleOfFile(argument)) await turnOff(server, changes, argument);
      }),
    ),
  );
}

function fixAll(document: TextDocument): Promise<void> {
  return applySourceAction(
    document,
    'source.fixAll.skillwright',
    'there is nothing in this file that can be fixed safely',
  );
}

/** Applies an action that VS Code can also apply on save. */
async function applySourceAction(document: TextDocument, kind: string, otherwise: string): Promise<void> {
  const end = document.positionAt(document.getText().length);
  const found = await commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new Range(document.positionAt(0), end),
    kind,
    // The edit is only found for as many actions as asked for.
    1,
  );
  const edit = found.find((action) => action.kind?.value === kind)?.edit;
  if (!edit) throw new Error(otherwise);
  if (!(await workspace.applyEdit(edit))) throw new Error('VS Code did not apply the change');
}

/** Shows the safe fixes of all skills in VS Code's preview of refactorings, where each can be left out. */
async function fixWorkspace(server: LanguageServer): Promise<void> {
  const location = ProgressLocation.Notification;
  const title = 'Looking for problems that can be fixed safely';
  const fixed = await window.withProgress({ location, title, cancellable: true }, (_progress, token) =>
    server.request('skillwright/fixWorkspace', {}, token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
  if (!fixed) return;
  if (fixed.length === 0) throw new Error('there is nothing in the workspace that can be fixed safely');
  const edit = new WorkspaceEdit();
  const label = 'Safe fixes';
  for (const { edit: made, rules } of fixed) {
    const about = { label, description: rules.join(', '), needsConfirmation: false };
    await addFileEdit(edit, made, 'also-unsaved', about);
  }
  const [[changed] = []] = edit.entries();
  if (changed) showInPreview(edit, changed, label);
  await workspace.applyEdit(edit, { isRefactoring: true });
}

/** The argument of "Turn off". */
interface RuleOfFile {
  readonly rule: ParamsOf<'skillwright/turnOffRule'>['rule'];
  /** The URI of the file that it reported something about. */
  readonly file: string;
}

function isRuleOfFile(value: unknown): value is RuleOfFile {
  const { rule, file } = (value ?? {}) as Partial<RuleOfFile>;
  return typeof rule === 'string' && typeof file === 'string';
}

/** In the project's configuration, which would override the settings, or else in the settings. */
async function turnOff(server: LanguageServer, changes: SkillChanges, { rule, file }: RuleOfFile): Promise<void> {
  const made = await server.request('skillwright/turnOffRule', { uri: file, rule });
  if (made) {
    await changes.make(async () => {
      const edit = new WorkspaceEdit();
      await addFileEdit(edit, made);
      return applyAndSave(edit, `turning off ${rule}`);
    });
    return;
  }
  const uri = Uri.parse(file);
  const levels = settings(uri);
  const { globalValue, workspaceValue, workspaceFolderValue } = levels.inspect<Record<string, string>>('rules') ?? {};
  const [target, current] = workspaceFolderValue?.[rule]
    ? [ConfigurationTarget.WorkspaceFolder, workspaceFolderValue]
    : workspace.workspaceFolders
      ? [ConfigurationTarget.Workspace, workspaceValue]
      : [ConfigurationTarget.Global, globalValue];
  await levels.update('rules', { ...current, [rule]: 'off' }, target);
}
