import type { InspectedSetting, SettingName } from '../contributions/settings.ts';

/** The settings, in `skillwright`, that decide what Claude Code may do when Skillwright starts it. */
export const rightsSettings = [
  'claudeCode.permissionMode',
  'claudeCode.extraArguments',
  'evaluations.extraArguments',
] as const satisfies readonly SettingName[];

/** Modes in which Claude Code does no more than without a mode. */
const harmlessModes = new Set(['', 'manual', 'plan', 'dontAsk']);

/** Whether a value lets Claude Code do more than the default: any argument may. */
export function grantsMore(setting: (typeof rightsSettings)[number], value: unknown): boolean {
  if (setting === 'claudeCode.permissionMode') return typeof value === 'string' && !harmlessModes.has(value);
  return Array.isArray(value) && value.length > 0;
}

/** The whole section of settings, with the user's own values where the workspace grants more. */
export function withOwnValues(
  section: unknown,
  inspect: (setting: SettingName) => InspectedSetting<unknown> | undefined,
): unknown {
  const copy = JSON.parse(JSON.stringify(section ?? {})) as Record<string, Record<string, unknown> | undefined>;
  for (const setting of rightsSettings) {
    const inspected = inspect(setting);
    const ofWorkspace = inspected?.workspaceFolderValue ?? inspected?.workspaceValue;
    if (!inspected || !grantsMore(setting, ofWorkspace)) continue;
    const [group = '', name = ''] = setting.split('.');
    copy[group] = { ...copy[group], [name]: inspected.globalValue ?? inspected.defaultValue };
  }
  return copy;
}
