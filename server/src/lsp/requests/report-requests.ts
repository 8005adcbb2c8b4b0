import type { CancellationToken, Connection } from 'vscode-languageserver';
import { workspaceReport } from '../../features/report/workspace-report.ts';
import { filesInTree } from '../../features/tree/tree-problems.ts';
import { safely } from '../safely.ts';
import type { CatalogChecks } from '../state/catalog-checks.ts';
import type { Catalogs } from '../state/catalogs.ts';

/** Answers the request for the report about the workspace. */
export function answerReportRequests(connection: Connection, catalogs: Catalogs, checks: CatalogChecks): void {
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
      await checks.inOneRun(async () => {
        for (const path of filesInTree([session])) {
          if (token.isCancellationRequested) return;
          findings.set(path, await checks.of(path));
        }
      });
      reported.push({ name: session.info.name, catalog: session.catalog, findings });
    }
    return reported.length === 0 ? null : workspaceReport(reported);
  }
}
