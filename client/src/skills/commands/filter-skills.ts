import { commands, Disposable, type QuickInputButton, ThemeIcon, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { viewId } from '../../contributions/view-id.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import type { SkillsView } from '../view/skills-view.ts';
import { problemsWord } from '../view/view-choices.ts';

/** Pause in typing after which the tree is filtered. In milliseconds. */
const filterDelay = 120;

/** "Filter Skills…", "Show Only Skills with Problems" and "Clear Skill Filter". */
export function registerFilterSkills(view: SkillsView): Disposable {
  return Disposable.from(
    registerCommand('filterSkills', () => askFilter(view)),
    registerCommand('showSkillsWithProblems', () => {
      const { filter } = view.choices;
      view.choices.change({ filter: `${problemsWord} ${filter.replace(problemsWord, '')}`.trim() });
    }),
    registerCommand('clearFilter', () => view.choices.change({ filter: '' })),
  );
}

/** Filters the tree while the user types. Escape restores the previous filter. */
function askFilter(view: SkillsView): void {
  const { choices } = view;
  const filterBefore = choices.filter;
  const clear: QuickInputButton = { iconPath: new ThemeIcon('clear-all'), tooltip: 'Clear' };
  const box = window.createInputBox();
  const filter = (text: string) => {
    filtering.cancel();
    if (text.trim() !== choices.filter) choices.change({ filter: text.trim() });
  };
  const filtering = new RunOnceScheduler(filterDelay, () => filter(box.value));
  let accepted = filterBefore;
  box.title = 'Filter Skills';
  box.placeholder = `Type words from the name, description or path, or ${problemsWord}`;
  box.value = filterBefore;
  box.valueSelection = [0, filterBefore.length];
  box.buttons = [clear];
  // The box stays open while the user looks at the results.
  box.ignoreFocusOut = true;
  const subscriptions = Disposable.from(
    box,
    filtering,
    box.onDidChangeValue(() => filtering.schedule()),
    box.onDidTriggerButton(() => {
      box.value = '';
      filter('');
    }),
    box.onDidAccept(() => {
      accepted = box.value;
      box.hide();
    }),
    box.onDidHide(() => {
      filter(accepted);
      subscriptions.dispose();
      if (view.visible) void commands.executeCommand(`${viewId('skills')}.focus`);
    }),
  );
  // The tree must be visible while it is filtered.
  if (!view.visible) void commands.executeCommand(`${viewId('skills')}.focus`).then(() => box.show());
  else box.show();
}
