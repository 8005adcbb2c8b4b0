import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PermissionList, whyPermissionRuleIsIdle } from '../../server/src/dialect/permission-rule-faults.ts';
import './require-assertions.ts';

interface Recording {
  readonly input: { readonly list: PermissionList; readonly rules: readonly string[] };
  readonly observed: { readonly skipped: readonly string[]; readonly unmatched: readonly string[] };
}

const file = new URL('own-permission-rules.2.1.332.jsonl', import.meta.url);
const recordings = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recording);

describe('permission rules have no effect where Claude Code says so', () => {
  const cases = recordings.flatMap(({ input: { list, rules }, observed }) =>
    rules.map((rule) => ({ rule, list, isIdle: [...observed.skipped, ...observed.unmatched].includes(rule) })),
  );

  test.for(cases)('$list: $rule', ({ rule, list, isIdle }) => {
    const found = whyPermissionRuleIsIdle(rule, list);
    expect(found !== undefined).toBe(isIdle);
    // What is offered instead has an effect.
    if (found?.meant !== undefined) expect(whyPermissionRuleIsIdle(found.meant, list)).toBeUndefined();
  });
});
