import { ProgressLocation, type QuickPickItem, QuickPickItemKind, type Uri, window } from 'vscode';
import type {
  MeasuredTriggers,
  PlannedTriggers,
  Refusal,
  TriggerParams,
  WhyReport,
} from '../../../../server/src/protocol.ts';
import type { AnswerPanel } from '../../answers/answer-panel.ts';
import { reportProblem } from '../../claude-code/runs/report-problem.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { dialogText, messageText } from '../../text/displayed-text.ts';
import { costInWords, startInWords } from '../../text/times-and-costs.ts';
import { amountProblem } from '../amount-problem.ts';
import { usualMaximum } from '../usual-maximum.ts';
import type { MeasuredBefore } from './measured-before.ts';

/** How often a query can be asked; the first is proposed. */
const repeatChoices = [3, 1, 5, 10] as const;

/** Measures how often the queries of a trigger set make the model call a skill, and shows the result. */
export class TriggerMeasurement {
  readonly #server: LanguageServer;
  readonly #panel: AnswerPanel;
  readonly #before: MeasuredBefore;

  constructor(server: LanguageServer, panel: AnswerPanel, before: MeasuredBefore) {
    this.#server = server;
    this.#panel = panel;
    this.#before = before;
  }

  /** Measures once the user has agreed, and shows the result. Resolves to false if nothing was measured. */
  async ask(uri: Uri): Promise<boolean> {
    // Why it cannot be measured is said before the first question.
    const possible = await this.plan(planned(uri, repeatChoices[0]));
    if (!possible) return false;
    const params = await askHow(uri, this.#before.of(possible.set)?.time);
    if (params === 'show') this.show(this.#before.of(possible.set)!.report);
    if (!params || params === 'show') return false;
    const plan = await this.plan(params);
    if (!plan || !(await agrees(plan))) return false;
    const measured = await this.measure(params, `Measuring how often ${plan.skill} is called`);
    if (!measured) return false;
    this.#before.remember(plan.set, measured.report);
    this.show(measured.report);
    return true;
  }

  /** The sessions that would be started; undefined if none can be, which is reported. */
  async plan(params: TriggerParams): Promise<PlannedTriggers | undefined> {
    const plan = await this.#server.request('skillwright/triggerPlan', params);
    if (!('problem' in plan)) return plan;
    await reportTriggerProblem(plan);
    return undefined;
  }

  /** Measures, with progress in a notification. Undefined if nothing could be measured, which it says. */
  async measure(params: TriggerParams, title: string): Promise<MeasuredTriggers | undefined> {
    const id = crypto.randomUUID();
    const progress = { location: ProgressLocation.Notification, title: messageText(title), cancellable: true };
    const measured = await window.withProgress(progress, async (shown, token) => {
      let last = 0;
      const listener = this.#server.on('triggersMeasured', ({ id: of, done, planned, cost }) => {
        if (of !== id) return;
        const increment = ((done - last) / planned) * 100;
        last = done;
        shown.report({ increment, message: `${done} of ${planned} runs, ${costInWords(cost)}` });
      });
      // Queries measured until then are kept.
      const stopping = token.onCancellationRequested(
        () => void this.#server.request('skillwright/stopTriggers', { id }),
      );
      try {
        return await this.#server.request('skillwright/measureTriggers', { ...params, id });
      } finally {
        listener.dispose();
        stopping.dispose();
      }
    });
    if (!('problem' in measured)) return measured;
    await reportTriggerProblem(measured);
    return undefined;
  }

  /** Shows what was measured. */
  show(report: WhyReport): void {
    this.#panel.show({ title: messageText(report.title.replaceAll('`', '')), ask: async () => [report] });
  }
}

/** A problem that a setting solves leads to it. */
export async function reportTriggerProblem(refusal: Refusal): Promise<void> {
  if (refusal.setting === undefined) throw new Error(refusal.problem);
  await reportProblem(refusal);
}

function planned(uri: Uri, repeats: number, maximumCost?: number): TriggerParams {
  return { uri: uri.toString(), repeats, ...(maximumCost !== undefined && { maximumCost }) };
}

/** How it is measured, or `show` for what was measured before. */
async function askHow(uri: Uri, measuredAt: number | undefined): Promise<TriggerParams | 'show' | undefined> {
  const title = 'Measure Triggering';
  const picks: RepeatPick[] = repeatChoices.map((repeats) => ({
    label: repeats === 1 ? 'Once' : `${repeats} times`,
    repeats,
  }));
  if (measuredAt !== undefined) {
    picks.push(
      { label: '', kind: QuickPickItemKind.Separator },
      { label: 'Show the last result', description: startInWords(measuredAt, Date.now()) },
    );
  }
  const chosen = await window.showQuickPick(picks, { title, placeHolder: 'How often is each query asked?' });
  if (!chosen) return undefined;
  if (chosen.repeats === undefined) return 'show';
  const amount = await window.showInputBox({
    title,
    value: `${usualMaximum(uri)}`,
    prompt: 'The maximum cost in US dollars, after which it stops. Leave empty for no maximum',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : amountProblem(text)),
  });
  if (amount === undefined) return undefined;
  return planned(uri, chosen.repeats, amount.trim() === '' ? undefined : Number(amount));
}

interface RepeatPick extends QuickPickItem {
  readonly repeats?: number;
}

async function agrees({ skill, lines, notes }: PlannedTriggers): Promise<boolean> {
  const detail = [...lines, ...notes.map((note) => `${note}.`)].join('\n\n');
  const start = 'Measure';
  const question = messageText(`Measure how often Claude Code calls ${skill}?`);
  return (await window.showInformationMessage(question, { modal: true, detail: dialogText(detail) }, start)) === start;
}
