import { lineOf, shortened } from '../../../features/text/markdown-text.ts';
import { isTested } from '../../../jobs/evaluations/results/summary/case-counts.ts';
import type { JudgedOutput } from '../../../jobs/evaluations/results/summary/judged-output.ts';
import type { Colours } from '../../terminal/terminal.ts';

/** Characters of what a model was shown: the whole is in the JSON, and on the page. */
const maxShown = 160;

/** Of runs with the plugin or skill: the others are only compared with. */
const maxRuns = 2;

/** The question to a model as judge and the output it was shown, if it failed a run or did not agree with itself. */
export function judgedLines(judged: JudgedOutput | undefined, colours: Colours): readonly string[] {
  const seen = (judged?.seen ?? []).filter(({ arm }) => isTested(arm)).slice(0, maxRuns);
  if (!judged || seen.length === 0) return [];
  const about = (label: string, text: string) =>
    `          ${colours.dim(label)} ${lineOf(shortened(text.trim(), maxShown))}`;
  const focus = judged.focus === undefined ? '' : ` of ${lineOf(judged.focus)}`;
  return [
    ...(judged.criteria === '' ? [] : [about('Asked:', judged.criteria)]),
    ...seen.map(({ number, text }) => about(`Saw${focus} in run ${number}:`, text)),
  ];
}
