import type { FileSystem } from '../../platform/file-system.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { LeftName } from '../../protocol.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { type NamedPlugin, pluginNames } from '../references/plugin-names.ts';
import { isEditable } from '../references/session-files.ts';
import { offeringEverything, type ShownSession } from '../shown-skills/shown-session.ts';
import { type EditedFile, EditedFiles } from './edited-files.ts';
import { leftNames } from './left-names.ts';

/** The changes when a plugin gets another name. */
interface PluginRename {
  readonly files: readonly EditedFile[];
  readonly left: LeftName | undefined;
}

/**
 * Renames a plugin: the name in its manifest and that of its entries in marketplaces together, the keys of settings in
 * the folders that are open, and everything that names its skills, commands and agents by it. Its folder stays.
 */
export async function renamePlugin(
  plugin: NamedPlugin,
  newName: string,
  sessions: readonly ShownSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<PluginRename | Refusal> {
  const refusal = unusableName(newName, plugin, sessions);
  if (refusal) return refusal;
  const edited = new EditedFiles();
  for (const session of sessions.map(offeringEverything)) {
    for (const { text, ranges } of await pluginNames(plugin, session, files, open)) {
      const edits = isEditable(text.file, sessions) ? ranges.map((range) => ({ range, newText: newName })) : [];
      edited.add(text, edits);
      edited.leave(text, plugin.name, leftNames(text, plugin.name, edits));
    }
  }
  const left = edited.left > 0 ? { name: plugin.name, count: edited.left } : undefined;
  return { files: await edited.result(files), left };
}

/** Why no plugin can have this name; undefined if one can. */
function unusableName(
  newName: string,
  { folder }: NamedPlugin,
  sessions: readonly ShownSession[],
): Refusal | undefined {
  if (!/^[A-Za-z0-9][\w.-]*$/.test(newName))
    return {
      problem: 'The name of a plugin consists of letters, digits, `-`, `_` and `.`, and begins with a letter or digit',
    };
  const isTaken = sessions.some(({ sources, repository }) =>
    [
      ...sources.map(({ plugin, owner }) => ({ name: plugin, root: owner })),
      ...(repository?.plugins ?? []).filter(({ kind }) => kind === 'plugin'),
    ].some(({ name, root }) => name === newName && root !== folder),
  );
  return isTaken ? { problem: `There is already a plugin \`${newName}\`` } : undefined;
}
