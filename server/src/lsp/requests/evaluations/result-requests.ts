import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { JudgedResults } from '../../../jobs/evaluations/judging/judged-results.ts';
import { casesOfToday } from '../../../jobs/evaluations/results/cases-of-today.ts';
import { withDenied } from '../../../jobs/evaluations/results/denied-runs.ts';
import { exportResult } from '../../../jobs/evaluations/results/export-result.ts';
import {
  type FoundResults,
  findResults,
  isNamedResult,
  type ResultPlace,
} from '../../../jobs/evaluations/results/find-results.ts';
import { oldVersionPlan, runOldVersion } from '../../../jobs/evaluations/results/old-version.ts';
import { openCompared, placesLike } from '../../../jobs/evaluations/results/open-compared.ts';
import { openResult } from '../../../jobs/evaluations/results/open-result.ts';
import { resultHistory } from '../../../jobs/evaluations/results/result-history.ts';
import { resultPage } from '../../../jobs/evaluations/results/result-page.ts';
import { shownRuns } from '../../../jobs/evaluations/results/result-runs.ts';
import { onlyCase } from '../../../jobs/evaluations/results/shown-cases.ts';
import { comparedWithEarlier, labelOf, shownHistory } from '../../../jobs/evaluations/results/shown-history.ts';
import { earlierResults } from '../../../jobs/evaluations/results/summary/earlier-results.ts';
import { lastPart } from '../../../platform/paths.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OldVersionParams, ResultHistory, ResultList, ResultParams, ShownResult } from '../../../protocol.ts';
import { answerRequest } from '../../answer-request.ts';
import { EndableWork } from '../../endable-work.ts';
import { isOnDisk, isOnThisMachine, resourcePath } from '../../resource-path.ts';
import type { ResourceSettings } from '../../state/settings.ts';
import type { WorkspaceTrust } from '../../state/workspace-trust.ts';

const failed = { problem: 'The old version could not run. See the Skillwright output for details' };

const notJudged = 'The model could not judge. See the Skillwright output for details';

const notExported = { problem: 'see the Skillwright output for details' };

const gone = { problem: 'The results no longer exist' };

/**
 * Answers the extension's requests about results of evaluations. Nothing is started but git, to read, and Claude Code for an old
 * version and to judge.
 *
 * @returns ends what was started
 */
export function answerResultRequests(
  connection: Connection,
  platform: Platform,
  settings: Pick<ResourceSettings, 'of'>,
  trust: Pick<WorkspaceTrust, 'isGranted'>,
): () => void {
  const { files, revisions } = platform;
  const judgements = new EndableWork();
  const oldVersions = new EndableWork();
  const noHistory: ResultHistory = { rows: [], problem: 'see the Skillwright output for details' };
  answerRequest(connection, 'skillwright/results', { results: [] }, ({ uri }) => list(uri));
  answerRequest(connection, 'skillwright/result', null, shown);
  answerRequest(connection, 'skillwright/resultRuns', [], async ({ caseIndex, ...params }) => {
    const result = (await openShown(params))?.opened.result;
    const found = result?.cases[caseIndex];
    return result && found ? shownRuns(found, result, files, trust.isGranted) : [];
  });
  const judged = new JudgedResults({ platform, settings, trust, isOnThisMachine, placeAt });
  answerRequest(connection, 'skillwright/judgeRun', { problem: 'Could not save your verdict' }, (params) =>
    judged.judge(params),
  );
  answerRequest(connection, 'skillwright/judgingPlan', { problem: notJudged }, (params) => judged.plan(params));
  answerRequest(connection, 'skillwright/judgeUnit', { problem: notJudged }, (params, token) =>
    judgements.isRunning
      ? { problem: 'A model is judging already. Wait, or stop it first' }
      : judgements.run(token, (signal) => judged.judgeUnit(params, signal)),
  );
  answerRequest(connection, 'skillwright/resultComparisons', null, (params) => judged.comparison(params));
  answerRequest(connection, 'skillwright/resultHistory', noHistory, async ({ uri }) => {
    const place = await placeAt(uri);
    if (!place) return noHistory;
    const mayAsk = trust.isGranted && isOnThisMachine(uri);
    const places = await placesLike(place, files);
    const history = await resultHistory(places, files, mayAsk ? revisions : undefined);
    const { result } = await openResult(place, files);
    const earlier = await earlierResults(place, places, files);
    return { ...shownHistory(history), ...(result && comparedWithEarlier(result, earlier)) };
  });
  answerRequest(connection, 'skillwright/exportResult', notExported, async ({ format, caseName, ...params }) => {
    const result = (await openShown(params))?.opened.result;
    return result ? exportResult(onlyCase(await readDenied(result), caseName), format) : gone;
  });

  answerRequest(connection, 'skillwright/oldVersionPlan', failed, async (params) => {
    const asked = await oldVersionOf(params);
    if ('problem' in asked) return asked;
    const program = await platform.claudeCode.find(asked.claudeCode.path);
    if ('problem' in program) return program;
    return oldVersionPlan(asked.run, await casesOfToday(asked.run.place.suite, files), params.maximumCost);
  });
  answerRequest(connection, 'skillwright/runOldVersion', failed, async (params, token) => {
    const asked = await oldVersionOf(params);
    if ('problem' in asked) return asked;
    if (oldVersions.isRunning) return { problem: 'An old version is running. Stop it first' };
    return oldVersions.run(token, async (signal) => {
      const program = await platform.claudeCode.find(asked.claudeCode.path);
      if ('problem' in program) return program;
      const options = { maximumCost: params.maximumCost, signal, now: Date.now() };
      const ended = await runOldVersion(program, asked.run, asked.revisions, platform, options);
      if ('problem' in ended || ended.uri === undefined) return ended;
      return { ...ended, uri: URI.file(ended.uri).toString() };
    });
  });
  return () => {
    judgements.end();
    oldVersions.end();
  };

  async function oldVersionOf({ uri, revision, caseName }: OldVersionParams) {
    if (!trust.isGranted) return { problem: 'The workspace is not trusted, so its evaluations do not run' };
    if (!revisions || !isOnThisMachine(uri)) return { problem: 'The files are not on this machine' };
    const place = await placeAt(uri);
    const result = place && (await openResult(place, files)).result;
    if (!result) return gone;
    const { evaluations, claudeCode } = await settings.of(uri);
    return { run: { place, result, revision, caseName, settings: evaluations }, claudeCode, revisions };
  }

  async function list(uri: string): Promise<ResultList> {
    if (!isOnDisk(uri)) return { results: [] };
    const { places, caseFolder } = await found(uri);
    const [first] = places;
    // Any file may be asked about, such as the one in the active editor.
    if (first && first.path === resourcePath(uri) && first.kind === 'file' && !(await isResult(first))) {
      return { results: [] };
    }
    return {
      results: places.map((place) => ({
        uri: URI.file(place.path).toString(),
        label: labelOf(place),
        suite: place.suite,
      })),
      ...(caseFolder !== undefined && { caseName: lastPart(caseFolder) }),
    };
  }

  async function shown(params: ResultParams): Promise<ShownResult | null> {
    const answer = await openShown(params);
    if (!answer) return null;
    const { opened, against } = answer;
    const result = opened.result && (await readDenied(opened.result));
    return resultPage({ ...opened, result }, against);
  }

  /** Traces are outside the workspace. */
  async function readDenied(result: EvaluationResult): Promise<EvaluationResult> {
    return trust.isGranted ? withDenied(result, files) : result;
  }

  function found(uri: string): Promise<FoundResults> {
    return findResults(resourcePath(uri), files);
  }

  async function isResult(place: ResultPlace): Promise<boolean> {
    if (isNamedResult(place.path)) return true;
    return place.path.endsWith('.json') && (await openResult(place, files)).result !== undefined;
  }

  async function placeAt(uri: string): Promise<ResultPlace | undefined> {
    if (!isOnDisk(uri)) return undefined;
    const path = resourcePath(uri);
    const { places } = await found(uri);
    // Never another one: a result may be deleted while it is shown.
    return places.find((place) => place.path === path);
  }

  async function openShown({ uri, against }: ResultParams) {
    const place = await placeAt(uri);
    const earlier = against === undefined ? undefined : await placeAt(against);
    return place && openCompared(place, earlier, files);
  }
}
