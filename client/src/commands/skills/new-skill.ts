import { type Disposable, Position, Range, SnippetString, type TextEditor, Uri, window, workspace } from 'vscode';
import type { Destination } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { setContext } from '../../contributions/set-context.ts';
import { askSkillName, skillNameProblem } from '../../skills/ask-skill-name.ts';
import { createdItem } from '../../skills/changes/change-files.ts';
import { createWhole } from '../../skills/changes/create-whole.ts';
import { chooseDestination } from '../../skills/choose-destination.ts';
import { nodeOf } from '../../skills/choose-skill.ts';
import { childOf, exists } from '../../skills/file-uris.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import { placeOf } from '../../text/place-of.ts';

/** "New Skill…". */
export function registerNewSkill(actions: SkillActions): Disposable {
  return registerCommand('newSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not create the skill', () => makeSkill(actions, argument)),
  );
}

/** Asks for the name, the kind and the place; the menu of a group in the view has already said where. */
async function makeSkill(actions: SkillActions, argument: unknown): Promise<void> {
  const node = nodeOf(argument, actions);
  const given = node && (await chooseDestination(actions, { node: node.id }, whereQuestion));
  if (node && !given) return;
  const steps = given ? 2 : 3;
  const title = (step: number) => `New Skill${given ? ` in ${given.label}` : ''} (${step}/${steps})`;
  const wanted = await askName(actions, title(1), '', given);
  if (wanted === undefined) return;
  const template = await chooseTemplate(actions, title(2));
  if (template === undefined) return;
  const destination = given ?? (await chooseDestination(actions, {}, whereQuestion, undefined, title(3)));
  if (!destination) return;
  const name = given ? wanted : await nameIn(actions, wanted, destination);
  if (name === undefined) return;
  const folder = childOf(Uri.parse(destination.uri), name);
  if (await exists(folder)) throw new Error(`${placeOf(folder)} already exists`);
  const made = await actions.server.request('skillwright/template', { name, template });
  const file = Uri.joinPath(folder, 'SKILL.md');
  await actions.history.make(async () => {
    await createWhole(folder, () => workspace.fs.writeFile(file, new TextEncoder().encode(made.text)));
    return createdItem(folder, `creating ${name}`);
  });
  // A step of the walkthrough is done.
  void setContext('createdSkill', true);
  await fillIn(await window.showTextDocument(file, { preview: false }), made.snippet);
  await actions.view.reload(file);
}

/** Tab leads through the parts that the author has to write. The file has the same text as before. */
async function fillIn(editor: TextEditor, snippet: string): Promise<void> {
  const { document } = editor;
  const whole = new Range(new Position(0, 0), document.positionAt(document.getText().length));
  await editor.insertSnippet(new SnippetString(snippet), whole);
  await document.save();
}

const whereQuestion = 'Where do you want to create the skill?';

/** The name, or another one if the folder cannot have it. */
async function nameIn(
  actions: Pick<SkillActions, 'server'>,
  name: string,
  destination: Destination,
): Promise<string | undefined> {
  const { taken, uri, label } = destination;
  const problem = await skillNameProblem(actions.server, name, { taken, folder: uri });
  return problem?.severity === 'error' ? askName(actions, `New Skill in ${label}`, name, destination) : name;
}

async function askName(
  { server }: Pick<SkillActions, 'server'>,
  title: string,
  value: string,
  destination: Destination | undefined,
) {
  const surroundings = destination
    ? { taken: destination.taken, folder: destination.uri }
    : { taken: [], places: await server.request('skillwright/destinations', {}) };
  return askSkillName(server, { title, value, ...surroundings });
}

/** The id of the template to begin with; undefined if the user cancels. */
async function chooseTemplate({ server }: Pick<SkillActions, 'server'>, title: string): Promise<string | undefined> {
  const templates = await server.request('skillwright/templates', {});
  if (templates.length === 0) throw new Error('the language server did not respond');
  const items = templates.map(({ id, label, detail }) => ({ label, detail, id }));
  const placeHolder = 'What kind of skill is it?';
  return (await window.showQuickPick(items, { title, placeHolder, matchOnDetail: true }))?.id;
}
