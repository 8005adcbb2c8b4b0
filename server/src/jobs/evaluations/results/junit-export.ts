import type {
  EvaluationResult,
  ResultCase,
  ResultRun,
  ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import { roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { sumOf } from '../../../evaluation/results/result-sums.ts';
import { countedVerdicts, endingOf, type RunEnding } from '../../../evaluation/results/run-ending.ts';
import { endingText, sentenceOf, stoppedText } from '../../../features/text/run-ending-text.ts';
import { xmlAttributes, xmlText } from '../../../features/text/xml-text.ts';
import { deniedInCase } from './denied-runs.ts';
import { resultWarnings } from './result-warnings.ts';

type Outcome = 'passed' | 'failed' | 'error' | 'skipped';

/** A test of a suite. */
interface Test {
  readonly name: string;
  readonly outcome: Outcome;
  /** Why it did not pass. */
  readonly message: string;
  readonly seconds: number | undefined;
}

/**
 * A result as JUnit XML: a suite per case, and in it a test per grader and run with the plugin or skill. Other arms are only
 * compared with, so they are properties of the suite and cannot fail.
 */
export function junitExport(result: EvaluationResult): string {
  const suites = result.cases.map((it) => ({
    it,
    tests: [...it.runs.filter(isTested).flatMap(testsOf), ...cutTests(it)],
  }));
  const all = suites.flatMap(({ tests }) => tests);
  const head = { name: result.subject ?? 'evaluations', ...counts(all), time: time(result.seconds) };
  const body = suites.map(({ it, tests }) => suite(it, tests, result)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes(head)}>\n${body}</testsuites>\n`;
}

function isTested({ arm }: ResultRun): boolean {
  const role = roleOf(arm);
  return role === 'with' || role === 'other';
}

function suite(it: ResultCase, tests: readonly Test[], result: EvaluationResult): string {
  const { seconds } = sumOf(it.runs.filter(isTested));
  const head = { name: it.name, ...counts(tests), time: time(seconds) };
  const arms = [...new Set(it.runs.map(({ arm }) => arm))];
  const scores = arms.map((arm) => {
    const { score } = sumOf(it.runs.filter((run) => run.arm === arm));
    const value = score === undefined ? 'unknown' : String(score);
    return { name: `score ${arm}`, value };
  });
  const properties = [...scores, ...resultWarnings(result).map((value) => ({ name: 'warning', value }))].map(
    (property) => {
      return `      <property${xmlAttributes(property)}/>\n`;
    },
  );
  for (const value of deniedInCase(it, result))
    properties.push(`      <property${xmlAttributes({ name: 'denied', value })}/>\n`);
  const listed = properties.length === 0 ? '' : `    <properties>\n${properties.join('')}    </properties>\n`;
  return `  <testsuite${xmlAttributes(head)}>\n${listed}${tests.map((test) => testCase(it, test)).join('')}  </testsuite>\n`;
}

function testsOf(run: ResultRun): readonly Test[] {
  const place = `${roleOf(run.arm) === 'other' ? `${run.arm}, ` : ''}run ${run.number}`;
  const tests = countedVerdicts(run).map(
    (verdict): Test => ({ name: `${verdict.name}, ${place}`, ...outcomeOf(verdict) }),
  );
  const ending = endingOf(run);
  if (ending) {
    const message = sentenceOf(endingText(ending));
    return [{ name: place, outcome: outcomeOfEnding(ending), message, seconds: run.seconds }, ...tests];
  }
  if (tests.length > 0) return tests;
  const outcome = run.passed === undefined ? 'skipped' : run.passed ? 'passed' : 'failed';
  const message = run.passed === undefined ? 'Not judged' : `Score ${run.score ?? 0}`;
  return [{ name: place, outcome, message, seconds: run.seconds }];
}

function outcomeOfEnding({ kind }: RunEnding): Outcome {
  if (kind === 'aborted') return 'failed';
  return kind === 'interrupted' || kind === 'cost' ? 'skipped' : 'error';
}

/** The runs that never started. */
function cutTests({ cut, runs, runsPerArm = 0 }: ResultCase): readonly Test[] {
  if (cut === undefined) return [];
  const first = runs.filter(({ arm }) => roleOf(arm) === 'with').length + 1;
  const name = first === runsPerArm ? `run ${first}` : `runs ${first} to ${runsPerArm}`;
  return [{ name, outcome: 'skipped', message: sentenceOf(stoppedText(cut)), seconds: undefined }];
}

function outcomeOf({ passed, isScored, explanation }: ResultVerdict): Omit<Test, 'name'> {
  const seconds = undefined;
  if (passed === true) return { outcome: 'passed', message: '', seconds };
  if (passed === undefined) return { outcome: 'skipped', message: explanation || 'Not judged', seconds };
  return { outcome: isScored ? 'failed' : 'skipped', message: explanation || 'Failed', seconds };
}

function testCase({ name: className }: ResultCase, { name, outcome, message, seconds }: Test): string {
  const head = `    <testcase${xmlAttributes({ name, classname: className, time: time(seconds) })}`;
  if (outcome === 'passed') return `${head}/>\n`;
  const element = { failed: 'failure', error: 'error', skipped: 'skipped' }[outcome];
  const inner = `<${element}${xmlAttributes({ message })}>${xmlText(message)}</${element}>`;
  return `${head}>\n      ${inner}\n    </testcase>\n`;
}

function counts(tests: readonly Test[]) {
  const of = (outcome: Outcome) => tests.filter((test) => test.outcome === outcome).length;
  return { tests: tests.length, failures: of('failed'), errors: of('error'), skipped: of('skipped') };
}

function time(seconds: number | undefined): string {
  return Math.max(0, seconds ?? 0).toFixed(3);
}
