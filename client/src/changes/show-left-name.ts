import { commands, window } from 'vscode';
import type { LeftName } from '../../../server/src/protocol.ts';

/** Milliseconds in which one rename is told once, although the editor asks about the moved folder, too. */
const onceWithin = 5_000;

let last: { readonly name: string; readonly at: number } | undefined;

/** Says after a rename that the old name stays in texts, and shows them in VS Code's search. */
export async function showLeftName({ name, count }: LeftName): Promise<void> {
  const now = Date.now();
  if (last?.name === name && now - last.at < onceWithin) return;
  last = { name, at: now };
  const places = count === 1 ? '1 place that may mean' : `${count} places that may mean`;
  const show = 'Show in Search';
  const text = `“${name}” is still in ${places} something else, so it was not changed there.`;
  if ((await window.showInformationMessage(text, show)) !== show) return;
  const options = { query: name, matchWholeWord: true, isCaseSensitive: true, isRegex: false, triggerSearch: true };
  await commands.executeCommand('workbench.action.findInFiles', options);
}
