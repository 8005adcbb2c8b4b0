import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Refusal } from '../platform/refusal.ts';

/** Tells the user why a request cannot be fulfilled. */
export function toResponse<Result extends object>(result: Result | Refusal): Result | ResponseError<never> {
  return 'problem' in result ? new ResponseError(LSPErrorCodes.RequestFailed, result.problem) : result;
}
