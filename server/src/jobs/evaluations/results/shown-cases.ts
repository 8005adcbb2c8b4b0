import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { lastPart } from '../../../platform/paths.ts';

/** Only the cases that have a name, an id or a folder of this name; all without a name. */
export function onlyCase(result: EvaluationResult, name: string | undefined): EvaluationResult {
  if (name === undefined) return result;
  const cases = result.cases.filter(({ name: own, id, folder }) => {
    if (own === name || String(id ?? '') === name) return true;
    return folder !== undefined && (folder === name || lastPart(folder.replaceAll('\\', '/')) === name);
  });
  const { aggregates: _ofAll, ...details } = result.details;
  return { ...result, cases, details };
}
