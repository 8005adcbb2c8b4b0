import { describe, expect, test } from 'vitest';
import { type PermissionList, whyPermissionRuleIsIdle } from '../../server/src/dialect/tools/permission-rule-faults.ts';
import { recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

/** Rules of one list, and which of them Claude Code says have no effect. */
interface RecordedRules {
  readonly input: { readonly list: PermissionList; readonly rules: readonly string[] };
  readonly observed: { readonly skipped: readonly string[]; readonly unmatched: readonly string[] };
}

const all = recordings('permission-rules', runtimes[0]!) as unknown as RecordedRules[];

describe('permission rules have no effect where Claude Code says so', () => {
  const cases = all.flatMap(({ input: { list, rules }, observed }) =>
    rules.map((rule) => ({ rule, list, isIdle: [...observed.skipped, ...observed.unmatched].includes(rule) })),
  );

  test.for(cases)('$list: $rule', ({ rule, list, isIdle }) => {
    const found = whyPermissionRuleIsIdle(rule, list);
    expect(found !== undefined).toBe(isIdle);
    // What is offered instead has an effect.
    if (found?.meant !== undefined) expect(whyPermissionRuleIsIdle(found.meant, list)).toBeUndefined();
  });
});
