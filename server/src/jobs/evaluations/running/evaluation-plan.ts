import { counted } from '../../../document/text/numbers.ts';
import { promptOf, settingOf } from '../../../evaluation/cases/merged-case.ts';
import type { RecordedResultOfCase } from '../../../evaluation/grading/recorded-result.ts';
import { nothingOpen } from '../../../features/edits/editable-text.ts';
import { dollars } from '../../../features/text/amounts.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { EvaluationPlan } from '../../../protocol.ts';
import { type KnownResults, lastResult } from '../grading/last-runs.ts';
import { lastCostOf } from '../prompts/last-cost.ts';
import { inputCopies } from '../prompts/skill-copy.ts';
import { inputFolders } from '../prompts/suite-prompts.ts';
import { caseEdits } from './case-edits.ts';
import { argumentNotes } from './eval-arguments.ts';
import { type EvaluationChoice, runsOfCase } from './evaluation-choice.ts';
import { promptLabel } from './evaluation-items.ts';
import type { SuiteWork } from './evaluation-work.ts';
import { inWords } from './plan-words.ts';
import type { PlannedEvaluations } from './planned-evaluations.ts';
import { rightsOfCases, rightsOfPrompts } from './session-rights.ts';
import { hasScaffoldScript, type SuiteCase } from './suite-cases.ts';

/** Plans evaluations: the sessions that would start, how often, their cost, and facts that the user should know before. */
export async function planEvaluations(
  planned: PlannedEvaluations,
  files: FileSystem,
  open = nothingOpen,
): Promise<EvaluationPlan | Refusal> {
  const { works, choice, settings } = planned;
  const sessions = works.reduce((sum, work) => sum + sessionsOf(work, choice), 0);
  if (sessions === 0) {
    const [rejected] = works.flatMap((work) => work.rejected);
    const [broken] = brokenSets(works);
    if (rejected) return { problem: `${rejected.name} cannot run. ${rejected.problem}` };
    return { problem: broken ?? 'There is nothing that can run' };
  }
  const [estimate, missing, ofCases, ofPrompts] = await Promise.all([
    estimatedCost(planned, files),
    missingInputs(works, files),
    rightsOfCases(planned, files, namesText),
    rightsOfPrompts(planned, files),
  ]);
  const allowable = [...new Set([...ofCases.allowable, ...ofPrompts.allowable])];
  const edits = await caseEdits(ofCases.unasked ?? [], files, open);
  const maximumCost = planned.maximumCost ?? settings.maximumCost;
  return inWords({
    sessions,
    lines: [...works.flatMap((work) => workLines(work, choice)), ...modelLines(planned)],
    notes: [
      ...rejectedNotes(works),
      ...brokenSets(works),
      ...missing,
      ...repeatedNotes(works),
      ...caseNotes(planned),
      ...promptNotes(planned),
    ],
    rights: [...ofCases.rights, ...ofPrompts.rights],
    ...(allowable.length > 0 && { allowable }),
    ...(edits && { caseEdits: edits }),
    ...(estimate && { estimate }),
    ...(maximumCost !== undefined && { maximumCost }),
    ...(choice.allowedTools.length > 0 && { allowedTools: choice.allowedTools }),
  });
}

/** Whether more would start than was agreed to, or something that the user was not told. */
export function isMore(now: EvaluationPlan, agreed: Pick<EvaluationPlan, 'sessions' | 'notes'>): boolean {
  const isNew = (note: string) => !agreed.notes.includes(note);
  return now.sessions > agreed.sessions || now.notes.some(isNew);
}

/** Whether runs with the plugin or skill are compared with runs without it. */
function isCompared({ suite }: SuiteWork, { arms }: EvaluationChoice): boolean {
  return arms === 'both' && suite.kind !== 'folder';
}

function sessionsOf(work: SuiteWork, choice: EvaluationChoice): number {
  const arms = isCompared(work, choice) ? 2 : 1;
  const ofCases = work.cases.reduce((sum, it) => sum + runsOfCase(choice, it) * arms, 0);
  return ofCases + work.prompts.length * (choice.arms === 'with' ? 1 : 2);
}

function workLines(work: SuiteWork, choice: EvaluationChoice): string[] {
  const { suite, cases, prompts } = work;
  const { name } = suite;
  const lines: string[] = [];
  const thing = suite.kind === 'skill' ? 'skill' : 'plugin';
  if (cases.length > 0) {
    const runs = cases.reduce((sum, it) => sum + runsOfCase(choice, it), 0);
    const compared = isCompared(work, choice)
      ? `${counted(runs, 'run')} with the ${thing} and ${runs} without it`
      : counted(runs, 'run');
    lines.push(`${counted(cases.length, 'case')} of ${name}: ${compared}`);
  }
  if (prompts.length > 0) {
    const compared = choice.arms === 'with' ? 'with the skill' : 'each with the skill and without it';
    lines.push(`${counted(prompts.length, 'prompt')} of ${name}: ${compared}`);
  }
  return lines;
}

/** Names that a note has, and characters of one that a file says. */
const mostNames = 5;
const longestName = 100;

function rejectedNotes(works: readonly SuiteWork[]): string[] {
  return works
    .flatMap(({ rejected }) => rejected)
    .slice(0, mostNames)
    .map(({ name, problem }) => `${name} is left out. ${problem}`);
}

/** Files of prompts that cannot be read, so that nothing of them runs. */
function brokenSets(works: readonly SuiteWork[]): string[] {
  return works
    .filter(({ set }) => set?.isBroken)
    .slice(0, mostNames)
    .map(({ suite }) => `The evals.json of ${suite.name} is not valid JSON, so none of its prompts runs`);
}

/** Prompts whose sessions would not start, because their input files are not there. */
async function missingInputs(works: readonly SuiteWork[], files: FileSystem): Promise<string[]> {
  const notes: string[] = [];
  for (const { suite, set, prompts } of works) {
    for (const prompt of prompts.filter((it) => it.files.length > 0)) {
      const found = await inputCopies(inputFolders(suite, set!), prompt.files, files);
      if ('problem' in found && notes.length < mostNames)
        notes.push(`${promptLabel(prompt)} does not run. ${found.problem}`);
    }
  }
  return notes;
}

/** Converting leaves the prompts where they were. */
function repeatedNotes(works: readonly SuiteWork[]): string[] {
  const cases = new Map(works.flatMap((work) => work.cases).map((it) => [promptOf(it.merged)?.value.trim(), it.name]));
  return works.flatMap(({ suite, prompts }) => {
    const same = prompts.flatMap(({ prompt }) => cases.get(prompt.trim()) ?? []);
    if (same.length === 0) return [];
    return [
      `${counted(same.length, 'prompt')} of ${suite.name} ${same.length === 1 ? 'is a case, too' : 'are cases, too'} (${namesText(same)}), so both run. Choose the cases or \`evals.json\` to run only these`,
    ];
  });
}

/** Which models answer: what is chosen, what cases say, or Claude Code's default. */
function modelLines({ works, choice, claudeCode }: PlannedEvaluations): string[] {
  const byModel = new Map<string | undefined, string[]>();
  const add = (model: string | undefined, name: string) => byModel.set(model, [...(byModel.get(model) ?? []), name]);
  for (const { cases, prompts, suite } of works) {
    for (const it of cases) add(choice.model ?? modelOf(it), it.name);
    if (prompts.length > 0) add(choice.model ?? claudeCode.model, `prompts of ${suite.name}`);
  }
  const shown = (model: string | undefined) => (model === undefined ? "Claude Code's default" : `\`${model}\``);
  if (byModel.size === 1) return [...byModel.keys()].map((model) => `Model: ${shown(model)}`);
  return [`Models: ${[...byModel].map(([model, names]) => `${shown(model)} (${namesText(names)})`).join(', ')}`];
}

function modelOf({ merged }: SuiteCase): string | undefined {
  const model = settingOf(merged, 'model');
  return model?.kind === 'string' && model.value !== '' ? shortened(model.value, longestName) : undefined;
}

function caseNotes({ works, choice, settings: { extraArguments } }: PlannedEvaluations): string[] {
  const cases = works.flatMap((work) => work.cases);
  const notes: string[] = cases.length === 0 ? [] : [...argumentNotes('Runs of cases', extraArguments)];
  const scripted = cases.filter(({ merged }) => hasScaffoldScript(merged));
  if (scripted.length > 0) {
    const what = `The scaffold script of ${namesText(scripted.map(({ name }) => name))}`;
    const runs = choice.scaffold || extraArguments.includes('--scaffold');
    notes.push(runs ? `${what} runs with your permissions` : `${what} does not run without \`--scaffold\``);
  }
  return notes;
}

function promptNotes({
  works,
  choice: { runs = 1 },
  claudeCode: { extraArguments, permissionMode },
}: PlannedEvaluations): readonly string[] {
  if (works.every(({ prompts }) => prompts.length === 0)) return [];
  const what = 'Sessions of prompts';
  const mode = permissionMode === undefined ? [] : [`${what} have the permission mode \`${permissionMode}\``];
  const often = runs === 1 ? [] : [`Prompts run once in each arm, and not ${runs} times as cases do`];
  return [...often, ...mode, ...argumentNotes(what, extraArguments)];
}

/** The costs of the last runs, as often as it runs now. */
async function estimatedCost(
  { works, choice }: PlannedEvaluations,
  files: FileSystem,
): Promise<EvaluationPlan['estimate'] | undefined> {
  const known: KnownResults = new Map();
  let total = 0;
  let estimated = 0;
  for (const work of works) {
    for (const it of work.cases) {
      const last = await lastResult(it, files, { known });
      const cost = last && costOf(last.result, runsOfCase(choice, it), isCompared(work, choice));
      if (cost === undefined) continue;
      total += cost;
      estimated += 1;
    }
    for (const prompt of work.prompts) {
      const [withSkill, withoutSkill] = await Promise.all(
        [true, false].map((isWithSkill) => lastCostOf(work.suite, prompt, isWithSkill, files)),
      );
      if (withSkill === undefined) continue;
      total += withSkill + (choice.arms === 'with' ? 0 : (withoutSkill ?? withSkill));
      estimated += 1;
    }
  }
  const all = works.reduce((sum, { cases, prompts }) => sum + cases.length + prompts.length, 0);
  if (estimated === 0) return undefined;
  const of = estimated === all ? '' : ` of ${estimated} of ${all}, the others have no result`;
  return {
    text: total > 0 && total < 0.01 ? '≈ $0.01 or less' : `≈ ${dollars(total)}`,
    why: `From the costs of the last runs${of}`,
  };
}

function costOf({ runs }: RecordedResultOfCase, times: number, isInBoth: boolean): number | undefined {
  const average = (isWithPlugin: boolean) => {
    // A run that ended early cost less than another one will.
    const whole = runs.filter(({ ending }) => ending === undefined || ending.kind === 'limit');
    const costs = whole.flatMap((run) => (run.isWithPlugin === isWithPlugin ? (run.cost ?? []) : []));
    return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  };
  const withPlugin = average(true);
  if (withPlugin === undefined) return undefined;
  return times * (withPlugin + (isInBoth ? (average(false) ?? withPlugin) : 0));
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}
