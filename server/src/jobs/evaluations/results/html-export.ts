import { armsOf, type EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { resultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import { type Html, html, htmlText, joinHtml } from '../../../features/text/html-text.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { caseEndings } from './case-endings.ts';
import { type CaseState, type CaseTable, caseTables } from './case-table.ts';
import { caseDetails } from './html-case.ts';
import { htmlTable, stateMark, stateWord } from './html-parts.ts';
import { pageStyle, pageStyleHash } from './html-style.ts';
import { resultWarnings } from './result-warnings.ts';
import { armTitle, costText, deltaText, scoreText } from './result-words.ts';
import { armsTable, comparisonText, flakyListText } from './summary/statistics-words.ts';

/** Cases that the page shows: nobody reads as many. */
const maxCases = 500;

/**
 * A result as one page that can be sent: it has no script, and loads nothing. The policy in it permits its style alone, by
 * the hash of it.
 */
export function htmlExport(result: EvaluationResult): Html {
  const tables = caseTables(result);
  const titles = armsOf(result).map((arm) => armTitle(arm, result));
  const title =
    result.subject === undefined
      ? html`Evaluation results`
      : html`Evaluation results of ${htmlText(shortened(result.subject))}`;
  const shown = tables.slice(0, maxCases);
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${pageStyleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="hint">${facts(result)}</p>
</header>
<main>
${joinHtml([
  ...warnings(result),
  tables.length === 0 ? html`<p>No cases.</p>` : counts(tables),
  tables.length === 0 ? undefined : summary(shown, titles),
  statistics(result),
  ...shown.map((table, index) => caseDetails(table, index, caseEndings(table.case, result), result)),
  tables.length > maxCases
    ? html`<p class="hint">${tables.length - maxCases} more cases are not shown.</p>`
    : undefined,
  notes(result),
])}
</main>
<footer class="hint">Written by Skillwright from the result of ${result.format === 'plugin-eval' ? html`<code>claude plugin eval</code>` : html`skill-creator`}.</footer>
</body>
</html>
`;
}

/** A point in time as runners write it; the page cannot know where it is read. */
const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/;

function facts({ version, startedAt, claudeVersion, seconds, costUsd, cases }: EvaluationResult): Html {
  const runs = cases.reduce((sum, it) => sum + it.runs.length, 0);
  const known = [
    version === undefined ? undefined : `version ${version}`,
    startedAt?.replace(instant, '$1 $2 UTC'),
    claudeVersion === undefined ? undefined : `Claude Code ${claudeVersion}`,
    runs === 1 ? '1 run' : `${runs.toLocaleString('en')} runs`,
    seconds === undefined ? undefined : `${Math.round(seconds).toLocaleString('en')} s`,
    costText(costUsd),
  ];
  return joinHtml(
    known.map((fact) => (fact === undefined ? undefined : htmlText(shortened(fact)))),
    ' · ',
  );
}

function warnings(result: EvaluationResult): readonly Html[] {
  return resultWarnings(result).map((warning) => html`<p class="banner">${htmlText(warning)}</p>`);
}

/** The states in the order in which somebody wants to know. */
const states: readonly CaseState[] = ['passed', 'failed', 'error', 'stopped', 'unknown'];

function counts(tables: readonly CaseTable[]): Html {
  const items = states.flatMap((state) => {
    const count = tables.filter((table) => table.state === state).length;
    if (count === 0 && state !== 'passed') return [];
    const of = state === 'passed' ? html` of ${tables.length}` : html``;
    return [html`<li>${stateMark(state)} <b>${count}</b>${of} ${htmlText(stateWord(state).toLowerCase())}</li>`];
  });
  return html`<ul class="counts" aria-label="Cases by state">${joinHtml(items, '')}</ul>`;
}

function summary(tables: readonly CaseTable[], titles: readonly string[]): Html {
  const hasDelta = tables.some(({ delta }) => delta !== undefined);
  const hasChange = tables.some(({ change }) => change !== undefined);
  const columns = [
    'Case',
    'State',
    ...titles,
    ...(hasDelta ? ['Difference'] : []),
    ...(hasChange ? ['Since the old version'] : []),
  ];
  const rows = tables.map(({ case: { name }, state, arms, delta, change }, index) => [
    html`<a href="#case-${index + 1}">${htmlText(shortened(name))}</a>`,
    html`${stateMark(state)} ${htmlText(stateWord(state))}`,
    ...arms.map(({ score, runs }) => htmlText(`${scoreText(score)} (${runs === 1 ? '1 run' : `${runs} runs`})`)),
    ...(hasDelta ? [htmlText(deltaText(delta))] : []),
    ...(hasChange ? [htmlText(deltaText(change))] : []),
  ]);
  return html`<h2>Cases</h2>
${htmlTable('Cases', columns, rows)}`;
}

/** The statistics of repeated runs. */
function statistics(result: EvaluationResult): Html | undefined {
  const found = resultStatistics(result);
  if (!found) return undefined;
  const { columns, rows } = armsTable(found.arms, result);
  const verdicts = found.comparisons.map((it) => {
    const { verdict, why } = comparisonText(it, result);
    return html`<li><b>${htmlText(verdict)}</b>: ${htmlText(why)}</li>`;
  });
  const flaky =
    found.flaky.length === 0 ? [] : [html`<li>Flaky graders: ${htmlText(shortened(flakyListText(found.flaky)))}</li>`];
  const said = [...verdicts, ...flaky];
  return joinHtml([
    html`<h2>Repeated runs</h2>`,
    htmlTable(
      'Repeated runs',
      columns.map(({ name }) => name),
      rows.map((cells) => cells.map(htmlText)),
    ),
    said.length === 0 ? undefined : html`<ul class="verdicts">${joinHtml(said, '')}</ul>`,
  ]);
}

function notes({ notes: written }: EvaluationResult): Html | undefined {
  if (written.length === 0) return undefined;
  const items = written.map((note) => html`<li>${htmlText(note)}</li>`);
  return html`<h2>Notes</h2>
<ul>${joinHtml(items, '')}</ul>`;
}
