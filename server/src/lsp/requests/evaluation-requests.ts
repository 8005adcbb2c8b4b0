import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { planEvaluations } from '../../features/evaluation-runs/evaluation-plan.ts';
import type { SuiteWork } from '../../features/evaluation-runs/evaluation-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { isVirtualPath } from '../../platform/virtual-path.ts';
import type { EndedEvaluations, EvaluationPlan, RunEvaluationsParams } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { EvaluationRuns } from '../state/evaluation-runs.ts';
import type { EvaluationSuites } from '../state/evaluation-suites.ts';
import type { EditorSettings, ResourceSettings } from '../state/settings.ts';
import type { WorkspaceTrust } from '../state/workspace-trust.ts';

/** What the answers depend on. */
export interface EvaluationReach {
  readonly platform: Platform;
  readonly suites: EvaluationSuites;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly trust: Pick<WorkspaceTrust, 'isGranted'>;
}

const failed = 'Could not run the evaluations. See the Skillwright output for details';

/** Answers the extension's requests about evaluations. Returns what ends those that run. */
export function answerEvaluationRequests(connection: Connection, reach: EvaluationReach): () => Promise<void> {
  const { platform, suites, settings, trust } = reach;
  const runs = new EvaluationRuns(platform, (changed) => {
    // The connection may have been closed in the meantime.
    void connection.sendNotification('skillwright/evaluationChanged', changed).catch(() => {});
  });

  answerRequest(connection, 'skillwright/evaluationSuites', [], () => suites.list());
  answerRequest(connection, 'skillwright/evaluationItems', [], ({ suite }) => suites.items(suite));
  answerRequest(connection, 'skillwright/gradeEvaluations', [], ({ chosen }) => suites.grade(chosen, trust.isGranted));
  answerRequest(
    connection,
    'skillwright/evaluationPlan',
    { sessions: 0, lines: [], notes: [], problem: failed },
    async ({ chosen, once = false }): Promise<EvaluationPlan> => {
      const works = await suites.chosen(chosen);
      const problem = whyRefused(works);
      if (problem !== undefined) return { sessions: 0, lines: [], notes: [], problem };
      const { evaluations, claudeCode } = await settingsOf(works);
      const program = await platform.claudeCode.find(claudeCode.path);
      if ('problem' in program)
        return { sessions: 0, lines: [], notes: [], ...program, setting: 'skillwright.claudeCode.path' };
      return planEvaluations({ works, once, settings: evaluations }, platform.files);
    },
  );
  answerRequest(connection, 'skillwright/runEvaluations', { problem: failed }, run);
  answerRequest(connection, 'skillwright/stopEvaluations', null, async (params) => {
    await runs.stop(params.run);
    return null;
  });
  return () => runs.end();

  async function run(params: RunEvaluationsParams): Promise<EndedEvaluations> {
    const { once = false, maximumCost } = params;
    const works = await suites.chosen(params.chosen);
    const problem = whyRefused(works);
    if (problem !== undefined) return { problem };
    const { evaluations, claudeCode } = await settingsOf(works);
    return runs.run({ run: params.run, works, once, settings: evaluations, claudeCode, maximumCost });
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
