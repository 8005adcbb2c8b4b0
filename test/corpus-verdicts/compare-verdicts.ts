import { type Place, placeKey, type Verdict } from './verdict.ts';

/** A finding as it is reported now. */
export interface Reported extends Place {
  /** A hash of its message. */
  readonly said: string;
}

/** A judged finding that is not reported as it was. */
export interface Change {
  readonly verdict: Verdict;
  /** Not reported any more; the same text on another line; another text on the same line; or only another message. */
  readonly what: 'gone' | 'moved' | 'new text' | 'new message';
  /** What it is now; undefined if it is gone. */
  readonly now?: Reported;
}

/** The verdicts that do not fit what is reported now. Each reported finding takes the place of at most one of them. */
export function changesSince(verdicts: readonly Verdict[], findings: readonly Reported[]): Change[] {
  const reported = new Map(findings.map((it) => [placeKey(it), it]));
  const judged = new Set(verdicts.map(placeKey));
  const free = new Map([...reported].filter(([key]) => !judged.has(key)));
  const take = (fits: (place: Place) => boolean, line: number): Reported | undefined => {
    const [nearest] = [...free.values()].filter(fits).sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line));
    if (nearest) free.delete(placeKey(nearest));
    return nearest;
  };
  return verdicts.flatMap((verdict): Change[] => {
    const { rule, file, line, mark, said } = verdict;
    const now = reported.get(placeKey(verdict));
    if (now) return now.said === said ? [] : [{ verdict, what: 'new message', now }];
    const moved = take((it) => it.rule === rule && it.file === file && it.mark === mark, line);
    if (moved) return [{ verdict, what: 'moved', now: moved }];
    const changed = take((it) => it.rule === rule && it.file === file && it.line === line, line);
    return [changed ? { verdict, what: 'new text', now: changed } : { verdict, what: 'gone' }];
  });
}

/**
 * The verdicts that still hold. What was right stays so on another line and in other words; what was wrong has to be read
 * again, and so has another text.
 */
export function settled(verdicts: readonly Verdict[], changes: readonly Change[]): Verdict[] {
  const byVerdict = new Map(changes.map((change) => [change.verdict, change]));
  return verdicts.flatMap((verdict) => {
    const change = byVerdict.get(verdict);
    if (!change) return [verdict];
    if (change.what === 'gone' || change.what === 'new text' || !isGood(verdict)) return [];
    return [{ ...verdict, line: change.now!.line, said: change.now!.said }];
  });
}

function isGood({ truth, worth }: Verdict): boolean {
  return truth === 'right' && worth === 'useful';
}

/** How many verdicts say that the findings are right, and that they are useful. */
export interface Tally {
  readonly judged: number;
  readonly right: number;
  readonly useful: number;
}

export function tally(verdicts: readonly Verdict[]): Tally {
  return {
    judged: verdicts.length,
    right: verdicts.filter(({ truth }) => truth === 'right').length,
    useful: verdicts.filter(({ worth }) => worth === 'useful').length,
  };
}
