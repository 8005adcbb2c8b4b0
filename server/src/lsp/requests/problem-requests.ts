import type { Connection, Diagnostic } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { countProblems } from '../../features/check/count-problems.ts';
import { filesInTree } from '../../jobs/skills/tree/tree-problems.ts';
import { isInside } from '../../platform/paths.ts';
import type { FileProblems, ParamsOf, ResultOf } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { notify } from '../notify.ts';
import { resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { ClosedFileProblems } from '../state/closed-file-problems.ts';
import type { CountedProblems } from '../state/counted-problems.ts';

/** Files of a folder that are checked for its badge: a group that nobody has opened may be of any size. */
const maxInFolder = 200;

/** Answers the extension's requests about the problems of files in the tree. */
export function answerProblemRequests(
  connection: Connection,
  counted: CountedProblems,
  closed: ClosedFileProblems,
  catalogs: Pick<Catalogs, 'sessions'>,
): void {
  const { console } = connection;
  connection.onRequest('skillwright/problems', ({ uri }: ParamsOf<'skillwright/problems'>, token) =>
    safely<ResultOf<'skillwright/problems'>>('Counting problems', null, console, token, async () =>
      countProblems(await counted.of(resourcePath(uri))),
    ),
  );
  answerRequest(connection, 'skillwright/problemsInFolder', [], async ({ uri }) => {
    const folder = resourcePath(uri);
    const shown = filesInTree(await catalogs.sessions()).filter((it) => isInside(it, folder) && counted.counts(it));
    const files = shown.slice(0, maxInFolder);
    await counted.ensureKnown(files);
    return files.map((file) => problemsIn(file, counted.known(file)));
  });
  connection.onRequest('skillwright/checkAll', (_params, token) =>
    safely<ResultOf<'skillwright/checkAll'>>('Checking all skills', null, console, token, async () => {
      return (await closed.checkAll(() => token.isCancellationRequested)) ?? null;
    }),
  );
  connection.onRequest('skillwright/clearProblems', (_params, token) =>
    safely('Clearing problems', null, console, token, async () => {
      await closed.clear();
      return null;
    }),
  );
}

function problemsIn(path: string, findings: readonly Diagnostic[]): FileProblems {
  return { uri: URI.file(path).toString(), ...countProblems(findings) };
}

/** Tells the extension which problems a file has now. */
export async function sendProblemsChanged(
  connection: Connection,
  counted: CountedProblems,
  path: string,
): Promise<void> {
  await notify(connection, 'problemsChanged', problemsIn(path, counted.known(path)));
}
