import { window } from 'vscode';

/**
 * Asks whether to change files outside of the folder that the user sees, where links lead. True without asking if there
 * are none.
 *
 * @param paths the real files or folders that would change
 */
export async function confirmOutside(paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  const yes = 'Continue';
  const question = 'A link leads outside this folder. Continue there?';
  const detail = `This changes:\n${paths.join('\n')}`;
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
