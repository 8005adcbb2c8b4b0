import { roleOf } from '../../../../evaluation/results/evaluation-result.ts';
import type { ArmStatistics } from '../../../../evaluation/statistics/arm-statistics.ts';
import type { ArmComparison } from '../../../../evaluation/statistics/compare-arms.ts';
import type { FlakyGrader } from '../../../../evaluation/statistics/flaky-graders.ts';
import type { Spread } from '../../../../evaluation/statistics/spread.ts';
import { inPercent, rateText } from '../../../../features/text/amounts.ts';
import { armTitle, deltaText, type ResultSubject, subjectWord } from '../result-words.ts';

/** The figures of arms, side by side. */
interface ArmsTable {
  readonly columns: readonly ArmsColumn[];
  /** A cell for each column. */
  readonly rows: readonly (readonly string[])[];
}

interface ArmsColumn {
  readonly name: string;
  /** The subject of its figures: a noun phrase. */
  readonly about: string;
}

/** Tries that a person would make. */
const shownTries = 3;

/** Columns that are known of no arm are left out. */
export function armsTable(arms: readonly ArmStatistics[], about: ResultSubject): ArmsTable {
  const tries = arms.reduce((least, it) => Math.min(least, it.tries.length), shownTries);
  const all: readonly (ArmsColumn & { readonly cell: (arm: ArmStatistics) => string | undefined })[] = [
    { name: 'Runs', about: 'What the runs had', cell: ({ arm }) => armTitle(arm, about) },
    { name: 'Passed', about: 'Runs that passed', cell: ({ passed, runs }) => `${passed} of ${runs}` },
    {
      name: 'Pass rate (95 %)',
      about: 'The share of runs that passed, and where it is with a confidence of 95 %',
      cell: ({ passed, runs, interval }) => rateText(passed, runs, interval),
    },
    {
      name: `pass@${tries}`,
      about: `How likely at least one of ${tries} runs of a case passes`,
      cell: (arm) => inPercent(arm.tries[tries - 1]!.once, 1),
    },
    {
      name: `pass^${tries}`,
      about: `How likely all of ${tries} runs of a case pass`,
      cell: (arm) => inPercent(arm.tries[tries - 1]!.always, 1),
    },
    { name: 'Score', about: `The mean score ${spreadNote}`, cell: ({ score }) => score && spreadText(score, 2) },
    {
      name: 'Cost',
      about: `The mean cost of a run ${spreadNote}`,
      cell: ({ costUsd }) => costUsd && `$${spreadText(costUsd)}`,
    },
    {
      name: 'Time',
      about: `The mean time of a run ${spreadNote}`,
      cell: ({ seconds }) => seconds && `${spreadText(seconds)} s`,
    },
    {
      name: 'Tokens',
      about: `The mean of the tokens of a run ${spreadNote}`,
      cell: ({ tokens }) => tokens && spreadText(tokens),
    },
  ];
  const columns = all.filter(({ cell }) => arms.some((arm) => cell(arm) !== undefined));
  return { columns, rows: arms.map((arm) => columns.map(({ cell }) => cell(arm) ?? '–')) };
}

const spreadNote = '± the standard deviation between runs of the same case';

/** `0.021 ± 0.004`, with as many digits as the mean needs. */
function spreadText({ mean, deviation }: Spread, digits: number = digitsOf(mean)): string {
  const text = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text(mean)} ± ${text(deviation)}`;
}

function digitsOf(mean: number): number {
  return mean >= 10 ? 0 : mean >= 1 ? 1 : mean >= 0.1 ? 2 : mean >= 0.01 ? 3 : 4;
}

/** The comparison in words, without a full stop: the verdict, and the figures that it rests on. */
export function comparisonText(
  it: ArmComparison,
  about: ResultSubject,
): { readonly verdict: string; readonly why: string } {
  const subject = subjectWord(about);
  const isOld = roleOf(it.with) === 'old';
  const figures = `score ${deltaText(it.difference)}, ${probabilityText(it.probability)}`;
  if (it.verdict === 'noneSeen') {
    const between = isOld ? 'from the old version' : `between with and without the ${subject}`;
    const runs = it.fewestRuns === 1 ? '1 run' : `${it.fewestRuns} runs`;
    return {
      verdict: `No difference ${between} seen`,
      why: `${figures}, with ${runs} of each case; ${moreRunsText(it)}`,
    };
  }
  const than = isOld ? 'than the old version' : `with the ${subject} than without it`;
  const verdict = `${it.verdict === 'better' ? 'Better' : 'Worse'} ${than}`;
  return { verdict, why: `${figures}, from ${it.runs} runs of ${it.cases === 1 ? '1 case' : `${it.cases} cases`}` };
}

function moreRunsText({ fewestRuns, runsThatTell }: ArmComparison): string {
  if (runsThatTell === undefined) return 'even 50 of each would hardly tell';
  const more = runsThatTell - fewestRuns;
  return `about ${more} more of each would tell`;
}

/** How likely chance alone makes such a difference. */
function probabilityText(probability: number): string {
  if (probability < 0.001) return 'p < 0.001';
  return `p = ${probability.toFixed(probability < 0.1 ? 3 : 2)}`;
}

/** `names in greets (2 of 3 passed)` */
export function flakyText({ case: it, name, passed, failed, disagreements }: FlakyGrader): string {
  const judge =
    disagreements === 0 ? '' : `; judge votes differ in ${disagreements === 1 ? '1 run' : `${disagreements} runs`}`;
  return `${name} in ${it.name} (${passed} of ${passed + failed} passed${judge})`;
}

/** Flaky graders that are named in one line. */
const maxNamed = 5;

export function flakyListText(flaky: readonly FlakyGrader[]): string {
  const more = flaky.length - maxNamed;
  return [...flaky.slice(0, maxNamed).map(flakyText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
