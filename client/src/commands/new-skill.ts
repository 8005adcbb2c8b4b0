import { commands, type Disposable, Selection, Uri, window, workspace } from 'vscode';
import { askSkillName } from '../skills/ask-skill-name.ts';
import { createdItem } from '../skills/changes/change-files.ts';
import { chooseDestination } from '../skills/choose-destination.ts';
import { nodeOf } from '../skills/choose-skill.ts';
import { childOf, exists } from '../skills/file-uris.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';
import { shownPath } from '../text/shown-path.ts';

/** "New Skill…". */
export function registerNewSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.newSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not create the skill', () => makeSkill(actions, argument)),
  );
}

async function makeSkill(actions: SkillActions, argument: unknown): Promise<void> {
  const node = nodeOf(argument, actions);
  const destination = await chooseDestination(
    actions,
    node ? { node: node.id } : {},
    'Where do you want to create the skill?',
    undefined,
    node ? 'New Skill' : 'New Skill (1/2)',
  );
  if (!destination) return;
  // The menu of a group in the view has already said where.
  const title = `New Skill in ${destination.label}${node ? '' : ' (2/2)'}`;
  const { taken, uri } = destination;
  const name = await askSkillName(actions.server, { title, value: '', taken, folder: uri });
  if (name === undefined) return;
  const folder = childOf(Uri.parse(destination.uri), name);
  if (await exists(folder)) throw new Error(`${shownPath(folder)} already exists`);
  const text = await actions.server.request('skillwright/template', { name });
  const file = Uri.joinPath(folder, 'SKILL.md');
  await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  actions.history.record(await createdItem(folder, `creating ${name}`));
  const editor = await window.showTextDocument(file, { preview: false });
  const shown = editor.document.getText();
  // The description decides when the model uses the skill, so the cursor starts there.
  const written = /^(description:[ \t]*["']?)(.*?)["']?$/m.exec(shown);
  const offset = written ? written.index + written[1]!.length : shown.length;
  const start = editor.document.positionAt(offset);
  const end = editor.document.positionAt(offset + (written?.[2] ?? '').length);
  editor.selection = new Selection(start, end);
  await actions.view.reload(file);
}
