import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import { lastPart, relativeTo } from '../../../platform/paths.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { OpenedRevision, Revisions } from '../../../platform/revisions.ts';
import type { EndedOldVersion, EvaluationPlan } from '../../../protocol.ts';
import { argumentNotes, resultFolderName } from '../running/eval-arguments.ts';
import { evaluatePlugin } from '../running/evaluate-plugin.ts';
import type { EvaluationSettings } from '../running/evaluation-settings.ts';
import { inWords } from '../running/plan-words.ts';
import type { SuiteCase } from '../running/suite-cases.ts';
import { oldVersions, type ResultPlace } from './find-results.ts';
import { oldVersionEntries } from './old-version-files.ts';
import { costText } from './result-words.ts';
import { onlyCase } from './shown-cases.ts';

export interface OldVersionRun {
  /** The result that it is compared with. */
  readonly place: ResultPlace;
  readonly result: EvaluationResult;
  readonly revision: string;
  readonly caseName: string | undefined;
  readonly settings: EvaluationSettings;
}

/** Whether the cases of a result can run with an old version of the plugin. */
export function hasOldVersions({ owner }: ResultPlace, { format }: EvaluationResult): boolean {
  return format === 'plugin-eval' && owner !== undefined;
}

/** Why an old version cannot run; undefined if it can. */
function whyNoOldVersion({ place, result, caseName }: OldVersionRun): string | undefined {
  if (result.format !== 'plugin-eval')
    return 'Only `claude plugin eval` runs here: run skill-creator on the old version';
  if (place.owner === undefined) return 'The results are not in the folder of evaluations of a plugin or skill';
  if (onlyCase(result, caseName).cases.length === 0) return 'The results have no such case';
  return undefined;
}

/**
 * The question to the user before an old version runs.
 *
 * @param today the cases that can run: the result may have others, or run them less often
 * @param chosenMaximum US dollars; undefined for the maximum of the settings
 */
export function oldVersionPlan(
  run: OldVersionRun,
  today: readonly Pick<SuiteCase, 'name' | 'runs'>[],
  chosenMaximum?: number,
): EvaluationPlan | Refusal {
  const problem = whyNoOldVersion(run);
  if (problem !== undefined) return { problem };
  const { caseName } = run;
  const cases = today.filter(({ name }) => caseName === undefined || name === caseName);
  if (cases.length === 0) return { problem: 'The cases of the results are gone, or cannot run' };
  const sessions = cases.reduce((sum, { runs }) => sum + runs, 0);
  const recorded = onlyCase(run.result, caseName).cases.flatMap((it) => it.runs.filter(({ arm }) => arm === 'with'));
  const costs = recorded.flatMap(({ costUsd }) => costUsd ?? []);
  const cost = costs.reduce((sum, it) => sum + it, 0) * (sessions / Math.max(1, costs.length));
  const what = cases.length === 1 ? `The case ${cases[0]!.name}` : `${cases.length} cases`;
  const { extraArguments } = run.settings;
  const maximumCost = chosenMaximum ?? run.settings.maximumCost;
  return inWords({
    sessions,
    lines: [`${what} with the plugin as it was in ${run.revision}`],
    notes: [
      'The plugin of that revision is copied into a temporary folder, with the cases of today',
      `The results are in results/${oldVersions}`,
      ...argumentNotes('Runs of cases', extraArguments),
    ],
    ...(cost > 0 && {
      estimate: {
        text: `≈ ${costText(cost)}`,
        why: 'That is what as many runs cost with the plugin in the results shown',
      },
    }),
    ...(maximumCost !== undefined && { maximumCost }),
  });
}

type OldVersionMachine = Pick<Platform, 'claudeCode' | 'files' | 'scratchFolders'>;

/** How an old version runs. */
interface OldVersionOptions {
  /** US dollars. */
  readonly maximumCost: number | undefined;
  readonly signal: AbortSignal;
  readonly now: number;
}

/** Runs cases of today with the plugin as it was in a revision. The user must have agreed before. */
export async function runOldVersion(
  program: ClaudeCodeProgram,
  run: OldVersionRun,
  revisions: Revisions,
  machine: OldVersionMachine,
  options: OldVersionOptions,
): Promise<EndedOldVersion | Refusal> {
  const problem = whyNoOldVersion(run);
  if (problem !== undefined) return { problem };
  const opened = await revisions.open(run.place.owner!, run.revision);
  if ('problem' in opened) return { problem: `The revision cannot be read: ${opened.problem}` };
  try {
    return await runCopy(program, run, opened, machine, options);
  } finally {
    opened.close();
  }
}

async function runCopy(
  program: ClaudeCodeProgram,
  run: OldVersionRun,
  then: OpenedRevision,
  { claudeCode, files, scratchFolders }: OldVersionMachine,
  { maximumCost, signal, now }: OldVersionOptions,
): Promise<EndedOldVersion | Refusal> {
  const { suite } = run.place;
  const owner = run.place.owner!;
  const scratch = await scratchFolders.create();
  try {
    const entries = await oldVersionEntries(owner, suite, then.files, files);
    if ('problem' in entries) return entries;
    await scratch.write(entries);
    // Nothing starts that was stopped while it was copied.
    if (signal.aborted) return {};
    const name = `${resultFolderName(now)}-at-${then.commit.slice(0, 12)}`;
    const end = await evaluatePlugin(
      program,
      {
        folder: `${scratch.path}/${lastPart(owner)}`,
        // The manifest of then may name another folder.
        evaluations: relativeTo(suite, owner),
        caseName: run.caseName,
        choice: { arms: 'with', allowedTools: [] },
        outputFolder: `${suite}/results/${oldVersions}/${name}`,
        maximumCost,
        extraArguments: run.settings.extraArguments,
      },
      { claudeCode, files },
      signal,
      () => {},
    );
    const { resultPath, problem } = end;
    if (resultPath === undefined) return problem === undefined ? {} : { problem };
    return { uri: resultPath, ...(problem !== undefined && { stopped: problem }) };
  } finally {
    // Otherwise nobody would see the result; the next scratch folder deletes what is left.
    await scratch.remove().catch(() => {});
  }
}
