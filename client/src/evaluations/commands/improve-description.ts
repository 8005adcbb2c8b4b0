import { commands, Disposable, ProgressLocation, Uri, WorkspaceEdit, window } from 'vscode';
import type { PlannedImprovement, ProposedDescription } from '../../../../server/src/protocol.ts';
import { applyAndSave } from '../../changes/change-texts.ts';
import { addFileEdit } from '../../changes/file-edits.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { dialogText, labelText, messageText } from '../../text/displayed-text.ts';
import { VirtualDocuments } from '../../views/virtual-documents.ts';
import { reportTriggerProblem, type TriggerMeasurement } from '../triggers/trigger-measurement.ts';
import { usualMaximum } from '../usual-maximum.ts';
import { chooseTriggerSet, isSaved } from './measure-triggering.ts';

const scheme = 'skillwright-description';

/**
 * "Improve Description…": the user's Claude Code proposes a description by what the train queries have shown. It is shown as
 * a diff, measured with the test queries while it is in the file, and stays there only if the user keeps it.
 */
export function registerImproveDescription(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
  measurement: TriggerMeasurement,
): Disposable {
  const improvement = new DescriptionImprovement(server, changes, measurement);
  const command = registerCommand('improveDescription', (argument?: unknown) =>
    failures.guard('Could not improve the description', async () => {
      const set = await chooseTriggerSet(argument, server, choice);
      if (set) await improvement.improve(set);
    }),
  );
  return Disposable.from(improvement, command);
}

/** One proposal after the other: asks for it, shows it, and measures it. */
class DescriptionImprovement implements Disposable {
  readonly #server: LanguageServer;
  readonly #changes: SkillChanges;
  readonly #measurement: TriggerMeasurement;
  #proposed = '';
  readonly #proposals = new VirtualDocuments(scheme, async () => this.#proposed);

  constructor(server: LanguageServer, changes: SkillChanges, measurement: TriggerMeasurement) {
    this.#server = server;
    this.#changes = changes;
    this.#measurement = measurement;
  }

  dispose(): void {
    this.#proposals.dispose();
  }

  /** @param set a trigger set of the skill */
  async improve(set: Uri): Promise<void> {
    const asked = { uri: set.toString(), repeats: 1 };
    let plan = await this.#measurement.plan(asked);
    if (!plan) return;
    if (!('problem' in plan.improvement) && !plan.improvement.isMeasured) {
      // The missed queries have to be known first.
      if (!(await this.#measurement.ask(set))) return;
      plan = await this.#measurement.plan(asked);
      if (!plan) return;
    }
    const { skill, improvement } = plan;
    if ('problem' in improvement) throw new Error(improvement.problem);
    const file = Uri.parse(improvement.uri);
    const maximumCost = usualMaximum(set);
    if (!(await isSaved(file)) || !(await agrees(skill, improvement, maximumCost))) return;
    const proposed = await propose(this.#server, set, maximumCost, skill);
    if (!proposed) return;
    await this.#showDiff(file, skill, proposed.text);
    const left = maximumCost - (proposed.cost ?? 0);
    if (await wantsToMeasure(skill)) await this.#tryOut(set, proposed, left, skill);
  }

  async #showDiff(file: Uri, skill: string, proposed: string): Promise<void> {
    this.#proposed = proposed;
    const right = Uri.from({ scheme, path: '/SKILL.md', query: crypto.randomUUID() });
    await commands.executeCommand('vscode.diff', file, right, labelText(`${skill}: proposed description`));
  }

  /** Measures the description while it is in the file. */
  async #tryOut(
    set: Uri,
    { edit: made, repeats }: ProposedDescription,
    maximumCost: number,
    skill: string,
  ): Promise<void> {
    const edit = new WorkspaceEdit();
    await addFileEdit(edit, made);
    const change = await applyAndSave(edit, `improving the description of ${skill}`);
    let isKept = false;
    try {
      const params = { uri: set.toString(), repeats, maximumCost: Math.max(0.01, maximumCost), isTest: true };
      const measured = await this.#measurement.measure(params, `Measuring the new description of ${skill}`);
      if (!measured) return;
      this.#measurement.show(measured.report);
      isKept = await wantsToKeep(measured.compared ?? []);
      if (isKept) await this.#changes.make(async () => change, messageText(`Improved the description of ${skill}`));
    } finally {
      if (!isKept) await change.undo();
    }
  }
}

async function agrees(skill: string, { lines }: PlannedImprovement, maximumCost: number): Promise<boolean> {
  const most = `Your account is charged for it, until the cost is $${maximumCost}.`;
  const detail = dialogText([...lines, most].join('\n'));
  const start = 'Propose';
  const question = messageText(`Ask Claude Code for a better description of ${skill}?`);
  return (await window.showInformationMessage(question, { modal: true, detail }, start)) === start;
}

async function propose(
  server: LanguageServer,
  set: Uri,
  maximumCost: number,
  skill: string,
): Promise<ProposedDescription | undefined> {
  const id = crypto.randomUUID();
  const title = messageText(`Asking for a better description of ${skill}`);
  const progress = { location: ProgressLocation.Notification, title, cancellable: true };
  const proposed = await window.withProgress(progress, async (_, token) => {
    const stopping = token.onCancellationRequested(() => void server.request('skillwright/stopTriggers', { id }));
    try {
      return await server.request('skillwright/proposeDescription', { id, uri: set.toString(), maximumCost });
    } finally {
      stopping.dispose();
    }
  });
  if (!('problem' in proposed)) return proposed;
  await reportTriggerProblem(proposed);
  return undefined;
}

/** Not modal, so that the diff can be read. */
async function wantsToMeasure(skill: string): Promise<boolean> {
  const said = `This is the description that Claude Code proposes for ${skill}. The file has it while triggering is measured.`;
  return (await window.showInformationMessage(messageText(said), 'Measure It', 'Discard')) === 'Measure It';
}

async function wantsToKeep(compared: readonly string[]): Promise<boolean> {
  const detail = messageText(compared.map((line) => `${line}.`).join('\n\n'));
  const keep = 'Keep';
  return (await window.showInformationMessage('Keep the new description?', { modal: true, detail }, keep)) === keep;
}
