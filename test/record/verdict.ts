import { inShapeOf, isSame } from './compare.ts';
import type { Observed, StoredCase } from './recorded-case.ts';

/** All answers to one case: one line of the file of answers. */
export interface CaseAnswers {
  readonly key: string;
  /** What the new release did; a second time if the first answer differs from the recording. */
  readonly answers: readonly Observed[];
  /** What the old release did on the same day, if the new one differs twice. */
  readonly before?: Observed;
}

/**
 * - `same`: as recorded
 * - `changed`: twice different, and the old release still does what was recorded
 * - `recording`: the old release also differs today: the recording or the recorder is wrong
 * - `unsteady`: two answers of one release differ
 * - `unconfirmed`: twice different, and the old release was not asked
 */
export type Verdict = 'same' | 'changed' | 'recording' | 'unsteady' | 'unconfirmed';

/** What is to be asked next, or undefined if everything is known. */
export type NextQuestion = 'new' | 'old' | undefined;

export function nextQuestion(stored: StoredCase, known: CaseAnswers | undefined, hasOld: boolean): NextQuestion {
  const [first, second] = known?.answers ?? [];
  if (!first) return 'new';
  if (isSame(stored.observed, first)) return undefined;
  if (!second) return 'new';
  if (!hasOld || known?.before || isSame(stored.observed, second)) return undefined;
  return 'old';
}

export function verdictOf(stored: StoredCase, { answers, before }: CaseAnswers): Verdict {
  const [first, second] = answers;
  if (isSame(stored.observed, first!)) return 'same';
  if (!second) return 'unconfirmed';
  if (!isSameFor(stored, first!, second)) return 'unsteady';
  if (!before) return 'unconfirmed';
  if (isSame(stored.observed, before)) return 'changed';
  return isSameFor(stored, before, first!) ? 'recording' : 'unsteady';
}

/** Whether two answers agree in what the recording is about. */
function isSameFor({ observed }: StoredCase, one: Observed, other: Observed): boolean {
  return isSame(inShapeOf(observed, one), inShapeOf(observed, other));
}
