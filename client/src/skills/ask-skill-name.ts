import { type InputBoxValidationMessage, InputBoxValidationSeverity, l10n, window } from 'vscode';
import type { ServerStart } from '../server-start.ts';

export interface NameQuestion {
  readonly title: string;
  /** What stands in the box at first, selected. */
  readonly value: string;
  /** Names that are taken, in any case. */
  readonly taken: readonly string[];
  readonly prompt?: string;
}

/** Asks for the name of a skill and says while it is typed what is wrong with it; undefined when the person leaves. */
export async function askSkillName(server: ServerStart, question: NameQuestion): Promise<string | undefined> {
  const taken = new Set(question.taken.map((name) => name.toLowerCase()));
  const name = await window.showInputBox({
    title: question.title,
    value: question.value,
    prompt: question.prompt ?? l10n.t('It becomes the folder’s name, and what is typed after “/”'),
    placeHolder: l10n.t('For example reviewing-diffs'),
    validateInput: (text) => problemOf(server, text.trim(), taken),
  });
  return name?.trim();
}

/** `current` with a number, so that it is none of those that are taken. */
export function freeName(current: string, taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  if (!names.has(current.toLowerCase())) return current;
  for (let number = 2; ; number++) {
    const name = `${current}-${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

async function problemOf(
  server: ServerStart,
  name: string,
  taken: ReadonlySet<string>,
): Promise<InputBoxValidationMessage | string | undefined> {
  // Nothing is wrong with an empty box that was just opened, but Enter must not take it.
  if (name === '') return { message: l10n.t('Type a name'), severity: InputBoxValidationSeverity.Error };
  if (/[\\/]/.test(name) || name === '.' || name === '..') return l10n.t('A name is one folder, without slashes');
  if (taken.has(name.toLowerCase())) return l10n.t('“{0}” exists already', name);
  // Without an answer the name is as good as any: the editor reports what is wrong with the skill.
  const problem = await server.request('skillwright/nameProblem', { name }).catch(() => null);
  if (!problem) return undefined;
  const severity = problem.severity === 'error' ? InputBoxValidationSeverity.Error : InputBoxValidationSeverity.Warning;
  return { message: problem.message, severity };
}
