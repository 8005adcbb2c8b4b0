import { URI } from 'vscode-uri';
import type { ResultHistory } from '../../protocol.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';

/** The results of one suite. */
interface SuiteHistory {
  /** Its folder. */
  readonly suite: string;
  readonly history: ResultHistory;
}

/** Histories for people. */
export function historyText(
  histories: readonly SuiteHistory[],
  shownPath: (path: string) => string,
  colours: Colours,
): string {
  return histories
    .map(({ suite, history: { rows, problem } }) => {
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
    suites: histories.map(({ suite, history: { rows, problem } }) => ({
      path: suite,
      problem: problem ?? null,
      results: rows.map(({ uri, startedAt, summary, score, cost, revision }) => ({
        path: URI.parse(uri).fsPath,
        startedAt: startedAt ?? null,
        summary,
        score: score ?? null,
        cost: cost ?? null,
        revision: revision ?? null,
      })),
    })),
  };
}

function line(text: string): string {
  return escapeControlCharacters(text);
}
