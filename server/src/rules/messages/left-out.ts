import { MAX_LISTED_FINDINGS } from '../../dialect/limits.ts';
import { inThousands } from '../../document/text/numbers.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { Finding } from '../rule.ts';
import type { RuleId } from '../rule-id.ts';

/** Reports once per rule, at the first place that is not listed, that there are more. */
export function leftOut(rule: RuleId, range: TextRange): Finding {
  const count = inThousands(MAX_LISTED_FINDINGS);
  return {
    rule,
    severity: 'information',
    range,
    message: `Skillwright lists only the first ${count} findings of \`${rule}\` in a file and omits this one and all others. Fix some of them to see more`,
  };
}
