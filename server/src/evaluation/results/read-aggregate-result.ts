import type {
  EvaluationResult,
  ResultAbort,
  ResultCase,
  ResultGrader,
  ResultRun,
  ResultVerdict,
} from './evaluation-result.ts';
import { scoreOf } from './result-sums.ts';
import type { TolerantValue } from './tolerant-value.ts';

/** The version of the format that is read. */
const knownVersion = 1;

/** The arms of a case, as the runner names them. */
const arms = ['with', 'without'] as const;

/** Keys of a whole result that are read, and written from what was read. */
const known = [
  'startedAt',
  'claudeVersion',
  'durationSeconds',
  'costUsd',
  'partial',
  'partialReason',
  'cases',
  'schemaVersion',
  'suite',
];

/** Reads `aggregate-result.json`, as `claude plugin eval` writes it. Never throws. */
export function readAggregateResult(root: TolerantValue): EvaluationResult {
  const { problems } = root;
  if (root.has('schemaVersion') && root.number('schemaVersion') !== knownVersion) {
    problems.add(
      ['schemaVersion'],
      `Only version ${knownVersion} of the format is known, so something may be missing: update Skillwright`,
    );
  }
  if (!root.has('cases')) problems.add([], 'The result has no `cases`, so there is nothing to show: run again', true);
  const suite = root.within('suite');
  const plugins = suite?.items('plugins').map(readPlugin) ?? [];
  const partial = root.flag('partial') === true ? (root.text('partialReason') ?? '') : undefined;
  return {
    format: 'plugin-eval',
    subject: plugins[0]?.name,
    version: plugins[0]?.version,
    startedAt: root.text('startedAt'),
    claudeVersion: root.text('claudeVersion'),
    seconds: root.number('durationSeconds'),
    costUsd: root.number('costUsd'),
    partial,
    pluginProblems: plugins.flatMap(({ name = 'the plugin', problem }) =>
      problem === undefined ? [] : [{ name, problem }],
    ),
    cases: withCut(root.items('cases').map(readCase), partial),
    notes: [],
    details: { ...root.rest(...known), ...(suite && { suite: { ...suite.rest('plugins'), plugins } }) },
  };
}

/**
 * The runner goes from case to case, so what stopped it has cut the last one of which it has a result. That others have
 * fewer runs than they ask for means that the user has asked for fewer.
 */
function withCut(cases: readonly ResultCase[], partial: string | undefined): readonly ResultCase[] {
  const isShort = ({ runs, runsPerArm = 0 }: ResultCase) =>
    runs.filter(({ arm }) => arm === 'with').length < runsPerArm;
  const last = cases.at(-1);
  const others = cases.slice(0, -1);
  if (partial === undefined || !last || !isShort(last) || others.some(isShort)) return cases;
  return [...others, { ...last, cut: partial }];
}

function readPlugin(value: TolerantValue) {
  const [name, version, problem] = ['name', 'version', 'problem'].map((key) => value.text(key));
  return { ...value.rest('name', 'version', 'problem'), name, version, problem };
}

function readCase(value: TolerantValue, index: number): ResultCase {
  const written = value.within('arms');
  if (!written) value.problems.add(value.path, 'The case has no `arms`, so it has no runs: run it again', true);
  const folder = value.text('dir');
  return {
    name: value.text('name') ?? folder ?? `case ${index + 1}`,
    id: undefined,
    folder,
    runsPerArm: value.number('runsPerCase'),
    cut: undefined,
    prompt: value.text('promptMarkdown'),
    expectedOutput: undefined,
    graders: value.items('graders').map(readGrader),
    runs: written ? arms.flatMap((arm) => written.items(arm).map((run, at) => readRun(run, arm, at + 1))) : [],
    advisories: value.texts('advisories'),
    aggregates: value.object('aggregates'),
    details: value.rest('name', 'dir', 'runsPerCase', 'promptMarkdown', 'graders', 'arms', 'advisories', 'aggregates'),
  };
}

function readGrader(value: TolerantValue, index: number): ResultGrader {
  return {
    name: value.text('name') ?? `grader ${index + 1}`,
    type: value.text('type'),
    weight: value.number('weight'),
    rubric: value.text('graderMarkdown'),
    config: value.object('config'),
    details: value.rest('name', 'type', 'weight', 'graderMarkdown', 'config'),
  };
}

function readRun(value: TolerantValue, arm: string, number: number): ResultRun {
  const isCut = value.flag('skippedPaidGraders');
  const verdicts = value.items('graders').map((verdict, index) => readVerdict(verdict, index, isCut === true));
  const error = value.text('error');
  const isGraded = verdicts.some(({ isScored }) => isScored);
  const passed = value.flag('passed');
  return {
    arm,
    number,
    score: value.number('score') ?? scoreOf(verdicts),
    passed: passed ?? (isGraded ? error === undefined && scoreOf(verdicts) === 1 : undefined),
    error,
    aborted: readAbort(value.within('aborted')),
    isCut,
    turns: value.number('turns'),
    costUsd: value.number('costUsd'),
    judgeCostUsd: value.number('judgeCostUsd'),
    seconds: value.number('durationSeconds'),
    tokens: undefined,
    startedAt: value.text('startedAt'),
    tracePath: value.text('tracePath'),
    folder: undefined,
    verdicts,
    notes: readMockNotes(value.within('mocks')),
    details: value.rest(
      'score',
      'passed',
      'error',
      'aborted',
      'skippedPaidGraders',
      'turns',
      'costUsd',
      'judgeCostUsd',
      'durationSeconds',
      'startedAt',
      'tracePath',
      'graders',
    ),
  };
}

function readAbort(value: TolerantValue | undefined): ResultAbort | undefined {
  if (!value) return undefined;
  const [server = 'unknown', tool = 'unknown', reason = ''] = ['server', 'tool', 'reason'].map((key) =>
    value.text(key),
  );
  return { server, tool, reason };
}

/** Notes on mocks that nobody may have wanted: servers that were not started, and calls without an answer. */
function readMockNotes(mocks: TolerantValue | undefined): readonly string[] {
  if (!mocks) return [];
  const unmocked = mocks.within('calls')?.items('unmocked') ?? [];
  return [
    ...mocks.texts('warnings'),
    ...unmocked.map((call) => {
      const count = call.number('count') ?? 1;
      return `${call.text('tool') ?? 'A tool'} has no mock and was called ${count === 1 ? 'once' : `${count} times`}`;
    }),
  ];
}

/** The runner's words for a grader that it did not ask, because the maximum cost was reached. */
const skipped = /^skipped: cost ceiling/;

function readVerdict(value: TolerantValue, index: number, isCut: boolean): ResultVerdict {
  const isOnlyWithPlugin = value.flag('withOnly') === true;
  const passed = value.flag('passed');
  if (!value.has('passed')) {
    value.problems.add(value.path, 'The grader has no `passed`, so its verdict is not known: run again', true);
  }
  const explanation = value.text('explanation') ?? '';
  return {
    name: value.text('name') ?? `grader ${index + 1}`,
    passed: isCut && skipped.test(explanation) ? undefined : passed,
    explanation,
    evidence: value.text('evidence'),
    weight: value.number('weight'),
    isScored: value.flag('scored') ?? !isOnlyWithPlugin,
    isOnlyWithPlugin,
    details: value.rest('name', 'passed', 'explanation', 'evidence', 'weight', 'scored', 'withOnly'),
  };
}
