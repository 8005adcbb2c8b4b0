import { type CodeLens, CodeLensRefreshRequest, type Connection } from 'vscode-languageserver';
import { codeLenses, type LensData, resolveCodeLens } from '../../features/annotations/code-lenses.ts';
import { type GraderLensData, graderLenses, resolveGraderLens } from '../../features/annotations/grader-lenses.ts';
import type { CaseRuns } from '../../jobs/evaluations/grading/case-runs.ts';
import type { Environment } from '../../platform/environment.ts';
import { isOnDisk, isOnThisMachine, resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { ResourceSettings } from '../state/settings.ts';
import type { WorkspaceTrust } from '../state/workspace-trust.ts';

/** Answers requests for CodeLenses. They do not wait for the catalog, but are refreshed when it is read. */
export function answerCodeLenses(
  connection: Connection,
  documents: OpenDocuments,
  catalogs: Catalogs,
  settings: ResourceSettings,
  trust: WorkspaceTrust,
  environment: Environment,
  caseRuns: CaseRuns,
): void {
  /** The last CodeLenses above graders: while the file cannot be read, as happens in the middle of typing, they stay. */
  const shown = new Map<string, CodeLens[]>();
  documents.texts.onDidClose(({ document }) => shown.delete(document.uri));

  connection.onCodeLens(({ textDocument: { uri } }, token) =>
    safely('Finding code lenses', [], connection.console, token, async () => {
      const [open, { codeLens }] = await Promise.all([documents.read(uri), settings.of(uri)]);
      if (!open || !codeLens) return [];
      const graded = await caseRuns.of(open);
      if (graded) {
        const before = graded.evaluation.file.fault ? shown.get(uri) : undefined;
        const lenses = before ?? graderLenses(open, graded.evaluation, graded.last);
        shown.set(uri, lenses);
        return lenses;
      }
      return codeLenses(open, catalogAround(uri), mayRun(uri));
    }),
  );
  connection.onCodeLensResolve((lens, token) =>
    safely('Filling a code lens', lens, connection.console, token, async () => {
      const data = lens.data as LensData | GraderLensData;
      const { uri } = data;
      if ('grader' in data) {
        const open = await documents.read(uri);
        const graded = open && (await caseRuns.grade(open, data.grader, () => token.isCancellationRequested));
        if (!graded) return lens;
        const resolved = { ...lens, command: resolveGraderLens(data, graded) };
        const isThis = (it: CodeLens) => (it.data as GraderLensData | undefined)?.grader === data.grader;
        shown.set(uri, shown.get(uri)?.map((it) => (isThis(it) ? resolved : it)) ?? []);
        return resolved;
      }
      const open = await documents.check(uri);
      const catalog = catalogAround(uri);
      const command = open && catalog && resolveCodeLens(data.about, open, catalog);
      return command ? { ...lens, command } : lens;
    }),
  );

  function mayRun(uri: string): boolean {
    return trust.isGranted && isOnThisMachine(uri) && environment.isBrowser !== true;
  }

  function catalogAround(uri: string) {
    return isOnDisk(uri) ? catalogs.aroundOffered(resourcePath(uri))?.catalog : undefined;
  }
}

/** Has the editor ask for code lenses again. */
export async function refreshCodeLenses(connection: Connection): Promise<void> {
  await connection.sendRequest(CodeLensRefreshRequest.type);
}
