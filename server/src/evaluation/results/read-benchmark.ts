import type { EvaluationResult, ResultCase, ResultRun } from './evaluation-result.ts';
import { readExpectations, shareOf } from './read-grading.ts';
import { skillCreatorRun } from './skill-creator-run.ts';
import type { TolerantValue } from './tolerant-value.ts';

/** A run, and the case that it is of. */
interface RunOfCase {
  readonly id: string | number | undefined;
  readonly name: string | undefined;
  readonly run: ResultRun;
}

/** Reads `benchmark.json`, as skill-creator's scripts write it. Never throws. */
export function readBenchmark(root: TolerantValue): EvaluationResult {
  if (!root.has('runs')) root.problems.add([], 'The file has no `runs`, so there is nothing to show: run again', true);
  const metadata = root.within('metadata');
  const counts = new Map<string, number>();
  const runs = root.items('runs').map((value) => readRun(value, counts));
  return {
    format: 'skill-creator',
    subject: writtenText(metadata?.text('skill_name')),
    version: undefined,
    startedAt: metadata?.text('timestamp'),
    claudeVersion: undefined,
    seconds: undefined,
    costUsd: undefined,
    partial: undefined,
    pluginProblems: [],
    cases: casesOf(runs),
    notes: root.texts('notes'),
    details: root.rest('runs', 'notes'),
  };
}

function readRun(value: TolerantValue, counts: Map<string, number>): RunOfCase {
  const result = value.within('result') ?? misplacedResult(value);
  const arm = armName(value);
  const id = value.textOrNumber('eval_id');
  if (id === undefined) value.problems.add(value.path, 'The run has no `eval_id`, so its case is not known: add it');
  const key = `${arm} ${id}`;
  const number = value.number('run_number') ?? (counts.get(key) ?? 0) + 1;
  counts.set(key, number);
  const list = value.firstOf('expectations', 'assertion_results');
  const verdicts = readExpectations(value, list);
  const score = result?.number('pass_rate') ?? shareOf(verdicts);
  const known = ['eval_id', 'eval_name', 'configuration', 'run_number', 'result', 'expectations', 'notes'];
  return {
    id,
    name: value.text('eval_name'),
    run: skillCreatorRun({
      arm,
      number,
      score,
      seconds: result?.number('time_seconds'),
      tokens: result?.number('tokens'),
      folder: undefined,
      verdicts,
      notes: value.texts('notes'),
      details: { ...value.rest(...known, 'assertion_results', 'config'), result: result?.value },
    }),
  };
}

/** The arm of a run, also under the name that the viewer of skill-creator does not read. */
function armName(value: TolerantValue): string {
  const written = value.firstOf('configuration', 'config');
  if (written === 'config') {
    value.problems.add(
      [...value.path, written],
      'The viewer of skill-creator does not read `config`: rename it to `configuration`',
    );
  }
  const arm = written === undefined ? undefined : value.text(written);
  if (arm === undefined) {
    value.problems.add(value.path, 'The run has no `configuration`, so its arm is not known: add `with_skill`', true);
  }
  return arm ?? 'unknown';
}

/** Figures that are in the run and not in its `result`. */
function misplacedResult(value: TolerantValue): TolerantValue | undefined {
  if (!value.has('pass_rate')) return undefined;
  value.problems.add(
    [...value.path, 'pass_rate'],
    'The viewer of skill-creator reads `pass_rate` only in `result`: move it there',
  );
  return value;
}

function casesOf(runs: readonly RunOfCase[]): readonly ResultCase[] {
  const groups = new Map<string | number | undefined, RunOfCase[]>();
  for (const run of runs) {
    const group = groups.get(run.id);
    if (group) group.push(run);
    else groups.set(run.id, [run]);
  }
  return [...groups].map(([id, group]) => ({
    name: group.find(({ name }) => name !== undefined)?.name ?? (id === undefined ? 'unknown' : `eval-${id}`),
    id,
    folder: undefined,
    runsPerArm: undefined,
    cut: undefined,
    prompt: undefined,
    expectedOutput: undefined,
    graders: [],
    runs: group.map(({ run }) => run),
    advisories: [],
    aggregates: undefined,
    details: {},
  }));
}

/** Scripts leave what they do not know as `<skill-name>`. */
function writtenText(text: string | undefined): string | undefined {
  return text === undefined || /^<.*>$/.test(text) ? undefined : text;
}
