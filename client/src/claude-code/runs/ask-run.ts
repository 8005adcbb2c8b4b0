import { type Uri, window, workspace } from 'vscode';
import type { InvocationPreview } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { ArgumentHistory } from '../../preview/arguments/argument-history.ts';
import { chooseArguments } from '../../preview/arguments/choose-arguments.ts';
import { messageText } from '../../text/displayed-text.ts';
import { placeOf } from '../../text/place-of.ts';
import { reportProblem } from './report-problem.ts';

/** A skill that can be run: what is typed, and what its author says about arguments. */
type RunnableSkill = Pick<InvocationPreview, 'invocation' | 'argumentHint' | 'arguments'>;

/** Claude Code reads the saved file: asks what to do about unsaved changes. False if the user cancels. */
export async function ensureSaved(uri: Uri): Promise<boolean> {
  const document = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  if (!document?.isDirty) return true;
  const save = 'Save and Run';
  const runSaved = 'Run Without Saving';
  const question = `${placeOf(uri)} has unsaved changes`;
  const detail = 'Claude Code runs the skill as it is saved.';
  const chosen = await window.showWarningMessage(messageText(question), { modal: true, detail }, save, runSaved);
  if (chosen === save) return document.save();
  return chosen === runSaved;
}

/** Whether Claude Code can be started for a file. Says why not: before the user answers questions for nothing. */
export async function canRun(server: LanguageServer, uri: Uri): Promise<boolean> {
  if (!(await server.askAboutRights())) return false;
  const start = await server.request('skillwright/terminalRun', { uri: uri.toString(), arguments: '' });
  if (!('problem' in start)) return true;
  await reportProblem(start);
  return false;
}

/** The skill in a file; throws if there is none. */
export async function runnableSkill(server: LanguageServer, uri: Uri): Promise<RunnableSkill> {
  if (uri.scheme === 'untitled') throw new Error('the skill is not saved yet. Save it as SKILL.md in its own folder');
  const preview = await server.request('skillwright/preview', { uri: uri.toString(), arguments: '' });
  if (!preview) throw new Error(`${placeOf(uri)} is neither a skill nor a command`);
  return preview;
}

/** Asks for arguments, with those that were used before; undefined if the user cancels. */
export async function askArguments(
  history: ArgumentHistory,
  uri: Uri,
  { invocation, argumentHint, arguments: declared }: RunnableSkill,
  first: readonly string[] = [],
): Promise<string | undefined> {
  const offered = new Set([...first, ...history.of(uri.toString()), '']);
  const hint = argumentHint ?? declared.map(({ name }) => `[${name}]`).join(' ');
  const placeholder = hint === '' ? 'Type arguments, or select recent ones' : `Arguments: ${hint}`;
  const chosen = await chooseArguments(`Run ${invocation}`, [...offered], placeholder);
  if (chosen !== undefined) history.remember(uri.toString(), chosen);
  return chosen;
}
