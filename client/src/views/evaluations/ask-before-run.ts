import { window } from 'vscode';
import type { EvaluationPlan } from '../../../../server/src/protocol.ts';
import { messageText } from '../../text/displayed-text.ts';
import { amountProblem } from './amount-problem.ts';

/** What the user agreed to. */
export interface AgreedRun {
  /** US dollars; undefined for no maximum. */
  readonly maximumCost: number | undefined;
}

/**
 * Asks whether sessions may start: what, how often, and at what cost. Undefined if not.
 *
 * @param isAgain the user agreed to less before
 * @param remark what else the user should know
 */
export async function askBeforeRun(
  plan: EvaluationPlan,
  isAgain = false,
  remark = runRemark,
): Promise<AgreedRun | undefined> {
  let { maximumCost } = plan;
  const question =
    plan.sessions === 1 ? 'Run a session of Claude Code?' : `Run ${plan.sessions} sessions of Claude Code?`;
  for (;;) {
    const changed = isAgain ? 'Files have changed since you agreed, so this is not what you were asked about.\n\n' : '';
    const detail = messageText(`${changed}${detailOf(plan, maximumCost, remark)}`);
    const answer = await window.showInformationMessage(question, { modal: true, detail }, 'Run', 'Set Maximum…');
    if (answer === undefined) return undefined;
    if (answer === 'Run') return { maximumCost };
    maximumCost = (await askMaximum(maximumCost)) ?? maximumCost;
  }
}

const runRemark =
  'They run on this machine with your account, and so does what the plugin or skill starts. Results are written next to the evaluations, and what each session leaves stays in your folder for temporary files.';

function detailOf({ lines, notes, estimate }: EvaluationPlan, maximumCost: number | undefined, remark: string): string {
  const cost = estimate ? `${estimate.text}. ${estimate.why}` : 'no estimate, because none of them has a result yet';
  const maximum = maximumCost === undefined ? 'none' : `$${maximumCost}, checked before each session`;
  return [
    lines.join('\n'),
    `Cost: ${cost}.\nMaximum: ${maximum}.`,
    ...(notes.length === 0 ? [] : [notes.map((note) => `${note}.`).join('\n')]),
    remark,
  ].join('\n\n');
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
