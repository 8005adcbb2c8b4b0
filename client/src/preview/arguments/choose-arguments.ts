import { type QuickPickItem, window } from 'vscode';
import { labelText } from '../../text/displayed-text.ts';
import { chosenOrTyped } from '../../views/chosen-or-typed.ts';

type ArgumentsPick = QuickPickItem & { readonly arguments: string };

/** Lets the user select recent arguments or type new ones; undefined if they cancel. */
export function chooseArguments(
  title: string,
  history: readonly string[],
  placeholder = 'Select recent arguments, or type new ones',
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const picks = window.createQuickPick<ArgumentsPick>();
    const show = (typed: string) => {
      const earlier = history.map((text) => pickOf(text, ''));
      const isNew = typed !== '' && !history.includes(typed);
      picks.items = [...(isNew ? [{ ...pickOf(typed, 'as typed'), alwaysShow: true }] : []), ...earlier];
    };
    picks.title = title;
    picks.placeholder = placeholder;
    // The typed text is not lost when the user looks something up in a file.
    picks.ignoreFocusOut = true;
    picks.onDidChangeValue(show);
    picks.onDidAccept(() => {
      resolve(chosenOrTyped(picks.selectedItems[0]?.arguments, picks.value));
      picks.hide();
    });
    picks.onDidHide(() => {
      resolve(undefined);
      picks.dispose();
    });
    show('');
    picks.show();
  });
}

function pickOf(text: string, description: string): ArgumentsPick {
  const label = text === '' ? 'No arguments' : labelText(text.replaceAll(/\r?\n/g, ' ⏎ '));
  return { label, description, arguments: text };
}
