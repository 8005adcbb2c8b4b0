import type { EvaluationResult, ResultCase, ResultGrader, ResultRun, ResultVerdict } from './evaluation-result.ts';
import { scoreOf } from './result-sums.ts';
import type { TolerantValue } from './tolerant-value.ts';

/** The version of the format that is read. */
const knownVersion = 1;

/** The arms of a case, as the runner names them. */
const arms = ['with', 'without'] as const;

/** What is read of a whole result, and written from what was read. */
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
  const isPartial = root.flag('partial') === true;
  return {
    format: 'plugin-eval',
    subject: plugins[0]?.name,
    version: plugins[0]?.version,
    startedAt: root.text('startedAt'),
    claudeVersion: root.text('claudeVersion'),
    seconds: root.number('durationSeconds'),
    costUsd: root.number('costUsd'),
    partial: isPartial ? (root.text('partialReason') ?? '') : undefined,
    cases: root.items('cases').map(readCase),
    notes: [],
    details: { ...root.rest(...known), ...(suite && { suite: { ...suite.rest('plugins'), plugins } }) },
  };
}

function readPlugin(value: TolerantValue) {
  return { ...value.rest('name', 'version'), name: value.text('name'), version: value.text('version') };
}

function readCase(value: TolerantValue, index: number): ResultCase {
  const written = value.within('arms');
  if (!written) value.problems.add(value.path, 'The case has no `arms`, so it has no runs: run it again', true);
  const folder = value.text('dir');
  return {
    name: value.text('name') ?? folder ?? `case ${index + 1}`,
    id: undefined,
    folder,
    prompt: value.text('promptMarkdown'),
    expectedOutput: undefined,
    graders: value.items('graders').map(readGrader),
    runs: written ? arms.flatMap((arm) => written.items(arm).map((run, at) => readRun(run, arm, at + 1))) : [],
    advisories: value.texts('advisories'),
    aggregates: value.object('aggregates'),
    details: value.rest('name', 'dir', 'promptMarkdown', 'graders', 'arms', 'advisories', 'aggregates'),
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
  const verdicts = value.items('graders').map(readVerdict);
  const error = value.text('error');
  const isGraded = verdicts.some(({ isScored }) => isScored);
  const passed = value.flag('passed');
  return {
    arm,
    number,
    score: value.number('score') ?? scoreOf(verdicts),
    passed: passed ?? (isGraded ? error === undefined && scoreOf(verdicts) === 1 : undefined),
    error,
    turns: value.number('turns'),
    costUsd: value.number('costUsd'),
    judgeCostUsd: value.number('judgeCostUsd'),
    seconds: value.number('durationSeconds'),
    tokens: undefined,
    startedAt: value.text('startedAt'),
    tracePath: value.text('tracePath'),
    folder: undefined,
    verdicts,
    notes: [],
    details: value.rest(
      'score',
      'passed',
      'error',
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

function readVerdict(value: TolerantValue, index: number): ResultVerdict {
  const isOnlyWithPlugin = value.flag('withOnly') === true;
  const passed = value.flag('passed');
  if (!value.has('passed')) {
    value.problems.add(value.path, 'The grader has no `passed`, so its verdict is not known: run again', true);
  }
  return {
    name: value.text('name') ?? `grader ${index + 1}`,
    passed,
    explanation: value.text('explanation') ?? '',
    evidence: value.text('evidence'),
    weight: value.number('weight'),
    isScored: value.flag('scored') ?? !isOnlyWithPlugin,
    isOnlyWithPlugin,
    details: value.rest('name', 'passed', 'explanation', 'evidence', 'weight', 'scored', 'withOnly'),
  };
}
