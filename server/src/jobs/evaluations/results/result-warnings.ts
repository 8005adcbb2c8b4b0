import type {
  EvaluationResult,
  PluginProblem,
  ResultCase,
  ResultFormat,
  ResultRun,
} from '../../../evaluation/results/evaluation-result.ts';
import { deniedInCase } from './denied-runs.ts';
import { partialText } from './result-words.ts';

/** Problems with which a plugin certainly was not loaded: its cases measure something else. */
const absent: Readonly<Record<string, (name: string) => string>> = {
  manifest_invalid: (name) => `The manifest of ${name} is invalid, so the cases ran without the plugin or not at all.`,
  disabled_by_default: (name) =>
    `The manifest of ${name} has \`defaultEnabled: false\`, so the cases ran without the plugin.`,
  will_not_load: (name) => `${name} could not be loaded, so the cases ran without the plugin.`,
};

/** The limits of a whole result, as sentences: that it is not whole, and that a plugin was not loaded. */
export function resultWarnings(result: EvaluationResult): readonly string[] {
  const partial = partialText(result);
  return [...(partial === undefined ? [] : [partial]), ...result.pluginProblems.flatMap((it) => pluginText(it) ?? [])];
}

/** Whether a plugin of a result was not loaded. */
export function lacksPlugin({ pluginProblems }: EvaluationResult): boolean {
  return pluginProblems.some(({ problem }) => Object.hasOwn(absent, problem));
}

function pluginText({ name, problem }: PluginProblem): string | undefined {
  if (Object.hasOwn(absent, problem)) return absent[problem]!(name);
  // Archives are loaded without being looked at first.
  if (problem === 'archive_not_probed') return undefined;
  if (problem === 'identity_unverified') return `Whether ${name} was loaded is not known.`;
  return `${name} may not have been loaded: ${problem}.`;
}

/** Notes of runs that are shown with their case. */
const maxNotes = 5;

/** The denied calls of the runs of a case, the runner's remarks on it and, each once, on its runs. */
export function caseAdvice(it: ResultCase, about: EvaluationResult): readonly string[] {
  const { advisories, runs } = it;
  const denied = deniedInCase(it, about);
  if (about.format !== 'plugin-eval') return [denied, advisories].flat();
  return [denied, advisories].flat().concat([...new Set(runs.flatMap(({ notes }) => notes))].slice(0, maxNotes));
}

/** The notes about one run alone: in skill-creator's format, those of a grader. The runner says the same of all. */
export function ownNotes({ notes }: ResultRun, format: ResultFormat): readonly string[] {
  return format === 'plugin-eval' ? [] : notes;
}
