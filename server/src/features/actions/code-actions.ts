import { type CodeAction, CodeActionKind, type Diagnostic } from 'vscode-languageserver-types';
import { isJsonKind } from '../../document/runtime-id.ts';
import { rangesTouch, type TextRange } from '../../document/text-range.ts';
import { nameDuplicate } from '../../rules/name-and-description/name-duplicate.ts';
import type { Finding, Fix } from '../../rules/rule.ts';
import { unusedSuppression } from '../../rules/suppressions.ts';
import { toDiagnostic } from '../check/diagnostics.ts';
import type { CheckedOpenFile } from '../check/open-file.ts';
import { fixAllInTurns, isFixedSafely } from './fix-all.ts';
import { suppressFinding } from './suppress-finding.ts';
import { type EditAbilities, fixToWorkspaceEdit, toWorkspaceEdit } from './workspace-edit.ts';

/** The kind under which all safe fixes of a file are applied, also on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.skillwright`;

/** The command that shows a rule's page; its only argument is the rule's id. The server executes it. */
export const showRulePageCommand = 'skillwright.showRulePage';

/** Commands of the editor that actions run, if it has them. */
const fixAllCommand = 'skillwright.fixAll';
const renameSkillCommand = 'skillwright.renameSkill';
const turnOffRuleCommand = 'skillwright.turnOffRule';

/** The range and the kinds of requested actions. */
export interface CodeActionRequest {
  readonly range: TextRange;
  /** The requested kinds, including subkinds; undefined for those of a light bulb. */
  readonly only: readonly CodeActionKind[] | undefined;
  /** Whether a folder is open, which then has settings of its own. */
  readonly hasWorkspace?: boolean;
}

/** What the editor can do with an action. */
export interface CodeActionAbilities extends EditAbilities {
  /** Opens a web page when the server asks for it. */
  readonly showsPages: boolean;
  /** Has the commands of our own extension. */
  readonly runsCommands: boolean;
}

/** The actions for a range: first fixes of its findings, then ways to disable or understand them. */
export async function codeActions(
  open: CheckedOpenFile,
  request: CodeActionRequest,
  client: CodeActionAbilities,
): Promise<CodeAction[]> {
  const actions: CodeAction[] = [];
  if (wants(request.only, CodeActionKind.QuickFix)) {
    const findings = open.findings.filter(({ range }) => rangesTouch(range, request.range));
    const rules = onePerRule(findings);
    for (const action of quickFixes(findings, open, client)) actions.push(action);
    if (client.runsCommands) actions.push(...renameActions(findings, open));
    for (const finding of rules) actions.push(...(await fixAllOfRule(finding, open, client)));
    if (client.runsCommands && findings.length > 0) actions.push(...fixAllAction(open));
    for (const finding of rules) actions.push(...(await suppressions(finding, open, client)));
    if (client.runsCommands) for (const finding of rules) actions.push(turnOffAction(finding, open, request));
    if (client.showsPages) for (const finding of rules) actions.push(rulePageAction(finding, open));
  }
  // Not part of the light bulb: it would have to fix the whole file at every move of the cursor.
  if (request.only && wants(request.only, fixAllKind)) actions.push(...(await fixAllOfFile(open, client)));
  return actions;
}

function wants(only: CodeActionRequest['only'], kind: CodeActionKind): boolean {
  return only?.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
}

function onePerRule(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.toReversed().map((finding) => [finding.rule, finding])).values()].reverse();
}

/** One action per fix; findings that share all edits of a fix share the action. */
function quickFixes(findings: readonly Finding[], open: CheckedOpenFile, client: CodeActionAbilities): CodeAction[] {
  const actions: CodeAction[] = [];
  const shared = new Map<Fix['edits'], CodeAction & { diagnostics: Diagnostic[] }>();
  for (const finding of findings) {
    for (const fix of finding.fixes ?? []) {
      const diagnostic = toDiagnostic(finding, open.document, open.uri);
      const other = shared.get(fix.edits);
      if (other?.title === fix.title) {
        other.diagnostics.push(diagnostic);
        continue;
      }
      const edit = fixToWorkspaceEdit(fix, open, client);
      if (!edit) continue;
      const isPreferred = fix === finding.fixes?.[0] && !onlyRemoves(fix);
      const action = { title: fix.title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], isPreferred, edit };
      if (!fix.rename) shared.set(fix.edits, action);
      actions.push(action);
    }
  }
  return actions;
}

/** VS Code applies a preferred fix without showing it: it must not delete what the user may want to correct. */
function onlyRemoves({ safe, edits, rename }: Fix): boolean {
  return !safe && rename === undefined && edits.every(({ newText }) => newText === '');
}

async function fixAllOfRule(
  { rule }: Finding,
  open: CheckedOpenFile,
  client: CodeActionAbilities,
): Promise<CodeAction[]> {
  const alike = open.findings.filter((finding) => finding.rule === rule && isFixedSafely(finding));
  if (alike.length < 2) return [];
  const { edits } = await fixAllInTurns(open.document.text, (text) => open.check(text, rule), rule);
  return [
    {
      title: `Fix all \`${rule}\` in this file`,
      kind: CodeActionKind.QuickFix,
      diagnostics: alike.map((finding) => toDiagnostic(finding, open.document, open.uri)),
      edit: toWorkspaceEdit(edits, open, client),
    },
  ];
}

async function fixAllOfFile(open: CheckedOpenFile, client: CodeActionAbilities): Promise<CodeAction[]> {
  const { edits } = await fixAllInTurns(open.document.text, (text) => open.check(text));
  if (edits.length === 0) return [];
  return [
    {
      title: fixAllTitle,
      kind: fixAllKind,
      diagnostics: open.findings.filter(isFixedSafely).map((finding) => toDiagnostic(finding, open.document, open.uri)),
      edit: toWorkspaceEdit(edits, open, client),
    },
  ];
}

async function suppressions(
  finding: Finding,
  open: CheckedOpenFile,
  client: CodeActionAbilities,
): Promise<CodeAction[]> {
  // JSON has no comments.
  if (finding.rule === unusedSuppression.id || isJsonKind(open.file.kind)) return [];
  const { title, edit } = await suppressFinding(finding, open);
  return [
    {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(finding, open.document, open.uri)],
      edit: toWorkspaceEdit([edit], open, client),
    },
  ];
}

const fixAllTitle = 'Fix all safe Skillwright problems';

/** Only a command: computing the edits would mean to fix the whole file at every move of the cursor. */
function fixAllAction(open: CheckedOpenFile): CodeAction[] {
  const fixed = open.findings.filter(isFixedSafely);
  // One finding is fixed by its own action, several of one rule by that rule's.
  if (onePerRule(fixed).length < 2) return [];
  const command = { title: fixAllTitle, command: fixAllCommand };
  const diagnostics = fixed.map((finding) => toDiagnostic(finding, open.document, open.uri));
  return [{ title: fixAllTitle, kind: CodeActionKind.QuickFix, diagnostics, command }];
}

/** Renaming asks for a name, and changes everything that refers to the skill. */
function renameActions(findings: readonly Finding[], open: CheckedOpenFile): CodeAction[] {
  const named = findings.filter(({ rule }) => rule === nameDuplicate.id);
  if (named.length === 0) return [];
  const title = `Rename this ${open.file.kind}…`;
  const diagnostics = named.map((finding) => toDiagnostic(finding, open.document, open.uri));
  const command = { title, command: renameSkillCommand, arguments: [{ file: open.uri }] };
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, isPreferred: true, command }];
}

/** Where the settings of the file are, the extension finds out when the action is chosen. */
function turnOffAction({ rule }: Finding, open: CheckedOpenFile, { hasWorkspace }: CodeActionRequest): CodeAction {
  const place = open.configuration?.split('/').at(-1) ?? (hasWorkspace ? 'workspace settings' : 'user settings');
  const title = `Turn off \`${rule}\` in ${open.configuration === undefined ? place : `\`${place}\``}`;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: open.findings.filter((it) => it.rule === rule).map((it) => toDiagnostic(it, open.document, open.uri)),
    command: { title, command: turnOffRuleCommand, arguments: [{ rule, file: open.uri }] },
  };
}

function rulePageAction(finding: Finding, open: CheckedOpenFile): CodeAction {
  const title = `Show documentation for \`${finding.rule}\``;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(finding, open.document, open.uri)],
    command: { title, command: showRulePageCommand, arguments: [finding.rule] },
  };
}
