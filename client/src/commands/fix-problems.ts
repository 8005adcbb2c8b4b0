import {
  type CodeAction,
  ConfigurationTarget,
  commands,
  Disposable,
  Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { applyAndSave } from '../skills/changes/change-texts.ts';
import { addFileEdit } from '../skills/changes/file-edits.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';

/** "Fix All Safe Problems", and turning off a rule from the light bulb. */
export function registerFixProblems(actions: SkillActions): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.fixAll', () =>
      withErrorMessage(actions, 'Could not fix the problems', async () => {
        const document = window.activeTextEditor?.document;
        if (document) await fixAll(document);
      }),
    ),
    commands.registerCommand('skillwright.turnOffRule', (argument: unknown) =>
      withErrorMessage(actions, 'Could not turn off the rule', async () => {
        if (isRuleOfFile(argument)) await turnOff(actions, argument);
      }),
    ),
  );
}

/** Applies the action that VS Code also applies on save. */
async function fixAll(document: TextDocument): Promise<void> {
  const end = document.positionAt(document.getText().length);
  const found = await commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new Range(document.positionAt(0), end),
    'source.fixAll.skillwright',
    // The edit is only found for as many actions as asked for.
    1,
  );
  const edit = found.find(({ kind }) => kind?.value === 'source.fixAll.skillwright')?.edit;
  if (!edit) throw new Error('there is nothing in this file that can be fixed safely');
  if (!(await workspace.applyEdit(edit))) throw new Error('VS Code did not apply the change');
}

/** The argument of "Turn off". */
interface RuleOfFile {
  readonly rule: string;
  /** The URI of the file that it reported something about. */
  readonly file: string;
}

function isRuleOfFile(value: unknown): value is RuleOfFile {
  const { rule, file } = (value ?? {}) as Partial<RuleOfFile>;
  return typeof rule === 'string' && typeof file === 'string';
}

/** In the project's configuration, which would override the settings, or else in the settings. */
async function turnOff({ server, history }: SkillActions, { rule, file }: RuleOfFile): Promise<void> {
  const made = await server.request('skillwright/turnOffRule', { uri: file, rule });
  if (made) {
    const edit = new WorkspaceEdit();
    await addFileEdit(edit, made);
    history.record(await applyAndSave(edit, `turning off ${rule}`));
    return;
  }
  const uri = Uri.parse(file);
  const settings = workspace.getConfiguration('skillwright', uri);
  const { globalValue, workspaceValue, workspaceFolderValue } = settings.inspect<Record<string, string>>('rules') ?? {};
  const [target, current] = workspaceFolderValue?.[rule]
    ? [ConfigurationTarget.WorkspaceFolder, workspaceFolderValue]
    : workspace.workspaceFolders
      ? [ConfigurationTarget.Workspace, workspaceValue]
      : [ConfigurationTarget.Global, globalValue];
  await settings.update('rules', { ...current, [rule]: 'off' }, target);
}
