import { WITH_ONLY_TOOL } from '../../dialect/evaluations.ts';
import { typeOf } from '../../evaluation/cases/case-expressions.ts';
import { isUnscored } from '../../evaluation/cases/telling-graders.ts';
import { numberAt, textAt, valueAt } from '../../evaluation/values/value.ts';
import type { Rule } from '../rule.ts';
import { evaluationIn, evaluationsRecorded } from './shared/evaluation-rule.ts';

export const evaluationUnscored: Rule = {
  id: 'evaluation-unscored',
  level: 'information',
  kinds: ['eval-case', 'eval-grader'],
  summary: 'A grader that forbids a skill, but does not count when runs with and without the plugin are compared',
  source: evaluationsRecorded,
  check(context, report) {
    const graders = evaluationIn(context)?.case?.graders ?? [];
    // If no other grader counts, all of them do.
    if (graders.every((grader) => isUnscored(grader.value))) return;
    for (const grader of graders) {
      const { value, isOpen } = grader;
      const isForbidden =
        typeOf(grader) === 'tool_used' && numberAt(value, 'min') === 0 && numberAt(value, 'max') === 0;
      if (!isOpen || !isForbidden || valueAt(value, 'arm') || textAt(value, 'tool')?.value !== WITH_ONLY_TOOL) continue;
      report({
        range: valueAt(value, 'tool')!.range,
        message: `When runs with and without the plugin are compared, graders of \`${WITH_ONLY_TOOL}\` are shown but do not count. Add \`arm: both\``,
      });
    }
  },
};
