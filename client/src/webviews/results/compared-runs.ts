import type { ShownOutput, ShownResultRun, ShownVerdict } from '../../../../server/src/protocol.ts';
import { html, linkButton } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { comparedOutput } from './compared-output.ts';
import { stateMark } from './state-mark.ts';
import { table } from './table.ts';

/** Actions of a person on the runs of a case. */
export interface JudgeEvents {
  openFile(uri: string): void;
  /** Shows two files next to each other in an editor. */
  compareFiles(left: string, right: string, title: string): void;
  judge(run: string, statement: number, isMet: boolean): void;
  /** Asks why. */
  explain(run: string, statement: number, isMet: boolean): void;
}

/** Runs with the same number, one of each arm. */
type Compared = readonly ShownResultRun[];

/**
 * Runs side by side: what is judged, in each arm, and below it what they have made.
 *
 * @param mayJudge whether what a person says can be kept
 */
export function comparedRuns(
  runs: readonly ShownResultRun[],
  mayJudge: boolean,
  events: JudgeEvents,
): readonly HTMLElement[] {
  const numbers = [...new Set(runs.map(({ number }) => number))];
  return numbers.map((number) => {
    const compared = runs.filter((run) => run.number === number);
    return html(
      'section',
      { class: 'run', 'aria-label': `Run ${number}` },
      ...(numbers.length > 1 ? [html('h3', {}, `Run ${number}`)] : []),
      heads(compared),
      statements(compared, mayJudge, events),
      ...outputs(compared, events),
    );
  });
}

/** The time, cost, denials and omissions of each run; none if nothing is known but the names, which the table has too. */
function heads(runs: Compared): HTMLElement | undefined {
  const isKnown = ({ facts, ending, notes, made }: ShownResultRun) =>
    facts.length > 0 || ending !== undefined || notes.length > 0 || made.length === 0;
  if (!runs.some(isKnown)) return undefined;
  const heads = runs.map(({ arm, facts, ending, notes, made, outputNote }) =>
    html(
      'div',
      {},
      html('h4', {}, arm, ' ', html('span', { class: 'hint facts' }, facts.join(' · '))),
      ...(ending === undefined ? [] : [banner('error', ending)]),
      ...notes.map((note) => banner('warning', note)),
      ...(made.length === 0 ? [html('p', { class: 'hint' }, outputNote)] : []),
    ),
  );
  return html('div', { class: 'beside' }, ...heads);
}

function banner(severity: 'error' | 'warning', text: string): HTMLElement {
  return html('div', { class: 'banner', 'data-severity': severity }, icon(icons[severity]), html('p', {}, text));
}

function statements(runs: Compared, mayJudge: boolean, events: JudgeEvents): HTMLElement {
  const names = [...new Set(runs.flatMap(({ verdicts }) => verdicts.map(({ name }) => name)))];
  if (names.length === 0) return html('p', { class: 'hint' }, 'There are no statements to judge.');
  const rows = names.map((name) => [
    html('span', { class: 'grader' }, name),
    ...runs.map((run) => {
      const index = run.verdicts.findIndex((verdict) => verdict.name === name);
      const verdict = run.verdicts[index];
      return verdict ? verdictCell(run, verdict, index, mayJudge, events) : '';
    }),
  ]);
  return table('What is judged', ['Statement', ...runs.map(({ arm }) => arm)], rows);
}

const words = {
  passed: 'Met',
  failed: 'Not met',
  error: 'Ended early',
  stopped: 'Stopped',
  unknown: 'Not judged',
} as const;

function verdictCell(
  run: ShownResultRun,
  verdict: ShownVerdict,
  index: number,
  mayJudge: boolean,
  events: JudgeEvents,
): HTMLElement {
  const { state, explanation, by } = verdict;
  return html(
    'div',
    { class: 'verdict' },
    stateMark(state),
    html(
      'div',
      {},
      words[state],
      ...(by === undefined
        ? []
        : [' ', html('span', { class: 'hint' }, by === 'you' ? 'judged by you' : `judged by a model: ${by}`)]),
      ...(explanation === '' ? [] : [html('p', { class: 'reasons' }, explanation)]),
      ...(mayJudge && run.id !== undefined ? [judgeButtons(run, run.id, verdict, index, events)] : []),
    ),
  );
}

/** "Met", "Not Met", and "Why…" once that is said. */
function judgeButtons(
  { arm }: ShownResultRun,
  run: string,
  { name, state }: ShownVerdict,
  index: number,
  { judge, explain }: JudgeEvents,
): HTMLElement {
  const about = `${name}, ${arm}`;
  const choice = (label: string, isMet: boolean) => {
    const made = linkButton(label, () => judge(run, index, isMet));
    made.setAttribute('aria-label', `${label}: ${about}`);
    made.setAttribute('aria-pressed', String(state === (isMet ? 'passed' : 'failed')));
    return made;
  };
  const buttons = [choice('Met', true), choice('Not Met', false)];
  if (state === 'passed' || state === 'failed') {
    const why = linkButton('Why…', () => explain(run, index, state === 'passed'));
    why.setAttribute('aria-label', `Why: ${about}`);
    buttons.push(why);
  }
  return html('div', { class: 'judge' }, ...buttons);
}

/** The answer first, then the other files in the order of their names. */
function outputs(runs: Compared, events: JudgeEvents): readonly HTMLElement[] {
  const paths = new Set(runs.flatMap(({ made }) => made.map(({ path }) => path)));
  const isAnswer = (path: string) => Number(path === 'answer.md');
  const sorted = [...paths].sort((a, b) => isAnswer(b) - isAnswer(a) || (a < b ? -1 : 1));
  return sorted.map((path) => {
    const files = runs.map(({ arm, made }): { arm: string; file: ShownOutput | undefined } => ({
      arm,
      file: made.find((it) => it.path === path),
    }));
    return comparedOutput(path, files, events);
  });
}
