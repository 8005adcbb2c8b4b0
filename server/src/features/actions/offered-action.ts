import type { CodeAction, Command, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types';
import type { CheckedOpenFile } from '../check/open-file.ts';
import type { RefactoringSurroundings } from '../refactorings/files-change.ts';
import type { EditAbilities } from './workspace-edit.ts';
import type { Writer } from './writer.ts';

/** The abilities of the editor that decide which actions it is offered. */
export interface CodeActionAbilities extends EditAbilities {
  /** Opens a web page when the server asks for it. */
  readonly showsPages: boolean;
  /** Makes the rule in a finding a link to its page. */
  readonly linksRules: boolean;
  /** Has the commands of our own extension. */
  readonly runsCommands: boolean;
  /** Files can be made executable, and the workspace is trusted. */
  readonly makesExecutable?: boolean;
  /** Who can be asked for other words; undefined if nobody. Absent where the editor cannot show a proposal. */
  readonly findWriter?: () => Promise<Writer | undefined>;
  /** Asks for the edit of an action once the user has chosen it. */
  readonly resolvesEdits: boolean;
  /** Lists actions that are not possible, with the reason. */
  readonly showsDisabled: boolean;
}

/** The surroundings of a file, for actions that change other files. */
export type ActionSurroundings = RefactoringSurroundings;

/** An action whose edit is not known yet: creating it may cost more than a light bulb may take. */
export interface OfferedAction {
  readonly title: string;
  readonly kind: string;
  readonly diagnostics?: Diagnostic[];
  readonly isPreferred?: boolean;
  /** Why it is not possible here. */
  readonly disabled?: string;
  /** Runs in the editor, instead of an edit. */
  readonly command?: Command;
  /** Creates the edit; undefined if there is nothing to change. */
  readonly edit?: () => Promise<WorkspaceEdit | undefined> | WorkspaceEdit | undefined;
}

export interface ActionContext {
  readonly open: CheckedOpenFile;
  readonly client: CodeActionAbilities;
  /** Undefined where only the text itself is known. */
  readonly around: ActionSurroundings | undefined;
}

/** The action as the editor lists it, without its edit. */
export function listedAction({ edit: _, disabled, ...listed }: OfferedAction): CodeAction {
  return { ...listed, ...(disabled !== undefined && { disabled: { reason: disabled } }) };
}
