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
  MeasuredTriggers,
  PlannedTriggers,
  Refusal,
  TreeNode,
  TriggerParams,
  WhyReport,
} from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { createAndOpen } from '../../skills/changes/create-and-open.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { type SkillActions, type SkillChoice, withErrorMessage } from '../../skills/skill-actions.ts';
import { dialogText, messageText } from '../../text/displayed-text.ts';
import type { AnswerPanel } from '../../views/answers/answer-panel.ts';
import { reportProblem } from '../../views/claude-code/runs/report-problem.ts';
import { costInWords, startInWords } from '../../views/claude-code/runs/run-words.ts';
import { amountProblem } from '../../views/evaluations/amount-problem.ts';
import type { MeasuredBefore } from '../../views/evaluations/measured-before.ts';
import { usualMaximum } from '../../views/evaluations/usual-maximum.ts';

/** How often a query can be asked; the first is proposed. */
const repeatChoices = [3, 1, 5, 10] as const;

/** "Measure Triggering…": how often the queries of a trigger set make the model call a skill. */
export function registerMeasureTriggering(
  actions: SkillActions,
  panel: AnswerPanel,
  before: MeasuredBefore,
): Disposable {
  return registerCommand('measureTriggering', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not measure triggering', async () => {
      const uri = await chooseTriggerSet(argument, actions);
      if (uri) await measureSet(uri, actions, panel, before);
    }),
  );
}

/** Measures once the user has agreed, and shows the result. Resolves to false if nothing was measured. */
export async function measureSet(
  uri: Uri,
  actions: Pick<SkillActions, 'server'>,
  panel: AnswerPanel,
  before: MeasuredBefore,
): Promise<boolean> {
  // Why it cannot be measured is said before the first question.
  const possible = await requestPlan(actions, planned(uri, repeatChoices[0]));
  if (!possible) return false;
  const params = await askHow(uri, before.of(possible.set)?.time);
  if (params === 'show') showMeasured(panel, before.of(possible.set)!.report);
  if (!params || params === 'show') return false;
  const plan = await requestPlan(actions, params);
  if (!plan || !(await agrees(plan))) return false;
  const title = `Measuring how often ${plan.skill} is called`;
  const measured = await measure(actions, params, title);
  if (!measured) return false;
  before.remember(plan.set, measured.report);
  showMeasured(panel, measured.report);
  return true;
}

/** Shows what was measured. */
export function showMeasured(panel: AnswerPanel, report: WhyReport): void {
  panel.show({ title: messageText(report.title.replaceAll('`', '')), ask: async () => [report] });
}

/** The sessions that would be started; undefined if none can be, which is reported. */
export async function requestPlan(
  { server }: Pick<SkillActions, 'server'>,
  params: TriggerParams,
): Promise<PlannedTriggers | undefined> {
  const plan = await server.request('skillwright/triggerPlan', params);
  if (!('problem' in plan)) return plan;
  await reportTriggerProblem(plan);
  return undefined;
}

/** A problem that a setting solves leads to it. */
export async function reportTriggerProblem(refusal: Refusal): Promise<void> {
  if (refusal.setting === undefined) throw new Error(refusal.problem);
  await reportProblem(refusal);
}

/** The trigger set that is meant or in the active editor, or that of a skill. The user has agreed to start Claude Code. */
export async function chooseTriggerSet(argument: unknown, actions: SkillChoice): Promise<Uri | undefined> {
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  const uri = await chooseSet(argument, actions);
  return uri && (await actions.server.askAboutRights()) ? uri : undefined;
}

async function chooseSet(argument: unknown, actions: SkillChoice): Promise<Uri | undefined> {
  const active = window.activeTextEditor?.document.uri;
  const isSet = active && /\/evals\/(?!evals\.json$)[^/]+\.json$|\/triggers?[^/]*\.json$/.test(active.path);
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

/** The queries of a new trigger set: the author knows better ones. */
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
export async function isSaved(uri: Uri): Promise<boolean> {
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

/** Measures, with progress in a notification. Undefined if nothing could be measured, which it says. */
export async function measure(
  { server }: Pick<SkillActions, 'server'>,
  params: TriggerParams,
  title: string,
): Promise<MeasuredTriggers | undefined> {
  const id = crypto.randomUUID();
  const progress = { location: ProgressLocation.Notification, title: messageText(title), cancellable: true };
  const measured = await window.withProgress(progress, async (shown, token) => {
    let last = 0;
    const listener = server.on('triggersMeasured', ({ id: of, done, planned, cost }) => {
      if (of !== id) return;
      const increment = ((done - last) / planned) * 100;
      last = done;
      shown.report({ increment, message: `${done} of ${planned} runs, ${costInWords(cost)}` });
    });
    // Queries measured until then are kept.
    const stopping = token.onCancellationRequested(() => void server.request('skillwright/stopTriggers', { id }));
    try {
      return await server.request('skillwright/measureTriggers', { ...params, id });
    } finally {
      listener.dispose();
      stopping.dispose();
    }
  });
  if (!('problem' in measured)) return measured;
  await reportTriggerProblem(measured);
  return undefined;
}
