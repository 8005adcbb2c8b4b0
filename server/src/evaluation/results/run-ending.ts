import type { ResultAbort, ResultRun, ResultVerdict } from './evaluation-result.ts';

/** How a run ended that did not come to its end. */
export type RunEnding =
  /** A guard of a mock ended it, which is a failure: its score is 0. */
  | { readonly kind: 'aborted'; readonly guard: ResultAbort }
  /** Nothing was graded, so it has no score: mostly an error of the API. */
  | { readonly kind: 'error'; readonly said: string }
  /** It reached its time limit or its maximum number of turns. What it had done by then was graded. */
  | { readonly kind: 'limit'; readonly said: string }
  /** The user stopped it. What was said about it does not count. */
  | { readonly kind: 'interrupted' }
  /** It reached the maximum cost: what asks a model was not graded. */
  | { readonly kind: 'cost' };

/** The error of a run that the user stopped. */
const interrupted = 'interrupted';

/** The runner's words if a session may run commands that nothing would confine: it graded one that never started. */
const refused = /^A shell tool \([^)]*\) was granted but this machine cannot confine it/;

function withoutSandbox(said: string): string {
  const [, missing] = /dependencies are missing: ([^·\n]{1,200})/.exec(said) ?? [];
  const why = missing === undefined ? '' : ` (${missing.trim()})`;
  return `Claude Code runs no commands here, because this machine has no sandbox for them${why}. Set one up, or convert the case to \`evals.json\`, whose sessions need none`;
}

type Ended = Pick<ResultRun, 'error' | 'aborted' | 'isCut' | 'verdicts'>;

/** Why a run did not come to its end; undefined if it did. */
export function endingOf({ error, aborted, isCut, verdicts }: Ended): RunEnding | undefined {
  if (aborted) return { kind: 'aborted', guard: aborted };
  if (error === interrupted) return { kind: 'interrupted' };
  // The status of its process tells nobody anything.
  const said = error?.replace(/^exit \d+: (?=\S)/, '');
  if (said !== undefined && refused.test(said)) return { kind: 'error', said: withoutSandbox(said) };
  if (said !== undefined) return { kind: verdicts.length === 0 ? 'error' : 'limit', said };
  return isCut ? { kind: 'cost' } : undefined;
}

/** Whether no grader can say anything about a run: it died before it could be graded, or the user stopped it. */
export function hasNoVerdict({ kind }: RunEnding): boolean {
  return kind === 'aborted' || kind === 'error' || kind === 'interrupted';
}

/** Whether a run has no score: it died before it was graded, or it was stopped. */
export function isUngraded(run: Ended): boolean {
  const kind = endingOf(run)?.kind;
  return kind === 'error' || kind === 'interrupted' || kind === 'cost';
}

/** The verdicts on a run that count. Parts missing from a run that the user stopped, or that never started, are nobody's fault. */
export function countedVerdicts(run: ResultRun): readonly ResultVerdict[] {
  const kind = endingOf(run)?.kind;
  return kind === 'interrupted' || kind === 'error' ? [] : run.verdicts;
}

/** The outcome of a run. */
export type RunState = 'passed' | 'failed' | 'error' | 'stopped' | 'unknown';

export function stateOfRun(run: ResultRun): RunState {
  switch (endingOf(run)?.kind) {
    case 'aborted':
      return 'failed';
    case 'error':
    case 'limit':
      return 'error';
    case 'interrupted':
    case 'cost':
      return 'stopped';
    default:
      return run.passed === undefined ? 'unknown' : run.passed ? 'passed' : 'failed';
  }
}
