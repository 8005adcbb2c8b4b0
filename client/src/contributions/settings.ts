import { type ConfigurationTarget, type Uri, workspace } from 'vscode';
import type { SettingKey } from '../../../server/src/protocol.ts';

/** The key of a setting after `skillwright.`. */
export type SettingName = SettingKey extends `skillwright.${infer Name}` ? Name : never;

/** Where the value of a setting may come from. */
export interface InspectedSetting<Value> {
  readonly defaultValue?: Value;
  readonly globalValue?: Value;
  readonly workspaceValue?: Value;
  readonly workspaceFolderValue?: Value;
}

/** VS Code's interface, for names that the compiler knows. */
interface Settings {
  get<Value>(name: SettingName): Value | undefined;
  inspect<Value>(name: SettingName): InspectedSetting<Value> | undefined;
  update(name: SettingName, value: unknown, target: ConfigurationTarget): Thenable<void>;
}

/** The settings of the extension. */
export function settings(scope?: Uri): Settings {
  return workspace.getConfiguration('skillwright', scope);
}
