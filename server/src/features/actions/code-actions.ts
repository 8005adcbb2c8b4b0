import { type CodeAction, CodeActionKind } from 'vscode-languageserver-types';
import type { TextRange } from '../../document/text/text-range.ts';
import type { CheckedOpenFile } from '../check/open-file.ts';
import {
  organizeFrontmatterKind,
  type Refactoring,
  refactorings,
  refactoringsOfInstructions,
} from '../refactorings/refactorings.ts';
import type { InstructionText } from '../refactorings/section-to-skill.ts';
import {
  type ActionContext,
  type ActionSurroundings,
  type CodeActionAbilities,
  listedAction,
  type OfferedAction,
} from './offered-action.ts';
import { fixAllKind, fixAllOfFile, quickFixes } from './quick-fixes.ts';
import { canMake, changeToWorkspaceEdit, type EditedOpenText } from './workspace-edit.ts';

/*
 * Code actions do not depend on the diagnostics in the request. They use the findings of the document, which is
 * checked once per version.
 */

/** The range and the kinds of requested actions. */
interface CodeActionRequest {
  readonly range: TextRange;
  /** The requested kinds, including subkinds; undefined for those of a light bulb. */
  readonly only: readonly CodeActionKind[] | undefined;
  /** Whether a folder is open, which then has settings of its own. */
  readonly hasWorkspace?: boolean;
  /** Whether the user has asked for them, and not the cursor. */
  readonly isInvoked?: boolean;
}

/** An action that the user has chosen, as the editor sends it back: where it was offered, and as which one. */
export interface ChosenAction extends CodeActionRequest {
  readonly uri: string;
  readonly version: number;
  readonly index: number;
}

/** The kinds of all actions, for the editor's menus. */
export const codeActionKinds: readonly CodeActionKind[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorRewrite,
  organizeFrontmatterKind,
  fixAllKind,
];

/** A text for which actions are requested. */
type ActionText = CheckedOpenFile | InstructionText;

/** The actions for a range. If the editor asks for the edit of a chosen action, they are listed without edits. */
export async function codeActions(
  text: ActionText,
  request: CodeActionRequest,
  client: CodeActionAbilities,
  around?: ActionSurroundings,
): Promise<CodeAction[]> {
  const offered = await offeredFor(text, request, client, around);
  const actions = await Promise.all(
    offered.map(async (action, index): Promise<CodeAction | undefined> => {
      const listed = listedAction(action);
      if (!action.edit) return listed;
      if (client.resolvesEdits) {
        const { uri, version } = text;
        return { ...listed, data: { ...request, uri, version, index } satisfies ChosenAction };
      }
      const edit = await action.edit();
      return edit && { ...listed, edit };
    }),
  );
  return actions.filter((action) => action !== undefined);
}

/** An action with its edit, once the user has chosen it; undefined if it is not offered any more. */
export async function resolveCodeAction(
  action: CodeAction,
  text: ActionText,
  client: CodeActionAbilities,
  around?: ActionSurroundings,
): Promise<CodeAction | undefined> {
  const { index, ...request } = action.data as ChosenAction;
  if (request.version !== text.version) return undefined;
  const offered = (await offeredFor(text, request, client, around))[index];
  if (offered?.title !== action.title) return undefined;
  const edit = await offered.edit?.();
  return edit ? { ...action, edit } : action;
}

async function offeredFor(
  text: ActionText,
  request: CodeActionRequest,
  client: CodeActionAbilities,
  around: ActionSurroundings | undefined,
): Promise<OfferedAction[]> {
  if ('findings' in text) return offeredActions({ open: text, client, around }, request);
  if (!around || !wants(request.only, CodeActionKind.RefactorExtract)) return [];
  const refactorings = await refactoringsOfInstructions(text, request.range, around);
  return refactorings.flatMap((refactoring) => offerRefactoring(refactoring, text, client));
}

async function offeredActions(
  context: ActionContext,
  { range, only, hasWorkspace = false, isInvoked = false }: CodeActionRequest,
): Promise<OfferedAction[]> {
  const offered: OfferedAction[] = [];
  if (wants(only, CodeActionKind.QuickFix))
    offered.push(...(await quickFixes(context, { range, hasWorkspace, isInvoked })));
  // Not part of the light bulb, which has an action for it where there is something to fix.
  if (only && wants(only, fixAllKind)) offered.push(...fixAllOfFile(context));
  for (const refactoring of await refactorings(context, range, (kind) => wantsRefactoring(only, kind)))
    offered.push(...offerRefactoring(refactoring, context.open, context.client));
  return offered;
}

/** Source actions are for a menu of their own and for saving, never for a light bulb. */
function wantsRefactoring(only: CodeActionRequest['only'], kind: string): boolean {
  return wants(only, kind) && (only !== undefined || !kind.startsWith(CodeActionKind.Source));
}

function offerRefactoring(
  { title, kind, disabled, needs, command, change }: Refactoring,
  open: EditedOpenText,
  client: CodeActionAbilities,
): OfferedAction[] {
  if (!canMake(needs, open, client)) return [];
  if (command !== undefined) {
    const run = { title, command, arguments: [{ file: open.uri }] };
    return client.runsCommands ? [{ title, kind, command: run }] : [];
  }
  if (disabled !== undefined) return client.showsDisabled ? [{ title, kind, disabled }] : [];
  return [
    {
      title,
      kind,
      edit: async () => {
        const made = await change();
        return made && changeToWorkspaceEdit(made, open, client);
      },
    },
  ];
}

function wants(only: CodeActionRequest['only'], kind: CodeActionKind): boolean {
  return only?.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
}
