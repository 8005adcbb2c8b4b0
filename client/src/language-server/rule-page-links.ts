import { commands, type Diagnostic } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import type { CommandId } from '../../../server/src/protocol.ts';
import { rulePageUri } from '../contributions/rule-page-uri.ts';

/** The command in the server's code actions; other editors open a web page. */
const showRulePage: CommandId = 'skillwright.showRulePage';

/** Adds to a middleware that the rule in a finding, and the action for its documentation, open the extension's own page. */
export function withRulePageLinks(
  middleware: Required<Pick<Middleware, 'provideDiagnostics' | 'handleDiagnostics'>>,
): Middleware {
  return {
    provideDiagnostics: (document, previousResultId, token, next) =>
      middleware.provideDiagnostics(document, previousResultId, token, async (...asked) => {
        const report = await next(...asked);
        return report && 'items' in report ? { ...report, items: report.items.map(withLink) } : report;
      }),
    provideWorkspaceDiagnostics: (resultIds, token, report, next) =>
      next(resultIds, token, (found) => {
        for (const document of found?.items ?? []) if ('items' in document) document.items.forEach(withLink);
        report(found);
      }),
    handleDiagnostics: (uri, diagnostics, next) =>
      middleware.handleDiagnostics(uri, diagnostics, (...found) => next(found[0], found[1].map(withLink))),
    executeCommand: (command, given, next) =>
      command === showRulePage
        ? commands.executeCommand('vscode.open', rulePageUri(String(given[0])))
        : next(command, given),
  };
}

function withLink(diagnostic: Diagnostic): Diagnostic {
  const { code } = diagnostic;
  if (typeof code === 'object') diagnostic.code = { value: code.value, target: rulePageUri(String(code.value)) };
  return diagnostic;
}
