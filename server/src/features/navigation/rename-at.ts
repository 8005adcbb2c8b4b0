import type { WorkspaceEdit } from 'vscode-languageserver-types';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { LeftName } from '../../protocol.ts';
import type { EditAbilities } from '../actions/workspace-edit.ts';
import { type OpenTexts, toFileEdit } from '../edits/editable-text.ts';
import { renameAgent } from '../rename/rename-agent.ts';
import { renameArgument } from '../rename/rename-argument.ts';
import { toRenameEdit } from '../rename/rename-edit.ts';
import { renameFile } from '../rename/rename-file.ts';
import { renameHeading } from '../rename/rename-heading.ts';
import { renamePlugin } from '../rename/rename-plugin.ts';
import { renameNameField, renameSkill } from '../rename/rename-skill.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import type { FollowedText } from './followed-text.ts';
import type { Renamed } from './prepare-rename.ts';

/** Everything that changes with a name, as one edit for the editor, or why it cannot be changed. */
export async function renameAt(
  renamed: Renamed,
  newName: string,
  open: FollowedText,
  {
    sessions,
    files,
    texts,
    client,
    onLeft,
  }: {
    readonly sessions: readonly ShownSession[];
    readonly files: FileSystem;
    readonly texts: OpenTexts;
    readonly client: EditAbilities;
    /** Told where the old name of a skill stays. */
    readonly onLeft?: (left: LeftName) => void;
  },
): Promise<WorkspaceEdit | Refusal> {
  const { document, file, uri, version } = open;
  const read = { uri, version, text: document.text };
  switch (renamed.kind) {
    case 'argument': {
      const edits = renameArgument(document, file.kind ?? 'skill', renamed.index, newName);
      return 'problem' in edits ? edits : toRenameEdit([await toFileEdit(read, edits)], undefined, client);
    }
    case 'heading': {
      const heading = { document, kind: file.kind, file: open.file, read, range: renamed.range };
      const edited = await renameHeading(heading, newName, sessions, files, texts);
      return 'problem' in edited
        ? edited
        : toRenameEdit(
            edited.map(({ edit }) => edit),
            undefined,
            client,
          );
    }
    case 'agent': {
      const renamesFiles = client.renames === true && client.versionedEdits === true;
      if (newName === renamed.name) return { documentChanges: [] };
      const edit = await renameAgent(renamed.agent, newName, sessions, { files, open: texts, renamesFiles });
      return 'problem' in edit ? edit : toRenameEdit(edit.files, edit.moved, client);
    }
    case 'plugin': {
      if (newName === renamed.name) return { documentChanges: [] };
      const edit = await renamePlugin(renamed.plugin, newName, sessions, files, texts);
      if ('problem' in edit) return edit;
      if (edit.left) onLeft?.(edit.left);
      const edits = edit.files.map((it) => it.edit);
      return toRenameEdit(edits, undefined, client);
    }
    case 'file': {
      if (newName === renamed.name) return { documentChanges: [] };
      if (!client.renames || !client.versionedEdits)
        return { problem: 'This editor does not let extensions rename files. Rename the file yourself' };
      const edit = await renameFile(renamed.path, newName, sessions, files, texts);
      return 'problem' in edit ? edit : toRenameEdit(edit.files, edit, client);
    }
    case 'skill': {
      const { skill, part, name } = renamed;
      if (newName === name) return { documentChanges: [] };
      if (part === 'name-field') {
        const edited = await renameNameField(skill, { ownFrom: name, ownTo: newName }, sessions, files, texts);
        return 'problem' in edited
          ? edited
          : toRenameEdit(
              edited.map(({ edit }) => edit),
              undefined,
              client,
            );
      }
      if (!client.renames || !client.versionedEdits)
        return { problem: 'This editor does not let extensions rename folders. Rename the folder yourself' };
      const edit = await renameSkill(sessions, { skill: skill.id, newName }, files, texts);
      if ('problem' in edit) return edit;
      if (edit.outside.length > 0)
        return {
          problem: `A link leads to ${edit.outside.join(', ')}. Rename the skill in the Skills view, which asks first`,
        };
      if (edit.left) onLeft?.(edit.left);
      return toRenameEdit(edit.files, edit, client);
    }
  }
}
