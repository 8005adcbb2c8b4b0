import type { ResultRun } from './evaluation-result.ts';

/** A run, as far as the files of skill-creator describe it. */
type WrittenRun = Pick<
  ResultRun,
  'arm' | 'number' | 'score' | 'seconds' | 'tokens' | 'folder' | 'verdicts' | 'notes' | 'details'
> &
  Partial<Pick<ResultRun, 'costUsd'>>;

/** A run of skill-creator. It has passed if all has; while something was not judged, that is not known, unless it failed. */
export function skillCreatorRun(written: WrittenRun): ResultRun {
  const { arm, number, score, seconds, tokens, costUsd, folder, verdicts, notes, details } = written;
  const isOpen = score === 1 && verdicts.some((it) => it.passed === undefined);
  return {
    arm,
    number,
    score,
    passed: score === undefined || isOpen ? undefined : score === 1,
    error: undefined,
    aborted: undefined,
    isCut: undefined,
    turns: undefined,
    costUsd,
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
