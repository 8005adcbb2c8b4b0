import type { EvaluationResult } from './evaluation-result.ts';
import { readAggregateResult } from './read-aggregate-result.ts';
import { readBenchmark } from './read-benchmark.ts';
import { type Grading, readGrading } from './read-grading.ts';
import { type ResultProblem, TolerantValue } from './tolerant-value.ts';

/*
 * Results are written by other programs, of any release, and edited by people. So nothing but JSON is required of
 * them: a value of another type is left out and becomes a problem, which is located in the text afterwards, in one
 * pass without recursion, because results may be larger than what is read with ranges. What is not known is kept as it
 * is written, and an export in a result's own format has it again. A result does not say which revision it is of: that
 * is the commit that added it, else the last one of the plugin or skill that was written before the run. The server
 * asks git for that (`Revisions`), only in a trusted workspace. An old version is run from a copy in a scratch folder:
 * the plugin of the revision, with the cases of today. Its results are in `results/old-versions`, under a name that
 * has the commit, so that nothing takes them for the last results of a case.
 */

/** A file of a result, with what is wrong in it. */
export type ReadFile =
  | { readonly kind: 'result'; readonly result: EvaluationResult; readonly problems: readonly ResultProblem[] }
  | { readonly kind: 'grading'; readonly grading: Grading; readonly problems: readonly ResultProblem[] }
  | { readonly kind: 'unknown'; readonly problems: readonly ResultProblem[] };

/**
 * Reads a file of a result, whichever it is: what a file has decides, since people rename and copy them. A broken file is
 * read as far as possible. Never throws.
 */
export function readResultFile(text: string): ReadFile {
  const { root, problems } = TolerantValue.ofFile(text);
  if (root?.has('cases') || root?.has('schemaVersion')) {
    const result = readAggregateResult(root);
    return { kind: 'result', result, problems: problems.all() };
  }
  if (root?.has('runs') || root?.has('run_summary')) {
    const result = readBenchmark(root);
    return { kind: 'result', result, problems: problems.all() };
  }
  if (root?.has('expectations') || root?.has('assertion_results') || root?.has('summary')) {
    const grading = readGrading(root);
    return { kind: 'grading', grading, problems: problems.all() };
  }
  if (root) problems.add([], 'The file has no result of an evaluation: choose another one, or run again', true);
  return { kind: 'unknown', problems: problems.all() };
}
