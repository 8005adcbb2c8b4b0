import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { countProblems } from '../../features/check/count-problems.ts';
import type { ParamsOf, ProblemsChanged, ResultOf } from '../../protocol.ts';
import { resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { ClosedFileProblems } from '../state/closed-file-problems.ts';
import type { CountedProblems } from '../state/counted-problems.ts';

/** Answers the extension's requests about the problems of files in the tree. */
export function answerProblemRequests(
  connection: Connection,
  counted: CountedProblems,
  closed: ClosedFileProblems,
): void {
  const { console } = connection;
  connection.onRequest('skillwright/problems', ({ uri }: ParamsOf<'skillwright/problems'>, token) =>
    safely<ResultOf<'skillwright/problems'>>('Counting problems', null, console, token, async () =>
      countProblems(await counted.of(resourcePath(uri))),
    ),
  );
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

/** Tells the extension which problems a file has now. */
export async function sendProblemsChanged(
  connection: Connection,
  counted: CountedProblems,
  path: string,
): Promise<void> {
  const changed: ProblemsChanged = { uri: URI.file(path).toString(), ...countProblems(counted.known(path)) };
  await connection.sendNotification('skillwright/problemsChanged', changed);
}
