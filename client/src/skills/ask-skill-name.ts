import { type InputBoxValidationMessage, InputBoxValidationSeverity, window } from 'vscode';
import { folderNameFault, type NameFault, nameKey } from '../../../server/src/archive/folder-name.ts';
import type { Destination, NameProblem } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { inputBoxText } from '../text/displayed-text.ts';

interface NameQuestion {
  readonly title: string;
  /** The initial value of the box, selected. */
  readonly value: string;
  /** Names that are taken, whatever their case. */
  readonly taken: readonly string[];
  /** The places that can still be chosen: a name that is taken in one of them may be free in another. */
  readonly places?: readonly Destination[];
  readonly prompt?: string;
  /** The URI of the folder in which the skill's folder or file will be. */
  readonly folder?: string;
}

/** The names and the folder that a new name must fit into. */
type NameSurroundings = Pick<NameQuestion, 'taken' | 'folder'>;

/** Asks for the name of a skill, and validates it while the user types; undefined if they cancel. */
export async function askSkillName(server: LanguageServer, question: NameQuestion): Promise<string | undefined> {
  const name = await window.showInputBox({
    title: question.title,
    value: question.value,
    prompt: inputBoxText(question.prompt ?? 'The name of the folder, and what you type after “/”'),
    placeHolder: 'For example, reviewing-diffs',
    ignoreFocusOut: true,
    validateInput: (text) => validate(server, text.trim(), question),
  });
  return name?.trim();
}

/**
 * The problem with a name for a skill, whether it comes from a user, a folder or an archive. An `error` means that it
 * must not be used.
 */
export async function skillNameProblem(
  server: LanguageServer,
  name: string,
  { taken, folder }: NameSurroundings,
): Promise<NameProblem | undefined> {
  const fault = folderNameFault(name);
  if (fault) return { message: describeFault(fault), severity: 'error' };
  if (isAmong(taken, name)) return { message: `“${name}” already exists`, severity: 'error' };
  // Without an answer the name is accepted: the editor reports what is wrong with the skill.
  const params = { name, ...(folder !== undefined && { folder }) };
  return (await server.request('skillwright/nameProblem', params).catch(() => null)) ?? undefined;
}

/** `current`, with a number if it is taken. */
export function freeName(current: string, taken: readonly string[]): string {
  const names = new Set(taken.map(nameKey));
  if (!names.has(nameKey(current))) return current;
  for (let number = 2; ; number++) {
    const name = `${current}-${number}`;
    if (!names.has(nameKey(name))) return name;
  }
}

async function validate(
  server: LanguageServer,
  name: string,
  question: NameQuestion,
): Promise<InputBoxValidationMessage | undefined> {
  const problem = (await skillNameProblem(server, name, question)) ?? takenSomewhere(name, question);
  if (!problem) return undefined;
  const severity = problem.severity === 'error' ? InputBoxValidationSeverity.Error : InputBoxValidationSeverity.Warning;
  return { message: inputBoxText(problem.message), severity };
}

function takenSomewhere(name: string, { places = [] }: NameQuestion): NameProblem | undefined {
  const holding = places.filter(({ taken }) => isAmong(taken, name));
  if (holding.length === 0) return undefined;
  const message = `“${name}” already exists in ${holding.map(({ label }) => label).join(', ')}`;
  return { message, severity: holding.length === places.length ? 'error' : 'warning' };
}

function isAmong(taken: readonly string[], name: string): boolean {
  return taken.some((it) => nameKey(it) === nameKey(name));
}

function describeFault(fault: NameFault): string {
  switch (fault) {
    case 'empty':
      return 'Enter a name';
    case 'dots':
    case 'slash':
      return 'A name must be a single folder name, without slashes';
    case 'character':
      return 'A name cannot contain control characters or any of < > : " | ? *';
    case 'end':
      return 'A name cannot end with a dot or a space';
    case 'device':
      return 'Windows reserves this name for a device';
    case 'long':
      return 'The name is too long for a folder';
  }
}
