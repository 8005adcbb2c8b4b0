import { type Disposable, Position, Range, SnippetString, type TextEditor, Uri, window, workspace } from 'vscode';
import type { Destination, TreeNode } from '../../../../server/src/protocol.ts';
import { createdItem } from '../../changes/change-files.ts';
import { createWhole } from '../../changes/create-whole.ts';
import { childOf, exists } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { setContext } from '../../contributions/set-context.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { placeOf } from '../../text/place-of.ts';
import { askSkillName, skillNameProblem } from '../ask-skill-name.ts';
import { chooseDestination } from '../choose-destination.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "New Skill…". */
export function registerNewSkill(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('newSkill', (argument?: unknown) =>
    failures.guard('Could not create the skill', () => makeSkill(server, changes, choice.node(argument))),
  );
}

/**
 * Asks for the name, the kind and the place.
 *
 * @param node the group in the view whose menu has already said where
 */
async function makeSkill(server: LanguageServer, changes: SkillChanges, node: TreeNode | undefined): Promise<void> {
  const given = node && (await chooseDestination(server, { node: node.id }, whereQuestion));
  if (node && !given) return;
  const steps = given ? 2 : 3;
  const title = (step: number) => `New Skill${given ? ` in ${given.label}` : ''} (${step}/${steps})`;
  const wanted = await askName(server, title(1), '', given);
  if (wanted === undefined) return;
  const template = await chooseTemplate(server, title(2));
  if (template === undefined) return;
  const destination = given ?? (await chooseDestination(server, {}, whereQuestion, undefined, title(3)));
  if (!destination) return;
  const name = given ? wanted : await nameIn(server, wanted, destination);
  if (name === undefined) return;
  const folder = childOf(Uri.parse(destination.uri), name);
  if (await exists(folder)) throw new Error(`${placeOf(folder)} already exists`);
  const made = await server.request('skillwright/template', { name, template });
  const file = Uri.joinPath(folder, 'SKILL.md');
  await changes.make(async () => {
    await createWhole(folder, () => workspace.fs.writeFile(file, new TextEncoder().encode(made.text)));
    return createdItem(folder, `creating ${name}`);
  });
  // A step of the walkthrough is done.
  void setContext('createdSkill', true);
  await fillIn(await window.showTextDocument(file, { preview: false }), made.snippet);
  await changes.show(file);
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
async function nameIn(server: LanguageServer, name: string, destination: Destination): Promise<string | undefined> {
  const { taken, uri, label } = destination;
  const problem = await skillNameProblem(server, name, { taken, folder: uri });
  return problem?.severity === 'error' ? askName(server, `New Skill in ${label}`, name, destination) : name;
}

async function askName(server: LanguageServer, title: string, value: string, destination: Destination | undefined) {
  const surroundings = destination
    ? { taken: destination.taken, folder: destination.uri }
    : { taken: [], places: await server.request('skillwright/destinations', {}) };
  return askSkillName(server, { title, value, ...surroundings });
}

/** The id of the template to begin with; undefined if the user cancels. */
async function chooseTemplate(server: LanguageServer, title: string): Promise<string | undefined> {
  const templates = await server.request('skillwright/templates', {});
  if (templates.length === 0) throw new Error('the language server did not respond');
  const items = templates.map(({ id, label, detail }) => ({ label, detail, id }));
  const placeHolder = 'What kind of skill is it?';
  return (await window.showQuickPick(items, { title, placeHolder, matchOnDetail: true }))?.id;
}
