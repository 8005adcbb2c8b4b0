import { READ_ONLY_TOOLS } from '../../dialect/evaluations.ts';
import { counted } from '../../document/text/counted.ts';
import type { RecordedResultOfCase } from '../../evaluation/grading/recorded-result.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { EvaluationPlan } from '../../protocol.ts';
import { type KnownResults, lastResult } from '../grading/last-runs.ts';
import type { RunSettings } from '../runs/run-settings.ts';
import { dollars } from '../text/in-dollars.ts';
import { argumentNotes } from './argument-notes.ts';
import { promptTitle } from './evaluation-items.ts';
import type { EvaluationSettings } from './evaluation-settings.ts';
import { askedTools, type SuiteWork } from './evaluation-work.ts';
import { hasScaffoldScript, type SuiteCase } from './suite-cases.ts';

/** What is planned: once is without comparison. */
export interface PlannedEvaluations {
  readonly works: readonly SuiteWork[];
  readonly once: boolean;
  readonly settings: EvaluationSettings;
  /** How sessions of prompts are started. */
  readonly claudeCode: Pick<RunSettings, 'extraArguments' | 'permissionMode'>;
  /** What the last sessions of prompts cost, by their titles. */
  readonly costs: ReadonlyMap<string, number>;
}

/** What would start, how often, what it may cost, and what the user should know before. */
export async function planEvaluations(planned: PlannedEvaluations, files: FileSystem): Promise<EvaluationPlan> {
  const { works, once, settings } = planned;
  const lines = works.flatMap((work) => workLines(work, once));
  const sessions = works.reduce((sum, work) => sum + sessionsOf(work, once), 0);
  const cases = works.flatMap((work) => work.cases);
  if (sessions === 0) {
    const [rejected] = works.flatMap((work) => work.rejected);
    const problem = rejected ? `${rejected.name} cannot run. ${rejected.problem}` : 'There is nothing that can run';
    return { sessions, lines, notes: [], problem };
  }
  const estimate = await estimatedCost(planned, files);
  return {
    sessions,
    lines,
    notes: [...rejectedNotes(works), ...caseNotes(cases, settings), ...promptNotes(planned)],
    ...(estimate && { estimate }),
    ...(settings.maximumCost !== undefined && { maximumCost: settings.maximumCost }),
  };
}

/** Whether more would start than was agreed to, or something that the user was not told. */
export function isMore(now: EvaluationPlan, agreed: Pick<EvaluationPlan, 'sessions' | 'notes'>): boolean {
  const isNew = (note: string) => !agreed.notes.includes(note);
  return now.sessions > agreed.sessions || now.notes.some(isNew);
}

/** Whether runs with the plugin or skill are compared with runs without it. */
function isCompared({ suite }: SuiteWork, once: boolean): boolean {
  return !once && suite.kind !== 'folder';
}

function sessionsOf(work: SuiteWork, once: boolean): number {
  const arms = isCompared(work, once) ? 2 : 1;
  const ofCases = work.cases.reduce((sum, { runs }) => sum + (once ? 1 : runs) * arms, 0);
  return ofCases + work.prompts.length * (once ? 1 : 2);
}

function workLines(work: SuiteWork, once: boolean): string[] {
  const { suite, cases, prompts } = work;
  const { name } = suite;
  const lines: string[] = [];
  const thing = suite.kind === 'skill' ? 'skill' : 'plugin';
  if (cases.length > 0) {
    const runs = cases.reduce((sum, it) => sum + (once ? 1 : it.runs), 0);
    const compared = isCompared(work, once)
      ? `${counted(runs, 'run')} with the ${thing} and ${runs} without it`
      : counted(runs, 'run');
    lines.push(`${counted(cases.length, 'case')} of ${name}: ${compared}`);
  }
  if (prompts.length > 0) {
    const compared = once ? 'with the skill' : 'each with the skill and without it';
    lines.push(`${counted(prompts.length, 'prompt')} of ${name}: ${compared}`);
  }
  return lines;
}

/** Names that a note has. */
const mostNames = 5;

function rejectedNotes(works: readonly SuiteWork[]): string[] {
  return works
    .flatMap(({ rejected }) => rejected)
    .slice(0, mostNames)
    .map(({ name, problem }) => `${name} is left out. ${problem}`);
}

function caseNotes(cases: readonly SuiteCase[], { extraArguments }: EvaluationSettings): string[] {
  const notes: string[] = cases.length === 0 ? [] : [...argumentNotes('Runs of cases', extraArguments)];
  const scripted = cases.filter(({ merged }) => hasScaffoldScript(merged));
  if (scripted.length > 0 && !extraArguments.includes('--scaffold'))
    notes.push(`The scaffold script of ${namesText(scripted)} does not run without \`--scaffold\``);
  const gated = cases.filter((it) => askedTools(it).some((tool) => !READ_ONLY_TOOLS.has(tool)));
  if (gated.length > 0 && !extraArguments.includes('--allow-tools'))
    notes.push(`${namesText(gated)} asked for tools that are not granted without \`--allow-tools\``);
  return notes;
}

function promptNotes({ works, claudeCode: { extraArguments, permissionMode } }: PlannedEvaluations): readonly string[] {
  if (works.every(({ prompts }) => prompts.length === 0)) return [];
  const what = 'Sessions of prompts';
  const mode = permissionMode === undefined ? [] : [`${what} have the permission mode \`${permissionMode}\``];
  const rights = `${what} may write files in a temporary project, and what they make is kept. Commands and other tools are denied unless your settings or the skill allow them`;
  return [rights, ...mode, ...argumentNotes(what, extraArguments)];
}

/** The costs of the last runs, as often as it runs now. */
async function estimatedCost(
  { works, once, costs }: PlannedEvaluations,
  files: FileSystem,
): Promise<EvaluationPlan['estimate'] | undefined> {
  const known: KnownResults = new Map();
  let total = 0;
  let estimated = 0;
  for (const work of works) {
    for (const it of work.cases) {
      const last = await lastResult(it, files, { known });
      const cost = last && costOf(last.result, once ? 1 : it.runs, isCompared(work, once));
      if (cost === undefined) continue;
      total += cost;
      estimated += 1;
    }
    for (const prompt of work.prompts) {
      const [withSkill, withoutSkill] = [true, false].map((isWithSkill) => costs.get(promptTitle(prompt, isWithSkill)));
      if (withSkill === undefined) continue;
      total += withSkill + (once ? 0 : (withoutSkill ?? withSkill));
      estimated += 1;
    }
  }
  const all = works.reduce((sum, { cases, prompts }) => sum + cases.length + prompts.length, 0);
  if (estimated === 0) return undefined;
  const of = estimated === all ? '' : ` of ${estimated} of ${all}, the others have no result`;
  return {
    text: total > 0 && total < 0.01 ? '≈ $0.01 or less' : `≈ ${dollars(total)}`,
    why: `From the costs of the last runs${of}. Every run is different, so it may cost more or less`,
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

function namesText(cases: readonly SuiteCase[]): string {
  const names = cases.slice(0, mostNames).map(({ name }) => name);
  return cases.length > mostNames ? `${names.join(', ')} and ${cases.length - mostNames} more` : names.join(', ');
}
