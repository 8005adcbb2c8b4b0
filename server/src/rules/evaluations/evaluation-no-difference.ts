import { forbids } from '../../evaluation/cases/telling-graders.ts';
import { isDeterministic } from '../../evaluation/grading/grade.ts';
import { isWrittenAs } from '../../evaluation/grading/grader-config.ts';
import type { Rule } from '../rule.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationNoDifference: Rule = {
  id: 'evaluation-no-difference',
  level: 'hint',
  kinds: ['eval-case', 'eval-grader'],
  summary: 'A grader that passed in every run of the last result, with and without the plugin',
  source: evaluationsRecorded,
  check(context, report) {
    const equal = context.file.evaluation?.equalGraders;
    if (!equal?.size) return;
    for (const grader of evaluationIn(context)?.case?.graders ?? []) {
      const written = grader.isOpen ? equal.get(grader.name) : undefined;
      if (!written || !isDeterministic(grader) || forbids(grader) || !isWrittenAs(grader, written)) continue;
      report({
        range: grader.head,
        message:
          'In the last result, this grader passed in every run, with and without the plugin, so it does not measure what the plugin does. Grade something that only the plugin does',
      });
    }
  },
};
