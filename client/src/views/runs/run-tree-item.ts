import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { RunState, RunSummary } from '../../../../server/src/protocol.ts';
import { shownPath } from '../../text/shown-path.ts';
import { visibleText } from '../../text/visible-text.ts';
import { isActive, runFacts, startInWords, stateInWords } from './run-words.ts';

const icons: Readonly<Record<RunState, ThemeIcon>> = {
  starting: new ThemeIcon('loading~spin'),
  running: new ThemeIcon('loading~spin'),
  succeeded: new ThemeIcon('pass', new ThemeColor('testing.iconPassed')),
  failed: new ThemeIcon('error', new ThemeColor('testing.iconFailed')),
  cancelled: new ThemeIcon('circle-slash'),
};

/** A run as a row of the view. */
export function runTreeItem(run: RunSummary, now: number): TreeItem {
  const { id, state, folder, model, problem, startedAt, sessionId, transcript } = run;
  const invocation = visibleText(run.invocation).replaceAll('\n', ' ⏎ ');
  const facts = visibleText(runFacts(run, now));
  const item = new TreeItem(invocation, TreeItemCollapsibleState.None);
  item.id = id;
  item.description = facts;
  item.iconPath = icons[state];
  item.tooltip = [
    visibleText(run.invocation),
    `${stateInWords(state)} · ${startInWords(startedAt, now)}`,
    ...(problem === undefined ? [] : [visibleText(problem)]),
    [shownPath({ fsPath: folder }), model].filter((it) => it !== undefined).join(' · '),
  ].join('\n');
  item.accessibilityInformation = { label: `${invocation}, ${stateInWords(state)}, ${facts}` };
  item.contextValue = [
    'run',
    isActive(run) ? 'active' : 'ended',
    ...(sessionId === undefined ? [] : ['session']),
    ...(transcript === undefined ? [] : ['transcript']),
  ].join(' ');
  item.command = { command: 'skillwright.openRun', title: '', arguments: [{ run: id }] };
  return item;
}
