import type { FileSystem } from '../../../platform/file-system.ts';
import type { ChosenItems } from '../../../protocol.ts';
import { type PromptSet, readPromptSet, type SetPrompt } from '../prompts/suite-prompts.ts';
import { promptItemId } from './evaluation-items.ts';
import { readCases, type SuiteCase } from './suite-cases.ts';
import type { Suite } from './suites.ts';

/** The chosen part of a suite, as it is on the disk now. */
export interface SuiteWork {
  readonly suite: Suite;
  /** The cases that can run. */
  readonly cases: readonly SuiteCase[];
  /** Those that cannot, with the reason in each. */
  readonly rejected: readonly SuiteCase[];
  /** Whether no case that can run is left out. */
  readonly isWhole: boolean;
  readonly set: PromptSet | undefined;
  readonly prompts: readonly SetPrompt[];
}

/** Reads what was chosen; suites and items that are gone are left out. */
export async function readWork(
  chosen: readonly ChosenItems[],
  suites: readonly Suite[],
  files: FileSystem,
): Promise<readonly SuiteWork[]> {
  const works: SuiteWork[] = [];
  for (const { suite: id, items } of chosen) {
    const suite = suites.find(({ folder }) => folder === id);
    if (!suite) continue;
    const [all, set] = await Promise.all([readCases(suite, files), readPromptSet(suite, files)]);
    const isChosen = (item: string) => items === undefined || items.includes(item);
    const cases = all.filter(({ folder }) => isChosen(folder));
    const runnable = cases.filter(({ problem }) => problem === undefined);
    works.push({
      suite,
      cases: runnable,
      rejected: cases.filter(({ problem }) => problem !== undefined),
      isWhole: runnable.length === all.filter(({ problem }) => problem === undefined).length,
      set,
      // Without its skill, nothing can be compared.
      prompts: set?.skill !== undefined ? set.prompts.filter((prompt) => isChosen(promptItemId(set, prompt))) : [],
    });
  }
  return works;
}

/** A part of the work of a suite. */
export function narrowedWork(
  work: SuiteWork,
  isCase: (it: SuiteCase) => boolean,
  isPrompt: (prompt: SetPrompt, set: PromptSet) => boolean,
): SuiteWork {
  const { set } = work;
  const cases = work.cases.filter(isCase);
  return {
    ...work,
    cases,
    rejected: work.rejected.filter(isCase),
    isWhole: work.isWhole && cases.length === work.cases.length,
    prompts: work.prompts.filter((prompt) => set && isPrompt(prompt, set)),
  };
}

/** One process of the runner. */
export interface EvaluationStep {
  readonly cases: readonly SuiteCase[];
  /** The name to choose; undefined for all cases of the suite. */
  readonly caseName: string | undefined;
}

/**
 * The processes that run the cases of a suite: one for all of them, or one for each name, because the runner can choose
 * one name at a time.
 */
export function stepsOf({ cases, isWhole }: SuiteWork): readonly EvaluationStep[] {
  if (cases.length === 0) return [];
  if (isWhole) return [{ cases, caseName: undefined }];
  const names = [...new Set(cases.map(({ name }) => name))];
  return names.map((name) => ({ caseName: name, cases: cases.filter((it) => it.name === name) }));
}
