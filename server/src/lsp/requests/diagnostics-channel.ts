import {
  type CancellationToken,
  type Connection,
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type ResponseError,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { fadedPlaces } from '../../features/check/diagnostics.ts';
import { RefreshTimer } from '../refresh-timer.ts';
import { safely, safelyInBackground } from '../safely.ts';
import { type CheckedServedFile, type OpenDocuments, shownFindings } from '../state/open-documents.ts';
import type { WorkspaceProblems } from '../state/workspace-problems.ts';

/** How findings reach the editor: it asks for them, or we send them. */
export interface DiagnosticsChannel {
  /** Settings or surroundings have changed: the findings in the editor may be outdated, in every document. */
  refresh(): void;
}

/** Delay after the last reason to refresh, in milliseconds: changes of settings and files come in bursts. */
const refreshDelay = 100;

/** Delay after the last keystroke before findings are pushed, in milliseconds. */
const typingDelay = 300;

/** Told about the findings of an open file before the editor shows them. */
type Shown = (served: CheckedServedFile) => Promise<void>;

/**
 * Answers `textDocument/diagnostic`.
 *
 * @param ofClosed the findings of a file that is no longer open, for which editors ask once more as they close it
 */
export function answerDiagnostics(
  connection: Connection,
  documents: OpenDocuments,
  shown: Shown,
  ofClosed: (uri: string) => Promise<readonly Diagnostic[]>,
): void {
  const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
  connection.languages.diagnostics.on(
    (
      params: DocumentDiagnosticParams,
      token: CancellationToken,
    ): Promise<DocumentDiagnosticReport | ResponseError<never>> =>
      safely('Finding problems', nothing, connection.console, token, async () => {
        const served = await documents.check(params.textDocument.uri);
        if (!served) return { ...nothing, items: [...(await ofClosed(params.textDocument.uri))] };
        await shown(served);
        return report(served, params.previousResultId);
      }),
  );
}

/** Answers `workspace/diagnostic`: reports arrive as they are found, and the answer once there was something new. */
export function answerWorkspaceDiagnostics(connection: Connection, problems: WorkspaceProblems): void {
  connection.languages.diagnostics.onWorkspace(
    ({ previousResultIds }, token, _progress, partial): Promise<WorkspaceDiagnosticReport | ResponseError<never>> =>
      safely<WorkspaceDiagnosticReport>(
        'Finding problems of closed files',
        { items: [] },
        connection.console,
        token,
        async () => {
          const items: WorkspaceDocumentDiagnosticReport[] = [];
          await problems.report(previousResultIds, token, (reports) => {
            if (partial) partial.report({ items: reports });
            else items.push(...reports);
          });
          return { items };
        },
      ),
  );
}

function report(served: CheckedServedFile, previousResultId: string | undefined): DocumentDiagnosticReport {
  const { resultId } = served;
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items: diagnosticsOf(served) };
}

function diagnosticsOf(served: CheckedServedFile): Diagnostic[] {
  const { findings, document, uri } = served;
  return [...shownFindings(served), ...fadedPlaces(findings, document, uri)];
}

/** For editors that ask: tells them to ask again. */
export function pullChannel(connection: Connection, canRefresh: boolean): DiagnosticsChannel {
  const timer = new RefreshTimer(refreshDelay, () => {
    void safelyInBackground('Asking for a refresh', connection.console, () =>
      connection.languages.diagnostics.refresh(),
    );
  });
  return { refresh: () => canRefresh && timer.schedule() };
}

/** For editors that do not ask: pushes findings some time after every change. */
export function pushChannel(connection: Connection, documents: OpenDocuments, shown: Shown): DiagnosticsChannel {
  const timers = new Map<string, RefreshTimer>();
  const send = (uri: string) =>
    safelyInBackground('Sending problems', connection.console, async () => {
      const served = await documents.check(uri);
      if (!served) return;
      await shown(served);
      await connection.sendDiagnostics({ uri, version: served.version, diagnostics: diagnosticsOf(served) });
    });
  documents.texts.onDidChangeContent(({ document: { uri } }) => {
    let timer = timers.get(uri);
    if (!timer) {
      timer = new RefreshTimer(typingDelay, () => void send(uri));
      timers.set(uri, timer);
    }
    timer.schedule();
  });
  documents.texts.onDidClose(({ document: { uri } }) => {
    timers.get(uri)?.cancel();
    timers.delete(uri);
    void safelyInBackground('Clearing problems', connection.console, () =>
      connection.sendDiagnostics({ uri, diagnostics: [] }),
    );
  });
  const all = new RefreshTimer(refreshDelay, () => {
    for (const uri of documents.texts.keys()) void send(uri);
  });
  return { refresh: () => all.schedule() };
}
