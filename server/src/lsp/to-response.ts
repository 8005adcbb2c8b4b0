import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Refusal } from '../features/edits/refusal.ts';

/** Tells the user why a request cannot be fulfilled. */
export function toResponse<Result extends object>(result: Result | Refusal): Result | ResponseError<never> {
  return 'error' in result ? new ResponseError(LSPErrorCodes.RequestFailed, result.error) : result;
}
