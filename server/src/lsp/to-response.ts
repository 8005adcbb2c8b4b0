import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Refusal } from '../platform/refusal.ts';

/** Tells the user why a request cannot be fulfilled. */
export function toResponse<Result extends object>(result: Result | Refusal): Result | ResponseError<never> {
  return 'problem' in result ? refused(result.problem) : result;
}

export function refused(problem: string): ResponseError<never> {
  return new ResponseError(LSPErrorCodes.RequestFailed, problem);
}

/** For a request whose failure the extension names itself. */
export const seeOutput = refused('see the Skillwright output for details');
