import {
  armsOf,
  type EvaluationResult,
  type ResultCase,
  type ResultRun,
  type ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import { countedVerdicts, endingOf, stateOfRun } from '../../../evaluation/results/run-ending.ts';
import { type Html, html, htmlText, joinHtml } from '../../../features/text/html-text.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { endingText, sentenceOf } from '../../../features/text/run-ending-text.ts';
import type { CaseTable, GraderCell, GraderRow } from './case-table.ts';
import { htmlTable, spokenMark } from './html-parts.ts';
import { runFacts } from './result-runs.ts';
import { caseAdvice, ownNotes } from './result-warnings.ts';
import { armTitle, cellText, scoreText } from './result-words.ts';

/** Graders and runs of a case. */
const maxGraders = 200;
const maxRuns = 100;

/** Characters of a text about a run. */
const maxText = 4_000;

/** A case, which is open unless it passed: what its graders said in all arms, and its runs. */
export function caseDetails(
  { case: it, state, arms, graders }: CaseTable,
  index: number,
  endings: readonly string[],
  result: EvaluationResult,
): Html {
  const titles = armsOf(result).map((arm) => armTitle(arm, result));
  const scores = arms.map(({ score }, at) => html`${htmlText(titles[at]!)} <b>${htmlText(scoreText(score))}</b>`);
  const open = state === 'passed' ? html`` : html` open`;
  return html`<details class="case"${open}>
<summary>${spokenMark(state)} <span class="name">${text(it.name)}</span> <span class="hint">${joinHtml(scores, ' · ')}</span></summary>
<div class="body" id="case-${index + 1}">
${joinHtml([
  list('endings', endings),
  list('advisories', caseAdvice(it, result)),
  labelled('Prompt', it.prompt),
  labelled('Expected', it.expectedOutput),
  graderTable(it, graders, titles),
  runList(it, result),
])}
</div>
</details>`;
}

function text(written: string): Html {
  return htmlText(shortened(written, maxText));
}

function list(kind: 'endings' | 'advisories', texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  const items = texts.map((it) => html`<li>${text(it)}</li>`);
  return html`<ul class="${htmlText(kind)}">${joinHtml(items, '')}</ul>`;
}

function labelled(label: string, written: string | undefined): Html | undefined {
  if (written === undefined || written === '') return undefined;
  return html`<h3>${htmlText(label)}</h3>
<p class="written">${text(written)}</p>`;
}

function graderTable({ name }: ResultCase, graders: readonly GraderRow[], titles: readonly string[]): Html {
  if (graders.length === 0) return html`<p class="hint">No graders.</p>`;
  const rows = graders.slice(0, maxGraders).map((row) => [graderName(row), ...row.cells.map(graderCell)]);
  const more = graders.length - maxGraders;
  const label = `Graders of ${shortened(name)}`;
  return joinHtml([
    htmlTable(label, ['Grader', ...titles], rows),
    more > 0 ? html`<p class="hint">${more} more graders are not shown.</p>` : undefined,
  ]);
}

function graderName({ name, type, isScored, measuresNothing }: GraderRow): Html {
  const about = [type, isScored ? undefined : 'not scored', measuresNothing ? 'measures nothing' : undefined];
  const known = about.filter((it) => it !== undefined).join(' · ');
  return html`<span class="grader">${text(name)}</span>${known === '' ? html`` : html` <span class="hint">${text(known)}</span>`}`;
}

function graderCell(cell: GraderCell): Html {
  const { passed, failed, unknown, reasons } = cell;
  if (passed + failed + unknown === 0) return html`<span class="hint">–</span>`;
  const state = failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'unknown';
  const items = reasons.map((reason) => html`<li>${text(reason)}</li>`);
  const said = items.length === 0 ? html`` : html`<ul class="reasons">${joinHtml(items, '')}</ul>`;
  return html`${spokenMark(state)} ${htmlText(cellText(cell))}${said}`;
}

function runList(it: ResultCase, result: EvaluationResult): Html | undefined {
  if (it.runs.length === 0) return undefined;
  const arms = armsOf({ cases: [it] });
  const runs = it.runs.toSorted((a, b) => arms.indexOf(a.arm) - arms.indexOf(b.arm));
  const more = runs.length - maxRuns;
  return joinHtml([
    html`<h3>Runs</h3>`,
    ...runs.slice(0, maxRuns).map((run) => runDetails(run, result)),
    more > 0 ? html`<p class="hint">${more} more runs are not shown.</p>` : undefined,
  ]);
}

function runDetails(run: ResultRun, result: EvaluationResult): Html {
  const ending = endingOf(run);
  const title = `${armTitle(run.arm, result)}, run ${run.number}`;
  const verdicts = countedVerdicts(run).slice(0, maxGraders).map(verdictItem);
  const notes = ownNotes(run, result.format).map((note) => html`<li>${text(note)}</li>`);
  return html`<details class="run">
<summary>${spokenMark(stateOfRun(run))} ${text(title)} <span class="hint">${text(runFacts(run).join(' · '))}</span></summary>
${joinHtml([
  ending && list('endings', [sentenceOf(endingText(ending))]),
  verdicts.length === 0
    ? html`<p class="hint">Nothing was graded.</p>`
    : html`<ul class="verdicts">${joinHtml(verdicts)}</ul>`,
  notes.length === 0 ? undefined : html`<ul>${joinHtml(notes, '')}</ul>`,
])}
</details>`;
}

function verdictItem({ name, passed, isScored, explanation, evidence }: ResultVerdict): Html {
  const state = passed === undefined ? 'unknown' : passed ? 'passed' : 'failed';
  return html`<li>${spokenMark(state)} <span class="grader">${text(name)}</span>${joinHtml(
    [
      isScored ? undefined : html` <span class="hint">not scored</span>`,
      explanation === '' ? undefined : html`<p class="reasons">${text(explanation)}</p>`,
      evidence === undefined ? undefined : html`<blockquote>${text(evidence)}</blockquote>`,
    ],
    '',
  )}</li>`;
}
