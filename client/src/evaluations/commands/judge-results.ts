import { type Disposable, ProgressLocation, type QuickPickItem, window, workspace } from 'vscode';
import type { JudgingPlan, JudgingPlanParams, JudgingUnit } from '../../../../server/src/protocol.ts';
import { reportProblem } from '../../claude-code/runs/report-problem.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { askBeforeRun, type RunChange } from '../ask-before-run.ts';
import type { ResultsPanel } from '../results/results-panel.ts';

/** "Judge with Claude Code…": a model judges statements without a verdict, or compares outputs blindly. */
export function registerJudgeResults(
  server: LanguageServer,
  failures: FailureReporter,
  panel: ResultsPanel,
): Disposable {
  return registerCommand('judgeResults', () =>
    failures.guard('Could not judge the results', () => judgeResults(server, panel)),
  );
}

async function judgeResults(server: LanguageServer, panel: ResultsPanel): Promise<void> {
  const { shown } = panel;
  if (!shown) throw new Error('no results are open');
  if (shown.format !== 'skill-creator') throw new Error('these results are already judged by graders');
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  if (!(await server.askAboutRights())) return;
  const plan = await choosePlan(server, shown.uri);
  if (!plan) return;
  if ('problem' in plan) return reportProblem(plan);
  const params = { uri: shown.uri, what: plan.what };
  const planAgain = ({ maximumCost }: RunChange) =>
    server.request('skillwright/judgingPlan', { ...params, ...(maximumCost !== undefined && { maximumCost }) });
  const agreed = await askBeforeRun(plan, { planAgain });
  if (!agreed) return;
  await judgeAll(server, panel, shown.uri, plan.units, agreed.change.maximumCost);
}

/** The statements to judge, chosen by the user if there is a choice. */
async function choosePlan(server: LanguageServer, uri: string) {
  const planOf = (what: JudgingPlanParams['what']) => server.request('skillwright/judgingPlan', { uri, what });
  const [statements, comparison] = [await planOf('statements'), await planOf('comparison')];
  if ('problem' in comparison) return statements;
  if ('problem' in statements) return comparison;
  const items: (QuickPickItem & { readonly plan: JudgingPlan })[] = [
    { label: 'Judge statements', detail: statements.lines.join(' '), plan: statements },
    { label: 'Compare outputs blindly', detail: comparison.lines.join(' '), plan: comparison },
  ];
  return (await window.showQuickPick(items, { title: 'Judge with Claude Code' }))?.plan;
}

/** One after the other. What was judged is kept at once, so that stopping loses nothing that was paid for. */
async function judgeAll(
  server: LanguageServer,
  panel: ResultsPanel,
  uri: string,
  units: readonly JudgingUnit[],
  maximumCost: number | undefined,
): Promise<void> {
  const problems: string[] = [];
  await window.withProgress(
    { location: ProgressLocation.Notification, title: 'Claude Code is grading the outputs', cancellable: true },
    async (progress, token) => {
      let cost = 0;
      for (const [index, unit] of units.entries()) {
        if (token.isCancellationRequested) return;
        const left = maximumCost === undefined ? undefined : maximumCost - cost;
        if (left !== undefined && left <= 0) {
          problems.push('The maximum cost was reached, so not everything was judged');
          return;
        }
        progress.report({
          message: `${index + 1} of ${units.length}`,
          increment: index === 0 ? 0 : 100 / units.length,
        });
        const asked = { uri, unit, ...(left !== undefined && { maximumCost: left }) };
        try {
          const judged = await server.request('skillwright/judgeUnit', asked, token);
          if ('problem' in judged) {
            problems.push(judged.problem);
            if (judged.setting !== undefined) return;
          } else {
            cost += judged.cost;
            await panel.keep(judged.folder, judged.files, unit.caseIndex);
            if (judged.stopped !== undefined) problems.push(judged.stopped);
          }
        } catch (error) {
          // Statements judged until then are kept.
          if (token.isCancellationRequested) return;
          throw error;
        }
        // A problem again and again would come with every other statement, too.
        if (problems.length >= 3) return;
      }
    },
  );
  if (problems.length > 0) await reportProblem({ problem: [...new Set(problems)].join('. ') });
}
