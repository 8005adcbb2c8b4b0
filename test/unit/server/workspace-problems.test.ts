import { expect, test } from 'vitest';
import {
  CancellationTokenSource,
  type Diagnostic,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import type { CatalogChecks } from '../../../server/src/lsp/state/catalog-checks.ts';
import { WorkspaceProblems } from '../../../server/src/lsp/state/workspace-problems.ts';
import { TypingPause } from '../../../server/src/lsp/typing-pause.ts';

const names = ['one', 'two', 'three'];
const finding: Diagnostic = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  message: 'It is wrong.',
};

/** Problems of three files, each with a finding, of which the second is open in the editor. */
function started() {
  const open = new Set(['/two']);
  const known = new Map<string, readonly Diagnostic[]>();
  /** What happens as the first file is checked. */
  let meanwhile = (): void => {};
  const checks: Pick<CatalogChecks, 'of' | 'known' | 'inOneRun'> = {
    of: async (path) => {
      meanwhile();
      meanwhile = () => {};
      if (!known.has(path)) known.set(path, [finding]);
      return known.get(path)!;
    },
    known: (path) => known.get(path),
    inOneRun: (run) => run(),
  };
  const problems = new WorkspaceProblems(
    { sessions: async () => [] },
    { of: async () => names.map((name) => `/${name}`) },
    checks as CatalogChecks,
    () => true,
    new TypingPause(),
    (path) => open.has(path),
  );
  const results = new Map<string, { value: string; findings: number }>();
  /** Asks once, and adds up the answer as the editor does. */
  const ask = async (cancellation = new CancellationTokenSource()) => {
    const previous = [...results].map(([uri, { value }]) => ({ uri, value }));
    const reports: WorkspaceDocumentDiagnosticReport[] = [];
    await problems.report(previous, cancellation.token, (sent) => reports.push(...sent));
    if (cancellation.token.isCancellationRequested) return [];
    const told = reports.flatMap((report) => (report.kind === 'full' ? [report] : []));
    for (const { uri, resultId, items } of told) results.set(uri, { value: resultId ?? '', findings: items.length });
    return told.map(({ uri, items }) => [URI.parse(uri).path, items.length]);
  };
  const close = (path: string) => {
    open.delete(path);
    problems.closed(path);
  };
  return { ask, close, problems, open, during: (run: () => void) => (meanwhile = run) };
}

test('a file that is closed while others are checked is reported with its findings', async () => {
  const { ask, close, during } = started();
  during(() => close('/two'));
  expect(await ask()).toEqual([
    ['/one', 1],
    ['/three', 1],
  ]);
  expect(await ask()).toEqual([['/two', 1]]);
});

test('the same if the editor knew its findings before it was opened', async () => {
  const { ask, close, during, open, problems } = started();
  close('/two');
  expect(await ask()).toHaveLength(3);
  open.add('/two');
  problems.changed();
  during(() => close('/two'));
  expect(await ask()).toEqual([['/two', 1]]);
});

test('what a canceled request would have said of a closed file is said to the next one', async () => {
  const { ask, close, during } = started();
  const cancellation = new CancellationTokenSource();
  close('/two');
  expect(await ask()).toHaveLength(3);
  close('/two');
  during(() => cancellation.cancel());
  expect(await ask(cancellation)).toEqual([]);
  expect(await ask()).toEqual([['/two', 1]]);
});

test('an editor that asks once more for a file that it closes hears its findings', async () => {
  const { close, problems } = started();
  close('/two');
  expect(await problems.of('/two')).toEqual([finding]);
  expect(await problems.of('/elsewhere')).toEqual([]);
});
