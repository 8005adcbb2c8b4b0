import { type Disposable, window } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';
import { viewId } from '../contributions/view-id.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { ReportDocuments } from './report-documents.ts';

/** "Open Report": the problems of all skills by rule and by skill, and the budget. */
export function registerOpenReport(
  server: LanguageServer,
  failures: FailureReporter,
  documents: ReportDocuments,
): Disposable {
  return registerCommand('openReport', () =>
    failures.guard('Could not create the report', async () => {
      const text = await window.withProgress({ location: { viewId: viewId('skills') } }, () =>
        server.request('skillwright/report', {}),
      );
      if (text === null) throw new Error('there is no session');
      await documents.open('Report on Skills', text);
    }),
  );
}
