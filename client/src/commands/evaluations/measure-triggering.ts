import {
  type Disposable,
  ProgressLocation,
  type QuickPickItem,
  QuickPickItemKind,
  Uri,
  window,
  workspace,
} from 'vscode';
import type {
  PlannedTriggers,
  TreeNode,
  TriggerParams,
  TriggerProblem,
  WhyReport,
} from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { createAndOpen } from '../../skills/changes/create-and-open.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import { messageText } from '../../text/displayed-text.ts';
import type { AnswerPanel } from '../../views/answers/answer-panel.ts';
import { amountProblem } from '../../views/evaluations/amount-problem.ts';
import type { MeasuredBefore } from '../../views/evaluations/measured-before.ts';
import { reportProblem } from '../../views/runs/report-problem.ts';
import { costInWords, startInWords } from '../../views/runs/run-words.ts';

/** How often a query can be asked; the first is proposed. */
const repeatChoices = [3, 1, 5, 10] as const;

/** US dollars that are proposed as a maximum, unless a setting says another one for evaluations. */
const proposedMaximum = 1;

/** "Measure Triggering…": how often the queries of a trigger set make the model call a skill. */
export function registerMeasureTriggering(
  actions: SkillActions,
  panel: AnswerPanel,
  before: MeasuredBefore,
): Disposable {
  const show = (report: WhyReport) =>
    panel.show({ title: messageText(report.title.replaceAll('`', '')), ask: async () => [report] });
  return registerCommand('measureTriggering', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not measure triggering', async () => {
      if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
      const uri = await chooseSet(argument, actions);
      if (!uri || !(await actions.server.askAboutRights())) return;
      // Why it cannot be measured is said before the first question.
      const possible = await actions.server.request('skillwright/triggerPlan', planned(uri, repeatChoices[0]));
      if ('problem' in possible) return reportTriggerProblem(possible);
      const params = await askHow(uri, before.of(possible.set)?.time);
      if (params === 'show') return show(before.of(possible.set)!.report);
      if (!params) return;
      const plan = await actions.server.request('skillwright/triggerPlan', params);
      if ('problem' in plan) return reportTriggerProblem(plan);
      if (!(await agrees(plan))) return;
      const report = await measure(actions, params, plan);
      if (!report) return;
      before.remember(plan.set, report);
      show(report);
    }),
  );
}

/** A problem that a setting solves leads to it. */
async function reportTriggerProblem({ problem, setting }: TriggerProblem): Promise<void> {
  if (setting === undefined) throw new Error(problem);
  await reportProblem(problem, setting);
}

/** The trigger set that is meant or in the active editor, or that of a skill. */
async function chooseSet(argument: unknown, actions: SkillActions): Promise<Uri | undefined> {
  const active = window.activeTextEditor?.document.uri;
  const isSet = active && /\/evals\/(?!evals\.json$)[^/]+\.json$/.test(active.path);
  const set = argument instanceof Uri ? argument : isSet && argument === undefined ? active : undefined;
  if (set) return (await isSaved(set)) ? set : undefined;
  const having = new Set(await actions.server.request('skillwright/skillsWithTriggers', {}));
  const question = having.size === 0 ? 'Select the skill to measure' : 'Select a skill with a trigger set';
  const fits = (node: TreeNode) => having.size === 0 || having.has(node.skill ?? '');
  const skill = await chooseSkill(argument, actions, question, fits);
  if (!skill) return undefined;
  const file = Uri.parse(skill.uri);
  if (having.has(skill.id)) return file;
  await offerNewSet(skill.name, Uri.joinPath(file, '..', 'evals', 'trigger-eval.json'));
  return undefined;
}

/** What a new trigger set begins with: the author knows better queries. */
const firstQueries = [
  { query: 'A request for which the skill should be used', should_trigger: true },
  { query: 'A request that is similar, but for which it should not be used', should_trigger: false },
];

/** Without queries there is nothing to measure. */
async function offerNewSet(name: string, set: Uri): Promise<void> {
  const create = 'Create Trigger Set';
  const said = `${name} has no trigger set yet: requests that should call it, and some that should not.`;
  if ((await window.showInformationMessage(messageText(said), create)) !== create) return;
  await createAndOpen(set, `${JSON.stringify(firstQueries, undefined, 2)}\n`);
}

function planned(uri: Uri, repeats: number, maximumCost?: number): TriggerParams {
  return { uri: uri.toString(), repeats, ...(maximumCost !== undefined && { maximumCost }) };
}

/** The queries are read from the saved file. */
async function isSaved(uri: Uri): Promise<boolean> {
  const document = workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  return !document?.isDirty || document.save();
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
    value: `${workspace.getConfiguration('skillwright.evaluations', uri).get('maximumCost') ?? proposedMaximum}`,
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
  return (await window.showInformationMessage(question, { modal: true, detail: messageText(detail) }, start)) === start;
}

async function measure(
  { server }: SkillActions,
  params: TriggerParams,
  { skill }: PlannedTriggers,
): Promise<WhyReport | undefined> {
  const id = crypto.randomUUID();
  const title = messageText(`Measuring how often ${skill} is called`);
  const progress = { location: ProgressLocation.Notification, title, cancellable: true };
  const measured = await window.withProgress(progress, async (shown, token) => {
    let last = 0;
    const listener = server.on('triggersMeasured', ({ id: of, done, planned, cost }) => {
      if (of !== id) return;
      const increment = ((done - last) / planned) * 100;
      last = done;
      shown.report({ increment, message: `${done} of ${planned} runs, ${costInWords(cost)}` });
    });
    // What was measured until then is kept.
    const stopping = token.onCancellationRequested(() => void server.request('skillwright/stopTriggers', { id }));
    try {
      return await server.request('skillwright/measureTriggers', { ...params, id });
    } finally {
      listener.dispose();
      stopping.dispose();
    }
  });
  if (!('problem' in measured)) return measured.report;
  await reportTriggerProblem(measured);
  return undefined;
}
