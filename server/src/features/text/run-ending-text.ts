import type { RunEnding } from '../../evaluation/results/run-ending.ts';

/** Why a run did not come to its end, as a clause. */
export function endingText(ending: RunEnding): string {
  switch (ending.kind) {
    case 'aborted': {
      const { server, tool, reason } = ending.guard;
      return `aborted by the mock ${server}/${tool}: ${reason}`;
    }
    case 'error':
      return `ended early, not graded: ${ending.said}`;
    case 'limit':
      return `ended early: ${ending.said}`;
    case 'interrupted':
      return 'stopped, not graded';
    case 'cost':
      return 'stopped at the maximum cost, before a model judged it';
  }
}

/** Each reason once, with the number of runs that ended because of it. */
export function endingTexts(endings: readonly (RunEnding | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const ending of endings) {
    if (!ending) continue;
    const text = endingText(ending);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** A remark about some of several runs: `2 of 3 runs: ended early …`, and only the reason if there is one run. */
export function countedEnding(text: string, count: number, runs: number): string {
  return runs === 1 ? sentenceOf(text) : `${count} of ${runs} runs: ${text}`;
}

/** A clause that begins with a capital letter. */
export function sentenceOf(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}`;
}

/**
 * The reason why the runner stopped, as a clause.
 *
 * @param partial the reason in its result
 */
export function stoppedText(partial: string): string {
  switch (partial) {
    case 'cost_ceiling':
      return 'stopped at the maximum cost';
    case 'auth_failed':
      return 'stopped because Claude Code could not authenticate';
    case 'interrupted':
      return 'stopped by the user';
    default:
      return 'stopped early';
  }
}
