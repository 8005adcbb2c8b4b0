import { isMap } from '../../../document/json-values.ts';

/** How the user wants evaluations to run. */
export interface EvaluationSettings {
  /** Of `claude plugin eval`. */
  readonly extraArguments: readonly string[];
  /** US dollars for everything that is started together. */
  readonly maximumCost: number | undefined;
}

/** Reads the section `evaluations` of the settings. An invalid value counts as not set. */
export function readEvaluationSettings(section: unknown): EvaluationSettings {
  const { extraArguments, maximumCost } = isMap(section) ? section : {};
  const isAmount = typeof maximumCost === 'number' && Number.isFinite(maximumCost) && maximumCost > 0;
  return {
    extraArguments: Array.isArray(extraArguments) ? extraArguments.filter((it) => typeof it === 'string') : [],
    maximumCost: isAmount ? maximumCost : undefined,
  };
}
