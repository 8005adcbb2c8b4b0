import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { RunState, RunSummary } from '../../../../server/src/protocol.ts';
import { commandId } from '../../contributions/command-id.ts';
import { pathFromHome } from '../../text/path-from-home.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { shortText } from '../../text/short-text.ts';
import { startInWords } from '../../text/times-and-costs.ts';
import { isActive, problemInWords, runFacts, runNumbers, stateInWords } from './run-words.ts';

const icons: Readonly<Record<RunState, ThemeIcon>> = {
  starting: new ThemeIcon('loading~spin'),
  running: new ThemeIcon('loading~spin'),
  succeeded: new ThemeIcon('pass', new ThemeColor('testing.iconPassed')),
  failed: new ThemeIcon('error', new ThemeColor('testing.iconFailed')),
  cancelled: new ThemeIcon('circle-slash'),
};

/** Of a run that succeeded as far as it was permitted. */
const deniedIcon = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));

/** Characters of an invocation in a row, so that its facts are visible in a narrow view. The tooltip has all of it. */
const rowLength = 22;

/** A run as a row of the view. */
export function runTreeItem(run: RunSummary, now: number): TreeItem {
  const { id, state, folder, model, denied = 0, startedAt, sessionId, transcript } = run;
  const invocation = revealInvisible(run.invocation).replaceAll('\n', ' ⏎ ');
  const facts = revealInvisible(runFacts(run, now));
  const problem = problemInWords(run);
  const item = new TreeItem(shortText(invocation, rowLength), TreeItemCollapsibleState.None);
  item.id = id;
  item.description = facts;
  item.iconPath = state === 'succeeded' && denied > 0 ? deniedIcon : icons[state];
  item.tooltip = [
    revealInvisible(run.invocation),
    [stateInWords(run), ...runNumbers(run, now), startInWords(startedAt, now)].join(' · '),
    ...(problem === undefined ? [] : [revealInvisible(problem)]),
    [pathFromHome({ fsPath: folder }), model].filter((it) => it !== undefined).join(' · '),
  ].join('\n');
  item.accessibilityInformation = { label: `${invocation}, ${stateInWords(run)}, ${facts}` };
  item.contextValue = [
    'run',
    isActive(run) ? 'active' : run.isEvaluation ? 'evaluated' : 'ended',
    ...(sessionId === undefined ? [] : ['session']),
    ...(transcript === undefined ? [] : ['transcript']),
  ].join(' ');
  item.command = { command: commandId('openRun'), title: '', arguments: [{ run: id }] };
  return item;
}
