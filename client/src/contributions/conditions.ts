import type { ContextWord } from '../../../server/src/protocol.ts';
import { type TabName, type ViewName, viewId } from './view-id.ts';

/** A `when` clause of VS Code. */
export type Condition = string;

/** The context keys of the extension, which follow `skillwright.`. */
export type ContextKey = ContextFlag | keyof ContextStates;

type ContextFlag =
  /** The installed Claude Code is being asked, or has answered. */
  | 'asking'
  | 'asked'
  | 'canUndo'
  | 'checkingAll'
  | 'checkedAll'
  | 'claudeCodeMissing'
  /** A skill was created in this window. */
  | 'createdSkill'
  | 'emptyGroupsHidden'
  | 'filtered'
  | 'hasRuns'
  | 'hasWhatIf'
  | 'inBrowser'
  | 'onlyProblems'
  | 'previewLocked'
  | 'previewOpen'
  | 'readingSessions';

export interface ContextStates {
  /** The run in the active tab. */
  readonly shownRun: 'active' | 'ended' | 'evaluated';
  /** The Skills view. */
  readonly skills: 'filled' | 'filtered' | 'empty' | 'failed';
}

/** Words for rows of the Runs view, and those that the extension adds to the words of the Skills view. */
type RowWord = ContextWord | 'inworkspace' | 'run' | 'active' | 'ended' | 'evaluated' | 'session' | 'transcript';

export function key(name: ContextFlag): Condition {
  return `skillwright.${name}`;
}

export function is<Name extends keyof ContextStates>(name: Name, ...states: readonly ContextStates[Name][]): Condition {
  const [first, ...others] = states;
  return `skillwright.${name} ${others.length === 0 ? `== '${first}'` : `=~ /^(${states.join('|')})$/`}`;
}

export function all(...conditions: readonly Condition[]): Condition {
  return conditions.map((it) => (it.includes(' || ') ? `(${it})` : it)).join(' && ');
}

export function any(...conditions: readonly Condition[]): Condition {
  return conditions.join(' || ');
}

export function not(condition: Condition): Condition {
  return condition.includes(' ') ? `!(${condition})` : `!${condition}`;
}

/** Whether the row whose menu it is has one of these words. */
export function has(...words: readonly RowWord[]): Condition {
  const [first, ...others] = words;
  return String.raw`viewItem =~ /\b${others.length === 0 ? first : `(${words.join('|')})`}\b/`;
}

export function inView(view: ViewName): Condition {
  return `view == ${viewId(view)}`;
}

/** Whether a view is open in the side bar, for commands that do nothing anywhere else. */
export function isShown(view: ViewName): Condition {
  return `view.${viewId(view)}.visible`;
}

export function inFocusedList(view: ViewName): Condition {
  return `focusedView == '${viewId(view)}' && listFocus && !inputFocus`;
}

export function inTab(tab: TabName): Condition {
  return `activeWebviewPanelId == '${viewId(tab)}'`;
}

export const never: Condition = 'false';
export const isTrusted: Condition = 'isWorkspaceTrusted';
export const hasFolder: Condition = 'workspaceFolderCount != 0';
export const isSkill = has('skill', 'command');
/** Where Claude Code can run. */
export const onMachine = all('!virtualWorkspace', not(key('inBrowser')));
/** Where the system has a file manager. */
export const atDesk = all('!isWeb', '!remoteName');
/** A run of a case as a text. */
export const isTrace: Condition = 'resourceScheme == skillwright-trace';
/** A skill in an editor of its own. */
export const isSkillEditor = any(
  all(String.raw`resourceFilename =~ /^skill\.md$/i`, '!isInDiffEditor', '!activeWebviewPanelId'),
  all('resourceScheme == untitled', 'editorLangId == skill', '!activeWebviewPanelId'),
  all(String.raw`resourcePath =~ /\.claude.commands.+\.md$/`, '!isInDiffEditor', '!activeWebviewPanelId'),
);
/** A skill, or a file that one bundles. */
export const isSkillFile = any(
  String.raw`resourceFilename =~ /^skill\.md$/i`,
  'editorLangId == skill',
  String.raw`resourcePath =~ /[\\/](skills|\.claude[\\/]commands)[\\/]/`,
);
