import { type Disposable, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { viewId } from '../../contributions/view-id.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { ReportDocuments } from '../../views/reports/report-documents.ts';

/** "Open Report": the problems of all skills by rule and by skill, and the budget. */
export function registerOpenReport(actions: SkillActions, documents: ReportDocuments): Disposable {
  return registerCommand('openReport', () =>
    withErrorMessage(actions, 'Could not create the report', async () => {
      const text = await window.withProgress({ location: { viewId: viewId('skills') } }, () =>
        actions.server.request('skillwright/report', {}),
      );
      if (text === null) throw new Error('there is no session');
      await documents.open('Report on Skills', text);
    }),
  );
}
