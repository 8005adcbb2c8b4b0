import type { Connection } from 'vscode-languageserver';
import { answerCatalogRequests } from './requests/catalog-requests.ts';
import { answerPreviewRequests } from './requests/preview-requests.ts';
import type { ViewRequestContext, ViewRequests } from './requests/view-requests.ts';
import { PastSessions } from './state/past-sessions.ts';
import { SessionAnswers } from './state/session-answers.ts';

/** Takes the place of `view-requests` in the playground, which is loaded over a network: without what its page never asks. */
export function answerViews(connection: Connection, server: ViewRequestContext): ViewRequests {
  const { platform, trust, settings, catalogs, documents, counted, subjects } = server;
  const ignored = { progressed: () => undefined, changed: () => undefined };
  const past = new PastSessions({ platform, catalogs, settings, trust }, ignored);
  const answers = new SessionAnswers(platform.claudeCode, catalogs, () => server.catalogsOutdated());
  answerCatalogRequests(
    connection,
    catalogs,
    counted,
    platform,
    (path) => documents.textAt(path),
    answers,
    (path) => server.configurations.of(path),
    settings,
    past,
    server.writers,
  );
  const endCommands = answerPreviewRequests(connection, subjects, server.previewed, platform);
  return { settingsChanged: () => undefined, end: async () => endCommands() };
}
