import { expect, test } from 'vitest';
import { PackedFindings, type ReportedFinding } from '../../server/src/cli/reports/checks/check-report.ts';
import { rulePage } from '../../server/src/features/check/documented-rules.ts';

const file = '/work/.claude/skills/pdf/SKILL.md';

function findings(count: number): ReportedFinding[] {
  return Array.from({ length: count }, (_, line) => ({
    file,
    rule: 'link-broken',
    severity: line % 2 ? 'warning' : 'hint',
    message: `Not found: \`résumé-${line}-😀.md\``,
    range: { start: { line, character: 1 }, end: { line, character: 9 } },
    fix: 'none',
    docs: rulePage('link-broken'),
  }));
}

test.each([0, 1, 20, 2_000])('%i findings are unpacked as they were', (count) => {
  const packed = PackedFindings.pack(file, findings(count));
  expect(packed.all()).toEqual(findings(count));
  expect(packed.counts.warning + packed.counts.hint).toBe(count);
});
