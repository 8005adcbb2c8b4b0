import type { CancellationToken, Connection, ResponseError } from 'vscode-languageserver';
import type { ParamsOf, ResultOf, ServerRequestName } from '../protocol.ts';
import { safely } from './safely.ts';

/** The answer to one of our requests: its result, an error, or nothing. */
type Answer<Name extends ServerRequestName> = ResultOf<Name> | ResponseError<never> | undefined;

/**
 * Answers one of our own requests.
 *
 * @param fallback the answer if there is none, and after a failure
 */
export function answerRequest<Name extends ServerRequestName>(
  connection: Connection,
  method: Name,
  fallback: ResultOf<Name> | ResponseError<never>,
  compute: (params: ParamsOf<Name>, token: CancellationToken) => Answer<Name> | Promise<Answer<Name>>,
): void {
  connection.onRequest(
    method,
    (params: ParamsOf<Name>, token: CancellationToken): Promise<unknown> =>
      safely<unknown>(method, fallback, connection.console, token, async () => {
        const answer = await compute(params, token);
        return answer === undefined ? fallback : answer;
      }),
  );
}
