import { armsOf, type ResultCase, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { endingOf } from '../../../evaluation/results/run-ending.ts';
import { countedEnding, endingTexts, sentenceOf, stoppedText } from '../../../features/text/run-ending-text.ts';
import { armTitle, type ResultSubject } from './result-words.ts';

/** Different reasons of one case: what the API says may differ in every run. */
const maxReasons = 20;

/** Why runs of a case did not come to their end, each reason once: `With plugin: 2 of 3 runs: ended early …`. */
export function caseEndings(it: ResultCase, about: ResultSubject): readonly string[] {
  const arms = armsOf({ cases: [it] });
  const said = arms.flatMap((arm) => {
    const runs = it.runs.filter((run) => run.arm === arm);
    const texts = [...endingTexts(runs.map(endingOf))].map(([text, count]) => countedEnding(text, count, runs.length));
    if (it.cut !== undefined && roleOf(arm) === 'with')
      texts.push(sentenceOf(`${stoppedText(it.cut)} after ${runs.length} of ${it.runsPerArm} runs`));
    return arms.length === 1 ? texts : texts.map((text) => `${armTitle(arm, about)}: ${text}`);
  });
  const more = said.length - maxReasons;
  return more > 0 ? [...said.slice(0, maxReasons), `${more.toLocaleString('en')} more reasons are in the runs`] : said;
}
