import type { Refusal } from '../server/src/platform/refusal.ts';

/** An answer that must not be a refusal. */
export function notRefused<Answer extends object>(answer: Answer | Refusal): Answer {
  if ('problem' in answer) throw new Error(`Refused: ${answer.problem}`);
  return answer;
}
