import { commands, Disposable, type QuickInputButton, ThemeIcon, window } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';

/** Typing should not make the tree stutter. In milliseconds. */
const delay = 120;

/** "Skillwright: Filter Skills…": while it is typed. Escape brings back the filter from before. */
export function registerFilterSkills({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.filterSkills', () => {
    const { choices } = view;
    const filterBefore = choices.filter;
    const clear: QuickInputButton = { iconPath: new ThemeIcon('clear-all'), tooltip: 'Clear' };
    const box = window.createInputBox();
    let timer: NodeJS.Timeout | undefined;
    const filter = (words: string) => {
      clearTimeout(timer);
      if (words.trim() !== choices.filter) choices.change({ filter: words.trim() });
    };
    let words = filterBefore;
    box.title = 'Filter Skills';
    box.placeholder = 'Type words from the name, description or path';
    box.value = filterBefore;
    box.valueSelection = [0, filterBefore.length];
    box.buttons = [clear];
    // Looking at the results does not close the box.
    box.ignoreFocusOut = true;
    const subscriptions = Disposable.from(
      box,
      box.onDidChangeValue((value) => {
        clearTimeout(timer);
        timer = setTimeout(() => filter(value), delay);
      }),
      box.onDidTriggerButton(() => {
        box.value = '';
        filter('');
      }),
      box.onDidAccept(() => {
        words = box.value;
        box.hide();
      }),
      box.onDidHide(() => {
        filter(words);
        subscriptions.dispose();
        if (view.visible) void commands.executeCommand('skillwright.skills.focus');
      }),
    );
    // What it filters should be in sight.
    if (!view.visible) void commands.executeCommand('skillwright.skills.focus').then(() => box.show());
    else box.show();
  });
}
