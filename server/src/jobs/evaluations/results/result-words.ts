import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { sentenceOf, stoppedText } from '../../../features/text/run-ending-text.ts';
import type { GraderCell } from './case-table.ts';

/** The part of a result that tells whether it is about a plugin or a skill. */
export type ResultSubject = Pick<EvaluationResult, 'format' | 'subjectKind'>;

/** The word for the thing that runs are with and without. */
export function subjectWord({ format, subjectKind }: ResultSubject): 'plugin' | 'skill' {
  return subjectKind ?? (format === 'plugin-eval' ? 'plugin' : 'skill');
}

/** The name of an arm. */
export function armTitle(arm: string, about: ResultSubject): string {
  const subject = subjectWord(about);
  switch (roleOf(arm)) {
    case 'with':
      return `With ${subject}`;
    case 'without':
      return `Without ${subject}`;
    case 'old':
      return 'Old version';
    default:
      return arm;
  }
}

/** A score as the runner prints it; a dash for none. */
export function scoreText(score: number | undefined): string {
  return score === undefined ? '–' : score.toFixed(2);
}

/** A difference between two scores, with its sign. */
export function deltaText(delta: number | undefined): string {
  if (delta === undefined) return '–';
  const text = delta.toFixed(2);
  return delta > 0 ? `+${text}` : text.replace(/^-0\.00$/, '0.00');
}

export function costText(usd: number | undefined): string | undefined {
  return usd === undefined ? undefined : `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}

/** `2 of 3 passed`; how many have not been judged. */
export function cellText({ passed, failed, unknown }: GraderCell): string {
  const judged = passed + failed;
  if (judged + unknown === 0) return '–';
  if (judged === 0) return 'not judged';
  const text = judged === 1 ? (passed === 1 ? 'passed' : 'failed') : `${passed} of ${judged} passed`;
  return unknown === 0 ? text : `${text}, ${unknown} not judged`;
}

/** Why a result is not whole, as a sentence; undefined if it is. */
export function partialText({ partial }: Pick<EvaluationResult, 'partial'>): string | undefined {
  return partial === undefined ? undefined : `${sentenceOf(stoppedText(partial))}, so not all cases are here.`;
}
