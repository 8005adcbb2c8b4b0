import type { CancellationToken, Connection } from 'vscode-languageserver';
import { fieldMatrix, otherFields } from '../../jobs/skills/report/field-matrix.ts';
import { fieldSupportAnswer } from '../../jobs/skills/report/field-support-answer.ts';
import { workspaceReport } from '../../jobs/skills/report/workspace-report.ts';
import { filesInTree } from '../../jobs/skills/tree/tree-problems.ts';
import { answerRequest } from '../answer-request.ts';
import { safely } from '../safely.ts';
import type { CatalogChecks } from '../state/catalog-checks.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { CountedProblems } from '../state/counted-problems.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';

/**
 * Answers the requests for the report about the workspace, and about the fields of a skill.
 *
 * @param inOneRun lets checks that follow each other share what they read
 */
export function answerReportRequests(
  connection: Connection,
  catalogs: Catalogs,
  problems: CountedProblems,
  inOneRun: CatalogChecks['inOneRun'],
  subjects: PreviewSubjects,
): void {
  connection.onRequest(
    'skillwright/report',
    (_params: object, token: CancellationToken): Promise<unknown> =>
      safely<string | null>('Creating the report', null, connection.console, token, () => report(token)),
  );

  answerRequest(connection, 'skillwright/fieldMatrix', null, async ({ uri }) => {
    const subject = await subjects.of(uri);
    if (!subject) return subject;
    const matrix = fieldMatrix(subject.skill.document);
    return fieldSupportAnswer(subject.skill.name, matrix, otherFields(matrix), uri);
  });

  async function report(token: CancellationToken): Promise<string | null> {
    const sessions = await catalogs.sessions();
    const reported = [];
    for (const session of sessions) {
      const findings = new Map();
      await inOneRun(async () => {
        for (const path of filesInTree([session]).filter((path) => problems.counts(path))) {
          if (token.isCancellationRequested) return;
          findings.set(path, await problems.of(path));
        }
      });
      reported.push({ name: session.info.name, catalog: session.catalog, findings });
    }
    return reported.length === 0 ? null : workspaceReport(reported);
  }
}
