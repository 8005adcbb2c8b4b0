import { CodeActionKind, type Command, type Diagnostic } from 'vscode-languageserver-types';
import { isEvaluationKind, isJsonKind } from '../../document/runtime-id.ts';
import { rangesTouch, type TextRange } from '../../document/text/text-range.ts';
import type { CommandId } from '../../protocol.ts';
import { commandShadowed } from '../../rules/across-files/command-shadowed.ts';
import { nameDuplicate } from '../../rules/name-and-description/name-duplicate.ts';
import { nameNotGerund } from '../../rules/name-and-description/name-not-gerund.ts';
import { nameReserved } from '../../rules/name-and-description/name-reserved.ts';
import { nameShadows } from '../../rules/name-and-description/name-shadows.ts';
import type { Finding, Fix } from '../../rules/rule.ts';
import { unusedSuppression } from '../../rules/suppressions.ts';
import { toDiagnostic } from '../check/diagnostics.ts';
import type { CheckedOpenFile } from '../check/open-file.ts';
import { fixAllInTurns, isFixedSafely } from '../fixes/fix-all.ts';
import type { ActionContext, OfferedAction } from './offered-action.ts';
import { suppressFinding } from './suppress-finding.ts';
import { canApply, fixToWorkspaceEdit, toWorkspaceEdit } from './workspace-edit.ts';
import { needsWriter, titleOfRewrite } from './writer.ts';

/** The kind under which all safe fixes of a file are applied, also on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.skillwright`;

/** The command that shows a rule's page; its only argument is the rule's id. The server executes it. */
export const showRulePageCommand: CommandId = 'skillwright.showRulePage';

/** The command that makes a file executable; its arguments are those of {@link FileToRun}. The server executes it. */
export const makeExecutableCommand: CommandId = 'skillwright.makeExecutable';

/** The URI of the file with the finding, and the path of the other one as in the fix. */
export type FileToRun = [uri: string, path: string];

/** Commands of the editor that actions run, if it has them. */
const fixAllCommand: CommandId = 'skillwright.fixAll';
const renameSkillCommand: CommandId = 'skillwright.renameSkill';
const turnOffRuleCommand: CommandId = 'skillwright.turnOffRule';
const rewriteCommand: CommandId = 'skillwright.fixWithClaudeCode';

const fixAllTitle = 'Fix all safe Skillwright problems';

/** Where quick fixes are offered, and for whom. */
interface QuickFixPlace {
  readonly range: TextRange;
  readonly hasWorkspace: boolean;
  readonly isInvoked: boolean;
}

/** The quick fixes for a range: first fixes of its findings, then ways to disable or understand them. */
export async function quickFixes(
  context: ActionContext,
  { range, hasWorkspace, isInvoked }: QuickFixPlace,
): Promise<OfferedAction[]> {
  const { open, client } = context;
  const at = open.findings.filter((finding) => rangesTouch(finding.range, range));
  const findings = at.length === 0 && isInvoked ? onLineOf(range, open) : at;
  const rules = onePerRule(findings);
  const offered = ownFixes(findings, context);
  if (client.runsCommands) offered.push(...renameActions(findings, open));
  offered.push(...(await rewriteAction(rules, context)));
  for (const finding of rules) offered.push(...fixAllOfRule(finding, context));
  // It would leave what the others say.
  if (findings.some(isFixedSafely)) offered.push(...fixAllAction(context));
  for (const finding of rules) offered.push(...(await suppressions(finding, context)));
  if (client.runsCommands) for (const finding of rules) offered.push(turnOffAction(finding, open, hasWorkspace));
  if (client.showsPages && !client.linksRules) for (const finding of rules) offered.push(rulePageAction(finding, open));
  // Auto Fix applies a preferred one without showing it: only at its finding.
  return at.length > 0 ? offered : offered.map((it) => ({ ...it, isPreferred: false }));
}

/** The action that applies all safe fixes of a file; none if there is nothing to fix. */
export function fixAllOfFile({ open, client }: ActionContext): OfferedAction[] {
  const fixed = open.findings.filter(isFixedSafely);
  if (fixed.length === 0) return [];
  return [
    {
      title: fixAllTitle,
      kind: fixAllKind,
      diagnostics: diagnosticsOf(fixed, open),
      edit: async () => {
        const { edits } = await fixAllInTurns(open.document.text, (text) => open.check(text));
        return edits.length === 0 ? undefined : toWorkspaceEdit(edits, open, client);
      },
    },
  ];
}

/**
 * The findings on the line of a cursor. VS Code asks for those of each finding where there are none at the cursor, and
 * mixes fixes of one with what turns off another.
 */
function onLineOf({ start, end }: TextRange, { findings, document: { lines } }: CheckedOpenFile): readonly Finding[] {
  const line = lines.lineAt(start);
  if (lines.lineAt(end) !== line) return [];
  return findings.filter((it) => lines.lineAt(it.range.start) <= line && line <= lines.lineAt(it.range.end));
}

function diagnosticsOf(findings: readonly Finding[], open: CheckedOpenFile): Diagnostic[] {
  return findings.map((finding) => toDiagnostic(finding, open.document, open.uri));
}

function onePerRule(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.toReversed().map((finding) => [finding.rule, finding])).values()].reverse();
}

/** One action per fix; findings that share all edits of a fix share the action. */
function ownFixes(findings: readonly Finding[], { open, client }: ActionContext): OfferedAction[] {
  const offered: OfferedAction[] = [];
  const shared = new Map<Fix['edits'], OfferedAction & { diagnostics: Diagnostic[] }>();
  for (const finding of findings) {
    for (const fix of finding.fixes ?? []) {
      if (!canApply(fix, open, client) || (fix.makesExecutable !== undefined && !client.makesExecutable)) continue;
      const diagnostic = toDiagnostic(finding, open.document, open.uri);
      const other = shared.get(fix.edits);
      if (other?.title === fix.title) {
        other.diagnostics.push(diagnostic);
        continue;
      }
      const action = {
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        isPreferred: fix === finding.fixes?.[0] && !onlyRemoves(fix),
        ...(fix.makesExecutable === undefined
          ? { edit: () => fixToWorkspaceEdit(fix, open, client) }
          : { command: makeExecutable(fix.title, open.uri, fix.makesExecutable) }),
      };
      if (!fix.rename && !fix.creates) shared.set(fix.edits, action);
      offered.push(action);
    }
  }
  return offered;
}

function makeExecutable(title: string, ...file: FileToRun): Command {
  return { title, command: makeExecutableCommand, arguments: file };
}

/** VS Code applies a preferred fix without showing it: it must not delete what the user may want to correct. */
function onlyRemoves({ safe, edits, rename, creates }: Fix): boolean {
  return !safe && rename === undefined && creates === undefined && edits.every(({ newText }) => newText === '');
}

function fixAllOfRule({ rule }: Finding, { open, client }: ActionContext): OfferedAction[] {
  const alike = open.findings.filter((finding) => finding.rule === rule && isFixedSafely(finding));
  if (alike.length < 2) return [];
  return [
    {
      title: `Fix all \`${rule}\` in this file`,
      kind: CodeActionKind.QuickFix,
      diagnostics: diagnosticsOf(alike, open),
      edit: async () => {
        const { edits } = await fixAllInTurns(open.document.text, (text) => open.check(text, rule), rule);
        return toWorkspaceEdit(edits, open, client);
      },
    },
  ];
}

/** One finding is fixed by its own action, several of one rule by that rule's. */
function fixAllAction(context: ActionContext): OfferedAction[] {
  const { runsCommands, resolvesEdits } = context.client;
  // Where the edit is needed at once, it would mean to fix the whole file at every move of the cursor.
  if (!runsCommands && !resolvesEdits) return [];
  if (onePerRule(context.open.findings.filter(isFixedSafely)).length < 2) return [];
  return fixAllOfFile(context).map(({ edit, ...action }) => ({
    ...action,
    kind: CodeActionKind.QuickFix,
    ...(resolvesEdits && edit ? { edit } : { command: { title: fixAllTitle, command: fixAllCommand } }),
  }));
}

async function suppressions(finding: Finding, { open, client }: ActionContext): Promise<OfferedAction[]> {
  const { kind } = open.file;
  // JSON has no comments, and one in a prompt or a pattern would be part of it.
  if (finding.rule === unusedSuppression.id || isJsonKind(kind) || isEvaluationKind(kind)) return [];
  const { title, edit } = await suppressFinding(finding, open);
  return [
    {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: diagnosticsOf([finding], open),
      edit: () => toWorkspaceEdit([edit], open, client),
    },
  ];
}

/** Only another name cures what they find, and only people know one. */
const curedByName = new Set(
  [nameDuplicate, nameShadows, nameReserved, nameNotGerund, commandShadowed].map(({ id }) => id),
);

/** Renaming asks for a name, and changes everything that refers to the skill. */
function renameActions(findings: readonly Finding[], open: CheckedOpenFile): OfferedAction[] {
  const named = findings.filter(({ rule }) => curedByName.has(rule));
  if (named.length === 0) return [];
  const title = `Rename this ${open.file.kind}…`;
  const command = { title, command: renameSkillCommand, arguments: [{ file: open.uri }] };
  return [
    { title, kind: CodeActionKind.QuickFix, diagnostics: diagnosticsOf(named, open), isPreferred: true, command },
  ];
}

/** Other words for all that needs them here; none if there is nobody who could write them. */
async function rewriteAction(rules: readonly Finding[], { open, client }: ActionContext): Promise<OfferedAction[]> {
  const wanted = new Set(rules.map(({ rule }) => rule).filter(needsWriter));
  const writer = wanted.size > 0 && client.runsCommands ? await client.findWriter?.() : undefined;
  if (!writer) return [];
  const title = titleOfRewrite(writer);
  const alike = open.findings.filter(({ rule }) => wanted.has(rule));
  const command = { title, command: rewriteCommand, arguments: [{ file: open.uri, rules: [...wanted] }] };
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics: diagnosticsOf(alike, open), command }];
}

/** Where the settings of the file are, the extension finds out when the action is chosen. */
function turnOffAction({ rule }: Finding, open: CheckedOpenFile, hasWorkspace: boolean): OfferedAction {
  const place = open.configuration?.split('/').at(-1) ?? (hasWorkspace ? 'workspace settings' : 'user settings');
  const title = `Turn off \`${rule}\` in ${open.configuration === undefined ? place : `\`${place}\``}`;
  const alike = open.findings.filter((it) => it.rule === rule);
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: diagnosticsOf(alike, open),
    command: { title, command: turnOffRuleCommand, arguments: [{ rule, file: open.uri }] },
  };
}

function rulePageAction(finding: Finding, open: CheckedOpenFile): OfferedAction {
  const title = `Show documentation for \`${finding.rule}\``;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: diagnosticsOf([finding], open),
    command: { title, command: showRulePageCommand, arguments: [finding.rule] },
  };
}
