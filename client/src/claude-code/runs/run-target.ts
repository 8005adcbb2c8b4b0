import { type Memento, type QuickPickItem, window } from 'vscode';

/** Where a skill is run. */
export type RunTarget = 'terminal' | 'editor';

const key = 'skillwright.runs.target';

const picks: readonly (QuickPickItem & { readonly target: RunTarget })[] = [
  {
    target: 'editor',
    label: '$(play) In Editor',
    detail: 'Shows each step as it happens. Permission prompts are denied automatically.',
  },
  {
    target: 'terminal',
    label: '$(terminal) In Terminal',
    detail: 'Starts Claude Code in a terminal, where it can ask you.',
  },
];

/** Asks where a skill is run; undefined if the user cancels. The last answer is selected. */
export function askTarget(title: string, memento: Memento): Promise<RunTarget | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<(typeof picks)[number]>();
    pick.title = title;
    pick.placeholder = 'Select where to run it';
    pick.items = picks;
    const last = picks.find(({ target }) => target === memento.get(key));
    // With none named, the first row is selected; with an empty list, none is, and Enter would do nothing.
    if (last) pick.activeItems = [last];
    pick.onDidAccept(() => {
      const target = pick.selectedItems[0]?.target;
      if (target) void memento.update(key, target);
      resolve(target);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
