import { type CancellationToken, type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { logFailure } from './safely.ts';

type Handler = (...given: unknown[]) => unknown;

/**
 * Loads what answers the extension's own requests with the first of them: it is half of the server's text, and findings need
 * none of it.
 *
 * @param load registers the answers at the connection that it is given
 * @returns loads it before, for an editor that will ask
 */
export function answerOnUse(
  connection: Connection,
  load: (answering: Connection) => Promise<void>,
): () => Promise<void> {
  const handlers = new Map<string, Handler>();
  const onRequest = (method: string, handler: Handler) => {
    handlers.set(method, handler);
    return connection.onRequest(method, handler);
  };
  const answering = Object.create(connection, { onRequest: { value: onRequest } }) as Connection;
  let loading: Promise<void> | undefined;
  const loadOnce = (): Promise<void> => {
    loading ??= load(answering).catch((error: unknown) => {
      // The next request tries again.
      loading = undefined;
      logFailure('Loading the answers for views', error, connection.console);
      throw error;
    });
    return loading;
  };
  // Only requests that have no handler yet get here.
  connection.onRequest(async (method: string, params: unknown, token: CancellationToken): Promise<unknown> => {
    if (method.startsWith('skillwright/')) await loadOnce();
    const handler = handlers.get(method);
    if (!handler) return new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`);
    if (params === undefined) return handler(token);
    return Array.isArray(params) ? handler(...params, token) : handler(params, token);
  });
  return loadOnce;
}
