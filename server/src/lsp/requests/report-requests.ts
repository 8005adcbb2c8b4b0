import type { CancellationToken, Connection } from 'vscode-languageserver';
import { workspaceReport } from '../../features/report/workspace-report.ts';
import { filesInTree } from '../../features/tree/tree-problems.ts';
import { safely } from '../safely.ts';
import type { CatalogChecks } from '../state/catalog-checks.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { CountedProblems } from '../state/counted-problems.ts';

/**
 * Answers the request for the report about the workspace.
 *
 * @param inOneRun lets checks that follow each other share what they read
 */
export function answerReportRequests(
  connection: Connection,
  catalogs: Catalogs,
  problems: CountedProblems,
  inOneRun: CatalogChecks['inOneRun'],
): void {
  connection.onRequest(
    'skillwright/report',
    (_params: object, token: CancellationToken): Promise<unknown> =>
      safely<string | null>('Creating the report', null, connection.console, token, () => report(token)),
  );

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
