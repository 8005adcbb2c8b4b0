import { shortened } from '../../../features/text/markdown-text.ts';
import type { EvaluationChoice } from './evaluation-choice.ts';

/** The task of one process of `claude plugin eval`. */
export interface EvaluatedPlugin {
  /** The folder of a plugin or skill, or another one that has `evals`; absolute, with `/`. */
  readonly folder: string;
  /** The folder of its evaluations, relative to it; undefined for the one that its manifest names, else `evals`. */
  readonly evaluations?: string | undefined;
  /** The name of the only case that runs; undefined for all. */
  readonly caseName?: string | undefined;
  readonly choice: EvaluationChoice;
  /** Where the result is written; absolute. */
  readonly outputFolder: string;
  /** US dollars. Checked before each run, so that the one in progress may exceed it. */
  readonly maximumCost?: number | undefined;
  /** From the settings; they take precedence over all but the maximum cost. */
  readonly extraArguments: readonly string[];
}

/**
 * The arguments of Claude Code. The user has been asked before, so it does not ask again. Nothing is published, and what
 * the runs leave is kept, for graders that are tried later.
 */
export function evalArguments(plugin: EvaluatedPlugin): readonly string[] {
  const { folder, evaluations, caseName, choice, outputFolder, maximumCost, extraArguments } = plugin;
  const { runs, arms, allowedTools, model, scaffold } = choice;
  return [
    ...['plugin', 'eval', folder],
    ...['--trust-plugin', '--no-publish', '--keep-temp'],
    ...['--output-dir', outputFolder],
    ...(evaluations === undefined ? [] : ['--eval-dir', evaluations]),
    ...(caseName === undefined ? [] : ['--case', caseName]),
    ...(runs === undefined ? [] : ['--runs', `${runs}`]),
    ...(arms === 'with' ? ['--ablation', 'none'] : []),
    ...(model === undefined ? [] : ['--model', model]),
    ...(scaffold ? ['--scaffold'] : []),
    ...extraArguments,
    // It adds to what the settings grant.
    ...(allowedTools.length > 0 ? ['--allow-tools', allowedTools.join(',')] : []),
    // Last: it is what the user has agreed to, and the settings may be those of the workspace.
    ...(maximumCost === undefined ? [] : ['--max-cost-usd', amount(maximumCost)]),
  ];
}

/** Without an exponent, which small numbers have. */
function amount(dollars: number): string {
  return dollars.toFixed(6).replace(/\.?0+$/, '') || '0';
}

/** The name of a folder with results, as the runner forms it. */
export function resultFolderName(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-');
}

/** Characters of arguments that are shown. */
const longest = 300;

/** The additions to a command line: the settings may be those of the workspace, so the user should see them before. */
export function argumentNotes(what: string, extraArguments: readonly string[]): readonly string[] {
  if (extraArguments.length === 0) return [];
  return [`${what} have additional arguments of the settings: \`${shortened(extraArguments.join(' '), longest)}\``];
}
