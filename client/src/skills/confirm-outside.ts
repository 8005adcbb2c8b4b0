import { window } from 'vscode';

/**
 * Asks whether something may be done although links lead it out of the folder that the person sees. True at once where
 * none do.
 *
 * @param places the real files or folders that would change
 */
export async function confirmOutside(places: readonly string[]): Promise<boolean> {
  if (places.length === 0) return true;
  const yes = 'Continue';
  const question = 'A link leads outside this folder. Continue there?';
  const detail = `This changes:\n${places.join('\n')}`;
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
