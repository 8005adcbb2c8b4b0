import { type OpenEvaluation, openEvaluation } from '../../../evaluation/cases/open-evaluation.ts';
import type { RuleContext } from '../../rule.ts';

/** The evaluation that a file is part of, if the file can be read; undefined otherwise. */
export function evaluationIn({ document, file }: RuleContext): OpenEvaluation | undefined {
  const found = openEvaluation(document, file);
  return found && !found.file.fault && !found.file.isUnread ? found : undefined;
}

/** The consequence of a case that the runner of Claude Code cannot read, as the end of a clause. */
export const caseRejected = 'so `claude plugin eval` rejects the case';

/** The rules about evaluations have one source. */
export const evaluationsRecorded = 'test/conformance: own-evaluations';
