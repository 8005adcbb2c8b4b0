import type { ResultRun } from './evaluation-result.ts';

/** What the files of skill-creator say about a run. */
type WrittenRun = Pick<
  ResultRun,
  'arm' | 'number' | 'score' | 'seconds' | 'tokens' | 'folder' | 'verdicts' | 'notes' | 'details'
>;

/** A run of skill-creator. It has passed if all that was judged has. */
export function skillCreatorRun(written: WrittenRun): ResultRun {
  const { arm, number, score, seconds, tokens, folder, verdicts, notes, details } = written;
  return {
    arm,
    number,
    score,
    passed: score === undefined ? undefined : score === 1,
    error: undefined,
    turns: undefined,
    costUsd: undefined,
    judgeCostUsd: undefined,
    seconds,
    tokens,
    startedAt: undefined,
    tracePath: undefined,
    folder,
    verdicts,
    notes,
    details,
  };
}
