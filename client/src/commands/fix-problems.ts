import { ConfigurationTarget, commands, Disposable, Uri, WorkspaceEdit, workspace } from 'vscode';
import { applyAndSave } from '../skills/change-texts.ts';
import { addFileEdit } from '../skills/file-edits.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';

/** "Fix All Safe Problems", and turning off a rule from the light bulb. */
export function registerFixProblems(actions: SkillActions): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.fixAll', () =>
      commands.executeCommand('editor.action.sourceAction', { kind: 'source.fixAll.skillwright', apply: 'first' }),
    ),
    commands.registerCommand('skillwright.turnOffRule', (argument: unknown) =>
      withErrorMessage(actions, 'Could not turn off the rule', async () => {
        if (isRuleOfFile(argument)) await turnOff(actions, argument);
      }),
    ),
  );
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
