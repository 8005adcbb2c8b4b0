import { ConfigurationTarget, Disposable, Uri, workspace } from 'vscode';
import { homeFolder } from '#host/this-host.ts';
import type { PluginFolder, TreeNode } from '../../../../server/src/protocol.ts';
import type { Change } from '../../changes/change-history.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { type InspectedSetting, type SettingName, settings } from '../../contributions/settings.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseGroup } from '../choose-group.ts';
import type { SkillChoice } from '../skill-choice.ts';

const setting = 'pluginFolders' satisfies SettingName;

/** "Add to Session as Plugin Folder" and "Remove Plugin Folder from Session". */
export function registerPluginFolders(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  const changeFolder = async (
    node: TreeNode | 'none' | undefined,
    change: (folder: PluginFolder) => Promise<Change>,
  ) => {
    if (node === 'none') throw new Error('there is none');
    if (!node) return;
    await changes.make(async () => change(await server.request('skillwright/pluginFolder', { node: node.id })));
    await changes.show();
  };
  return Disposable.from(
    registerCommand('addPluginFolder', (argument?: unknown) =>
      failures.guard('Could not add the plugin folder', async () => {
        const question = 'Select what to add to the session';
        await changeFolder(choice.node(argument) ?? (await chooseGroup(server, 'addable', question)), addFolder);
      }),
    ),
    registerCommand('removePluginFolder', (argument?: unknown) =>
      failures.guard('Could not remove the plugin folder', async () => {
        const question = 'Select a plugin to remove from the session';
        await changeFolder(choice.node(argument) ?? (await chooseGroup(server, 'removable', question)), removeFolder);
      }),
    ),
  );
}

async function addFolder({ session, written }: PluginFolder): Promise<Change> {
  const inWorkspaceFile = workspace.workspaceFile !== undefined && (workspace.workspaceFolders?.length ?? 0) > 1;
  const target = inWorkspaceFile ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace;
  // Values of several scopes are not merged: what counts now has to be repeated.
  const now = settings(Uri.parse(session)).get<readonly string[]>(setting) ?? [];
  return write(session, target, [...now, written], `adding the plugin folder ${written}`);
}

async function removeFolder({ session, folder, written }: PluginFolder): Promise<Change> {
  const values = settings(Uri.parse(session)).inspect<readonly string[]>(setting);
  const scopes = [
    [ConfigurationTarget.WorkspaceFolder, values?.workspaceFolderValue],
    [ConfigurationTarget.Workspace, values?.workspaceValue],
    [ConfigurationTarget.Global, values?.globalValue],
  ] as const;
  const found = scopes.find(([, value]) => value !== undefined);
  const kept = found?.[1]?.filter((entry) => !isSameFolder(entry, folder, session));
  if (!found || !kept || kept.length === found[1]?.length) throw new Error('the settings do not name it');
  return write(session, found[0], kept.length > 0 ? kept : undefined, `removing the plugin folder ${written}`);
}

async function write(
  session: string,
  target: ConfigurationTarget,
  value: readonly string[] | undefined,
  label: string,
): Promise<Change> {
  const configuration = () => settings(Uri.parse(session));
  const before = valueIn(configuration().inspect<readonly string[]>(setting), target);
  await configuration().update(setting, value, target);
  return {
    label,
    undo: async () => {
      await configuration().update(setting, before, target);
      return true;
    },
  };
}

function valueIn(values: InspectedSetting<unknown> | undefined, target: ConfigurationTarget): unknown {
  if (target === ConfigurationTarget.WorkspaceFolder) return values?.workspaceFolderValue;
  return target === ConfigurationTarget.Workspace ? values?.workspaceValue : values?.globalValue;
}

/** Whether an entry of the setting, relative to the session's folder or to the home folder, is a folder. */
function isSameFolder(entry: string, folder: string, session: string): boolean {
  const path = entry.trim();
  const isHome = path === '~' || path.startsWith('~/');
  const isAbsolute = /^([\\/]|[a-zA-Z]:[\\/])/.test(path);
  const uri = isHome
    ? Uri.joinPath(Uri.file(homeFolder()), path.slice(1))
    : isAbsolute
      ? Uri.file(path)
      : Uri.joinPath(Uri.parse(session), path);
  return withoutSlash(uri) === withoutSlash(Uri.parse(folder));
}

function withoutSlash({ path }: Uri): string {
  return path.replace(/(.)\/+$/, '$1');
}
