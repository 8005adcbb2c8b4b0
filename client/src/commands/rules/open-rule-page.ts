import { commands, type Disposable, languages, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { type RulePages, rulePageUri } from '../../views/rule-pages/rule-pages.ts';

/** "Open Rule Page…", and for links the page of a name, such as that of all rules. */
export function registerOpenRulePage(pages: RulePages): Disposable {
  return registerCommand('openRulePage', async (page?: unknown) => {
    if (typeof page === 'string') return commands.executeCommand('vscode.open', rulePageUri(page));
    const options = { placeHolder: 'Select a rule to read about', matchOnDescription: true };
    const rule = await window.showQuickPick(picksOf(pages), options);
    return rule && commands.executeCommand('vscode.open', rulePageUri(rule.label));
  });
}

/** All rules, those of the findings at the cursor first. */
async function picksOf(pages: RulePages): Promise<QuickPickItem[]> {
  const here = rulesAtCursor();
  const picks = (await pages.rules()).map(({ id, level, summary }) => ({
    label: id,
    description: `${level} · ${summary}`,
  }));
  const first = picks.filter(({ label }) => here.has(label));
  if (first.length === 0) return picks;
  return [
    { label: 'At the cursor', kind: QuickPickItemKind.Separator },
    ...first,
    { label: 'All rules', kind: QuickPickItemKind.Separator },
    ...picks.filter((pick) => !first.includes(pick)),
  ];
}

function rulesAtCursor(): ReadonlySet<string> {
  const editor = window.activeTextEditor;
  const found = editor ? languages.getDiagnostics(editor.document.uri) : [];
  const touched = found.filter(
    ({ source, range }) => source === 'skillwright' && editor?.selection.intersection(range) !== undefined,
  );
  return new Set(touched.map(({ code }) => String(typeof code === 'object' ? code.value : code)));
}
