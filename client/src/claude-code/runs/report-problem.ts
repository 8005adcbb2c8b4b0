import { commands, env, Uri, window } from 'vscode';
import type { Refusal, SettingKey } from '../../../../server/src/protocol.ts';
import { setContext } from '../../contributions/set-context.ts';
import { dialogText } from '../../text/displayed-text.ts';

/** Where the vendor says how to install Claude Code. */
const installationPage = 'https://code.claude.com/docs/en/setup';

/** The setting that names the program. */
export const programSetting: SettingKey = 'skillwright.claudeCode.path';

/** Says why a skill was not run, with what helps. */
export async function reportProblem({ problem, setting }: Refusal): Promise<void> {
  const open = 'Open Setting';
  const install = 'Install Claude Code';
  const isMissing = setting === programSetting;
  void setContext('claudeCodeMissing', isMissing);
  const actions = [...(isMissing ? [install] : []), ...(setting === undefined ? [] : [open])];
  const chosen = await window.showErrorMessage(dialogText(problem), ...actions);
  if (chosen === install) await env.openExternal(Uri.parse(installationPage));
  if (chosen === open && setting !== undefined) await openSetting(setting);
}

export async function openSetting(setting: SettingKey): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', `@id:${setting}`);
}

/** Claude Code was found: the view no longer says that it is missing. */
export function forgetProblem(): void {
  void setContext('claudeCodeMissing', false);
}
