import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { OpenTexts } from '../../../features/edits/editable-text.ts';
import { runOfTrace } from '../../../jobs/claude-code/runs/run-of-trace.ts';
import { judgedFiles, type PromptRun } from '../../../jobs/evaluations/prompts/judged-run.ts';
import { judgedTexts } from '../../../jobs/evaluations/prompts/prompt-result.ts';
import type { PromptSet, SetPrompt } from '../../../jobs/evaluations/prompts/suite-prompts.ts';
import { type EvaluationChoice, editorChoice } from '../../../jobs/evaluations/running/evaluation-choice.ts';
import { isSessionOf, statementId } from '../../../jobs/evaluations/running/evaluation-items.ts';
import { isMore, planEvaluations } from '../../../jobs/evaluations/running/evaluation-plan.ts';
import { EvaluationRuns } from '../../../jobs/evaluations/running/evaluation-runs.ts';
import type { EvaluationSuites } from '../../../jobs/evaluations/running/evaluation-suites.ts';
import type { SuiteWork } from '../../../jobs/evaluations/running/evaluation-work.ts';
import { lastTracedRun } from '../../../jobs/evaluations/running/last-traced-run.ts';
import type { PromptTrace } from '../../../jobs/evaluations/running/suite-coverage.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { isVirtualPath } from '../../../platform/virtual-path.ts';
import type {
  ChosenItems,
  EndedEvaluations,
  EvaluationPlan,
  EvaluationPlanParams,
  JudgedPrompt,
  JudgePromptParams,
  OpenedTrace,
  RunEvaluationsParams,
  RunSummary,
} from '../../../protocol.ts';
import { answerRequest } from '../../answer-request.ts';
import { notify } from '../../notify.ts';
import type { EditorSettings, ResourceSettings } from '../../state/settings.ts';
import type { WorkspaceTrust } from '../../state/workspace-trust.ts';
import type { ServedRuns } from '../run-requests.ts';

interface EvaluationDependencies {
  readonly platform: Platform;
  readonly suites: EvaluationSuites;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
  readonly open: OpenTexts;
  readonly runs: Pick<ServedRuns, 'add' | 'details' | 'list'>;
}

const failed = { problem: 'Could not run the evaluations. See the Skillwright output for details' };

function choiceOf({ once = false, allowedTools = [] }: EvaluationPlanParams): EvaluationChoice {
  return editorChoice(once, allowedTools);
}

/** Answers the extension's requests about evaluations. Returns what ends those that run. */
export function answerEvaluationRequests(
  connection: Connection,
  dependencies: EvaluationDependencies,
): () => Promise<void> {
  const { platform, suites, settings, trust, runs, open } = dependencies;
  const evaluations = new EvaluationRuns(
    platform,
    (changed) => {
      // The connection may have been closed in the meantime.
      void notify(connection, 'evaluationChanged', changed);
    },
    ({ summary, parts }) => runs.add(summary, parts),
  );

  answerRequest(connection, 'skillwright/evaluationSuites', [], () => suites.list());
  answerRequest(connection, 'skillwright/evaluationItems', [], ({ suite }) => suites.items(suite, lastRunOf));
  answerRequest(connection, 'skillwright/judgePrompt', { problem: 'Could not save your verdict' }, judge);
  answerRequest(connection, 'skillwright/gradeEvaluations', [], ({ chosen }, token) =>
    suites.grade(chosen, trust.isGranted, () => token.isCancellationRequested),
  );
  answerRequest(connection, 'skillwright/evaluationCoverage', [], ({ chosen }) =>
    trust.isGranted ? suites.coverage(chosen, lastSession) : [],
  );
  answerRequest(connection, 'skillwright/evaluationPlan', failed, async (params) => {
    const works = await suites.chosen(params.chosen);
    const problem = whyRefused(works);
    if (problem !== undefined) return { problem };
    const own = await settingsOf(works);
    const program = await platform.claudeCode.find(own.claudeCode.path);
    if ('problem' in program) return program;
    return planOf(works, params, own);
  });
  answerRequest(connection, 'skillwright/openEvaluationRun', { problem: 'Could not read the run' }, openRun);
  answerRequest(connection, 'skillwright/runEvaluations', failed, run);
  answerRequest(connection, 'skillwright/stopEvaluations', null, async (params) => {
    await evaluations.stop(params.run);
    return null;
  });
  return () => evaluations.end();

  async function run(params: RunEvaluationsParams): Promise<EndedEvaluations | Refusal> {
    const { agreed } = params;
    const works = await suites.chosen(params.chosen);
    const problem = whyRefused(works);
    if (problem !== undefined) return { problem };
    const own = await settingsOf(works);
    const { claudeCode } = own;
    // The files may have changed while the user was asked.
    const now = agreed && (await planOf(works, params, own));
    if (now && 'problem' in now) return now;
    if (now && isMore(now, agreed)) return { more: now };
    const maximumCost = params.maximumCost ?? own.evaluations.maximumCost;
    const choice = choiceOf(params);
    return evaluations.run({ run: params.run, works, choice, settings: own.evaluations, claudeCode, maximumCost });
  }

  async function planOf(
    works: readonly SuiteWork[],
    params: EvaluationPlanParams,
    own: EditorSettings,
  ): Promise<EvaluationPlan | Refusal> {
    const { evaluations: how, claudeCode } = own;
    const { maximumCost } = params;
    const planned = { works, choice: choiceOf(params), settings: how, maximumCost, claudeCode };
    return planEvaluations(planned, platform.files, open);
  }

  async function lastSession(set: PromptSet, prompt: SetPrompt): Promise<PromptTrace | undefined> {
    const last = await lastOf(set, prompt, true);
    const details = last && (await runs.details(last.id));
    return details && { folder: details.summary.folder, parts: details.parts };
  }

  async function lastOf(set: PromptSet, prompt: SetPrompt, isWithSkill: boolean): Promise<RunSummary | undefined> {
    return (await runs.list()).find((run) => isSessionOf(run, set, prompt, isWithSkill));
  }

  /** The last run of a prompt, as far as it was kept. */
  async function lastRunOf({ suite, set, prompt }: Pick<PromptRun, 'suite' | 'set' | 'prompt'>) {
    const [last, other] = await Promise.all([lastOf(set, prompt, true), lastOf(set, prompt, false)]);
    const withSkill = last && (await runs.details(last.id));
    if (!withSkill) return undefined;
    const isOfSame = other && other.together !== undefined && other.together === last.together;
    const withoutSkill = isOfSame ? await runs.details(other.id) : undefined;
    return { suite, set, prompt, withSkill, withoutSkill };
  }

  async function judge({ suite: id, item, statement, isMet }: JudgePromptParams): Promise<JudgedPrompt | Refusal> {
    if (!trust.isGranted) return { problem: 'The workspace is not trusted, so nothing is written' };
    const [work] = await suites.chosen([{ suite: id, items: [item] }]);
    const [set, prompt] = [work?.set, work?.prompts[0]];
    if (!work || !set || !prompt) return { problem: 'This prompt no longer exists' };
    const run = await lastRunOf({ suite: work.suite, set, prompt });
    if (!run) return { problem: 'There is no run of this prompt to judge: run it first' };
    const texts = judgedTexts(prompt).filter((_, index) => statement === undefined || statement === statementId(index));
    if (texts.length === 0) return { problem: 'This statement no longer exists' };
    const judgements = texts.map((text) => ({ text, passed: isMet }));
    const judged = await judgedFiles(run, judgements, platform.files);
    return 'problem' in judged ? judged : { ...judged, folder: URI.file(judged.folder).toString() };
  }

  async function openRun(chosen: ChosenItems): Promise<OpenedTrace | Refusal> {
    if (!trust.isGranted) return { problem: 'The workspace is not trusted, so the traces of runs are not read' };
    const works = await suites.chosen([chosen]);
    for (const { set, prompts } of works) {
      for (const prompt of set ? prompts : []) {
        const last = await lastOf(set!, prompt, true);
        if (last) return { run: last.id };
      }
    }
    const [first] = works.flatMap(({ cases }) => cases);
    if (!first) {
      const isPrompt = works.some(({ prompts }) => prompts.length > 0);
      return { problem: isPrompt ? 'There is no run of this prompt: run it first' : 'This case no longer exists' };
    }
    const traced = await lastTracedRun(first, platform.files, Date.now());
    if ('problem' in traced) return traced;
    const { summary, parts } = runOfTrace(traced);
    await runs.add(summary, parts);
    return { run: summary.id };
  }

  function whyRefused(works: readonly SuiteWork[]): string | undefined {
    if (!trust.isGranted) return 'The workspace is not trusted, so its evaluations do not run';
    if (works.length === 0) return 'These evaluations are gone';
    const isElsewhere = works.some(({ suite }) => isVirtualPath(suite.folder));
    return isElsewhere ? 'The files are not on this machine, so Claude Code cannot run them here' : undefined;
  }

  /** Those of the first suite: what starts together has one program and one maximum. */
  function settingsOf([first]: readonly SuiteWork[]): Promise<EditorSettings> {
    return settings.of(first === undefined ? '' : URI.file(first.suite.folder).toString());
  }
}
