import { window } from 'vscode';
import type { EvaluationPlan, EvaluationPlanParams, FileEdit, Refusal } from '../../../server/src/protocol.ts';
import { reportProblem } from '../claude-code/runs/report-problem.ts';
import { dialogText } from '../text/displayed-text.ts';
import { amountProblem } from './amount-problem.ts';

/** The choices of the user before agreeing. */
export type RunChange = Pick<EvaluationPlanParams, 'maximumCost' | 'allowedTools'>;

/** The run that the user agreed to. */
export interface AgreedRun {
  readonly plan: EvaluationPlan;
  /** Without a maximum, there is none. */
  readonly change: RunChange;
}

/** How the user is asked. */
interface AskOptions {
  /** Plans again with what the user has changed. */
  readonly planAgain: (change: RunChange) => Promise<EvaluationPlan | Refusal>;
  /** Changes cases, so that they ask for tools themselves. */
  readonly changeCases?: (edits: readonly FileEdit[]) => Promise<void>;
  /** The choices that the user agreed to before, if they were less. */
  readonly before?: RunChange;
}

/** Asks whether sessions may start: what, how often, at what cost, and with which tools. Undefined if not. */
export async function askBeforeRun(
  first: EvaluationPlan | Refusal,
  { planAgain, changeCases, before }: AskOptions,
): Promise<AgreedRun | undefined> {
  let plan = first;
  const changed = before ? ['Files have changed since you confirmed. Review the run again.'] : [];
  for (;;) {
    if ('problem' in plan) {
      await reportProblem(plan);
      return undefined;
    }
    const { sessions, maximumCost, allowable = [], caseEdits, paragraphs } = plan;
    const change: RunChange = { ...before, ...(maximumCost !== undefined && { maximumCost }), ...allowed(plan) };
    const question = sessions === 1 ? 'Run a session of Claude Code?' : `Run ${sessions} sessions of Claude Code?`;
    const detail = dialogText([...changed, ...paragraphs].join('\n\n'));
    const allow = allowable.length > 0 ? [`Allow ${allowable.join(', ')}`] : [];
    const inCases =
      caseEdits && changeCases
        ? [`Add ${caseEdits.tools.join(', ')} to ${caseEdits.edits.length === 1 ? 'Case' : 'Cases'}`]
        : [];
    const answer = await window.showInformationMessage(
      question,
      { modal: true, detail },
      'Run',
      ...allow,
      ...inCases,
      'Set Maximum…',
    );
    if (answer === undefined) return undefined;
    if (answer === 'Run') return { plan, change };
    if (answer === 'Set Maximum…') {
      const chosen = await askMaximum(maximumCost);
      if (chosen !== undefined) plan = await planAgain({ ...change, maximumCost: chosen });
    } else if (inCases.includes(answer)) {
      await changeCases!(caseEdits!.edits);
      plan = await planAgain(change);
    } else plan = await planAgain({ ...change, allowedTools: [...(change.allowedTools ?? []), ...allowable] });
  }
}

function allowed({ allowedTools = [] }: EvaluationPlan): Pick<RunChange, 'allowedTools'> {
  return allowedTools.length > 0 ? { allowedTools } : {};
}

async function askMaximum(value: number | undefined): Promise<number | undefined> {
  const text = await window.showInputBox({
    title: 'Maximum Cost',
    prompt: 'US dollars for everything that is started now',
    value: value === undefined ? '' : String(value),
    validateInput: amountProblem,
  });
  return text === undefined ? undefined : Number(text);
}
