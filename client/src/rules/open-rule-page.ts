import { commands, type Disposable, languages, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';
import { rulePageUri } from '../contributions/rule-page-uri.ts';
import type { RulePages } from './rule-pages.ts';

/** "Open Rule Page…", and for links the page of a name, such as that of all rules. */
export function registerOpenRulePage(pages: RulePages): Disposable {
  return registerCommand('openRulePage', async (page?: unknown) => {
    if (typeof page === 'string') return commands.executeCommand('vscode.open', rulePageUri(page));
    const options = { placeHolder: 'Select a rule to read about', matchOnDescription: true };
    const rule = await window.showQuickPick(picksOf(pages), options);
    return rule && commands.executeCommand('vscode.open', rulePageUri(rule.label));
  });
}

/** All rules by group, those of the findings at the cursor first. */
async function picksOf(pages: RulePages): Promise<QuickPickItem[]> {
  const here = rulesAtCursor();
  const rules = await pages.rules();
  const first = rules.filter(({ id }) => here.has(id)).map((rule) => ({ ...rule, group: 'At the cursor' }));
  let last: string | undefined;
  return [...first, ...rules.filter(({ id }) => !here.has(id))].flatMap(({ id, group, level, summary }) => {
    const isNext = group !== last;
    last = group;
    const pick = { label: id, description: `${level} · ${summary}` };
    return isNext ? [{ label: group, kind: QuickPickItemKind.Separator }, pick] : [pick];
  });
}

function rulesAtCursor(): ReadonlySet<string> {
  const editor = window.activeTextEditor;
  const found = editor ? languages.getDiagnostics(editor.document.uri) : [];
  const touched = found.filter(
    ({ source, range }) => source === 'skillwright' && editor?.selection.intersection(range) !== undefined,
  );
  return new Set(touched.map(({ code }) => String(typeof code === 'object' ? code.value : code)));
}
