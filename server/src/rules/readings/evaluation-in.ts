import { type OpenEvaluation, openEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import type { RuleContext } from '../rule.ts';

/** The evaluation that a file is part of, if the file can be read; undefined otherwise. */
export function evaluationIn({ document, file }: RuleContext): OpenEvaluation | undefined {
  const found = openEvaluation(document, file);
  return found && !found.file.fault && !found.file.isUnread ? found : undefined;
}
