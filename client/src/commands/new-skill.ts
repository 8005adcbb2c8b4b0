import { commands, type Disposable, Selection, Uri, window, workspace } from 'vscode';
import { askSkillName } from '../skills/ask-skill-name.ts';
import { createdItem } from '../skills/changes/change-files.ts';
import { createWhole } from '../skills/changes/create-whole.ts';
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
    node ? 'New Skill' : 'New Skill (1/3)',
  );
  if (!destination) return;
  // The menu of a group in the view has already said where.
  const title = (step: number) => `New Skill in ${destination.label} (${node ? `${step - 1}/2` : `${step}/3`})`;
  const { taken, uri } = destination;
  const template = await chooseTemplate(actions, title(2));
  if (template === undefined) return;
  const name = await askSkillName(actions.server, { title: title(3), value: '', taken, folder: uri });
  if (name === undefined) return;
  const folder = childOf(Uri.parse(destination.uri), name);
  if (await exists(folder)) throw new Error(`${shownPath(folder)} already exists`);
  const made = await actions.server.request('skillwright/template', { name, template });
  if (!made) throw new Error('there is no such template');
  const file = Uri.joinPath(folder, 'SKILL.md');
  await actions.history.make(async () => {
    await createWhole(folder, () => workspace.fs.writeFile(file, new TextEncoder().encode(made.text)));
    return createdItem(folder, `creating ${name}`);
  });
  const editor = await window.showTextDocument(file, { preview: false });
  const positionAt = (offset: number) => editor.document.positionAt(offset);
  editor.selection = new Selection(positionAt(made.selection.start), positionAt(made.selection.end));
  await actions.view.reload(file);
}

/** The id of the template to begin with; undefined if the user cancels. */
async function chooseTemplate({ server }: SkillActions, title: string): Promise<string | undefined> {
  const templates = await server.request('skillwright/templates', {});
  const items = templates.map(({ id, label, detail }) => ({ label, detail, id }));
  const placeHolder = 'What kind of skill is it?';
  return (await window.showQuickPick(items, { title, placeHolder, matchOnDetail: true }))?.id;
}
