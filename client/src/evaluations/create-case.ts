import { commands, Uri, window, workspace } from 'vscode';
import type { CaseFile, NewCaseFiles, NewCaseParams } from '../../../server/src/protocol.ts';
import { createdItem } from '../changes/change-files.ts';
import { createWhole } from '../changes/create-whole.ts';
import { childOf, exists } from '../changes/file-uris.ts';
import type { SkillChanges } from '../changes/skill-changes.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { inputBoxText, messageText } from '../text/displayed-text.ts';
import { placeOf } from '../text/place-of.ts';

/**
 * Asks what is left to know for a case, creates it, and opens its prompt.
 *
 * @param asked how many questions were asked before
 */
export async function createCase(
  server: LanguageServer,
  changes: SkillChanges,
  wish: NewCaseParams,
  title: string,
  asked = 0,
): Promise<void> {
  const step = (number: number) => `${title} (${asked + number}/${asked + 2})`;
  const happened = wish.run !== undefined || wish.session !== undefined;
  const checked = happened ? 'what happened' : 'whether the skill is called';
  const criterion = await askCriterion(
    step(1),
    `A model judges it, which costs money. Leave empty to check only ${checked}`,
  );
  if (criterion === undefined) return;
  const made = await filesOf(server, criterion === '' ? wish : { ...wish, criteria: [criterion] }, step(1));
  if (!made) return;
  const name = await askCaseName(server, made, step(2));
  if (name === undefined) return;
  const folder = childOf(Uri.parse(made.evaluations), name);
  if (await exists(folder)) throw new Error(`${placeOf(folder)} already exists`);
  await changes.make(async () => {
    await createWhole(folder, () => writeFiles(folder, made.files));
    return createdItem(folder, `creating ${name}`);
  });
  const prompt = Uri.joinPath(folder, 'prompt.md');
  await window.showTextDocument(prompt, { preview: false });
  tellCreated(name, made, prompt);
}

/** Says what judges the case and where it runs. */
function tellCreated(name: string, { files, notes }: NewCaseFiles, prompt: Uri): void {
  const graders = files.flatMap(({ path }) => /^graders\/(.+)\.md$/.exec(path)?.[1] ?? []);
  const deciding =
    graders.length === 1
      ? `The grader ${graders[0]} decides whether it passes`
      : `It passes only if all its graders do: ${graders.join(', ')}`;
  const judged = `Created the case ${name}. ${deciding}`;
  const sentences = [judged, ...notes].map((it) => `${it}.`);
  const [run, show] = ['Run', 'Show in Test Explorer'];
  void window.showInformationMessage(messageText(sentences.join(' ')), run, show).then(async (choice) => {
    if (choice === show) await commands.executeCommand('workbench.view.testing.focus');
    if (choice !== run) return;
    await window.showTextDocument(prompt);
    await commands.executeCommand('testing.runCurrentFile');
  });
}

/** Writes files into a folder that does not exist. */
export async function writeFiles(folder: Uri, files: readonly CaseFile[]): Promise<void> {
  for (const { path, text } of files) {
    const file = path.split('/').reduce(childOf, folder);
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }
}

async function filesOf(server: LanguageServer, wish: NewCaseParams, title: string): Promise<NewCaseFiles | undefined> {
  const made = await server.request('skillwright/newCase', wish);
  if (!('problem' in made)) return made;
  if (!made.needsCriterion) throw new Error(made.problem);
  const criterion = await askCriterion(title, 'Nothing happened that could be checked without a model', true);
  if (criterion === undefined) return undefined;
  const again = await server.request('skillwright/newCase', { ...wish, criteria: [criterion] });
  if ('problem' in again) throw new Error(again.problem);
  return again;
}

/** Empty if nothing should be judged; undefined if the user cancels. */
async function askCriterion(title: string, remark: string, isNeeded = false): Promise<string | undefined> {
  const text = await window.showInputBox({
    title,
    prompt: `What must be true of the answer? ${remark}`,
    placeHolder: 'For example, the answer names every changed file',
    ignoreFocusOut: true,
    validateInput: (it) => (isNeeded && it.trim() === '' ? 'Enter what a model should judge' : undefined),
  });
  return text?.trim();
}

async function askCaseName(
  server: LanguageServer,
  { name, evaluations }: NewCaseFiles,
  title: string,
): Promise<string | undefined> {
  const folder = Uri.parse(evaluations);
  const text = await window.showInputBox({
    title,
    value: name,
    prompt: inputBoxText(`The name of the case and of its folder in ${placeOf(folder)}`),
    ignoreFocusOut: true,
    async validateInput(it) {
      const problem = await server.request('skillwright/caseNameProblem', { name: it.trim() });
      if (problem !== null) return inputBoxText(problem);
      return (await exists(childOf(folder, it.trim()))) ? inputBoxText(`“${it.trim()}” already exists`) : undefined;
    },
  });
  return text?.trim();
}
