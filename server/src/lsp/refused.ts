import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Refusal } from '../features/edits/refusal.ts';

/** What cannot be done is told to the person who asked for it. */
export function orRefused<Result extends object>(result: Result | Refusal): Result | ResponseError<never> {
  return 'error' in result ? new ResponseError(LSPErrorCodes.RequestFailed, result.error) : result;
}
