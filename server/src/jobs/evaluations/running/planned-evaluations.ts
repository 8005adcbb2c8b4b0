import type { RunSettings } from '../../claude-code/runs/run-settings.ts';
import type { EvaluationChoice } from './evaluation-choice.ts';
import type { EvaluationSettings } from './evaluation-settings.ts';
import type { SuiteWork } from './evaluation-work.ts';

export interface PlannedEvaluations {
  readonly works: readonly SuiteWork[];
  readonly choice: EvaluationChoice;
  readonly settings: EvaluationSettings;
  /** US dollars; undefined for the maximum of the settings. */
  readonly maximumCost?: number | undefined;
  /** How sessions of prompts are started. */
  readonly claudeCode: Pick<RunSettings, 'extraArguments' | 'permissionMode' | 'model'>;
}
