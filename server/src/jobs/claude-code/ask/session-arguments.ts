import { ALL_SETTING_SOURCES, type Session } from '../../../catalog/session.ts';

/** The arguments with which Claude Code has the folders, plugins, model and settings of a session. */
export function sessionArguments({
  addedFolders,
  addedAs,
  pluginFolders,
  model,
  settingSources,
}: Session): readonly string[] {
  const isEverySource = settingSources.length === ALL_SETTING_SOURCES.length;
  return [
    ...addedFolders.flatMap((path) => ['--add-dir', addedAs?.get(path) ?? path]),
    ...pluginFolders.flatMap((path) => ['--plugin-dir', path]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(isEverySource ? [] : ['--setting-sources', settingSources.join(',')]),
  ];
}
