import type { EvaluationHistory } from '../../../jobs/evaluations/results/result-history.ts';
import { historySummary, shownHistory } from '../../../jobs/evaluations/results/shown-history.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';

interface SuiteHistory {
  /** Its folder. */
  readonly suite: string;
  readonly history: EvaluationHistory;
}

/** Histories for people. */
export function historyText(
  histories: readonly SuiteHistory[],
  shownPath: (path: string) => string,
  colours: Colours,
): string {
  return histories
    .map(({ suite, history }) => {
      const { rows, problem } = shownHistory(history);
      const lines = rows.flatMap(({ label, startedAt, summary, score, cost, revision }) => {
        const facts = [score === undefined ? undefined : `score ${score}`, summary, cost];
        const of = revision
          ? `${revision.isEstimated ? '≈ ' : ''}${revision.commit.slice(0, 10)} ${revision.subject}`.trim()
          : 'revision unknown';
        const known = facts.filter((it) => it !== undefined).join(', ');
        return [`  ${line(startedAt ?? label)}  ${line(known)}`, `    ${colours.dim(line(of))}`];
      });
      const about = problem === undefined ? [] : [colours.yellow(`  Revisions are not known: ${line(problem)}`)];
      return `${[colours.bold(line(shownPath(suite))), ...lines, ...about].join('\n')}\n`;
    })
    .join('\n');
}

/** The same for programs. */
export function historyJson(histories: readonly SuiteHistory[]): object {
  return {
    suites: histories.map(({ suite, history: { entries, problem } }) => ({
      path: suite,
      problem: problem ?? null,
      results: entries.map(({ place, startedAt, figures, revision }) => ({
        path: place.path,
        startedAt: startedAt ?? null,
        summary: historySummary(figures),
        cases: figures?.cases ?? null,
        passed: figures?.passed ?? null,
        endedEarly: figures?.endedEarly ?? null,
        stopped: figures?.stopped ?? null,
        notJudged: figures?.notJudged ?? null,
        partial: figures?.partial ?? null,
        score: figures?.score ?? null,
        costUsd: figures?.costUsd ?? null,
        revision: revision ?? null,
      })),
    })),
  };
}

function line(text: string): string {
  return escapeControlCharacters(text);
}
