import { TARGETS } from '../../../server/src/dialect/targets.ts';
import { toDiagnostics } from '../../../server/src/features/check/diagnostics.ts';
import { fixAll } from '../../../server/src/features/fixes/fix-all.ts';
import { rules } from '../../../server/src/rules/index.ts';
import type { Finding, Fix } from '../../../server/src/rules/rule.ts';
import { applyFix, check } from '../../unit/rules/expect-findings.ts';
import { type FuzzInput, type FuzzTarget, hold, holdEqual } from '../fuzz-input.ts';
import { makeFile } from '../inputs/make-input.ts';
import { holdLspRange, holdRange } from './ranges.ts';

const allTargets = TARGETS.map(({ id }) => id);
/** Rules that are silent unless asked for run too. */
const everyRule = Object.fromEntries(
  rules.filter(({ level }) => level === 'off').map(({ id }) => [id, 'hint'] as const),
);

/** Checks as a project does, or with every rule and target there is. */
export function checkInput({ text, path, runtime, cursor }: FuzzInput): ReturnType<typeof check> {
  const everything = cursor % 2 === 0;
  return check(text, { path, runtime, ...(everything && { targets: allTargets, levels: everyRule }) });
}

/** Checking a text with every rule. */
export const rulesTarget: FuzzTarget = {
  name: 'rules',
  share: 20,
  make: (random, seeds) => makeFile(random, seeds),
  check(input) {
    const { text } = input;
    const { findings, document } = checkInput(input);
    let start = 0;
    for (const finding of findings) {
      holdRange(text, finding.range, finding.rule);
      hold(finding.range.start >= start, `${finding.rule} is not in the order of the text`);
      start = finding.range.start;
      hold(finding.message.trim() !== '', `${finding.rule} says nothing`);
      for (const { range, path } of finding.related ?? [])
        if (!path) holdRange(text, range, `related to ${finding.rule}`);
      for (const fix of finding.fixes ?? []) holdFix(text, finding, fix);
    }
    for (const { range, code } of toDiagnostics(findings, document, 'file:///a'))
      holdLspRange(document.lines, text, range, `diagnostic ${code}`);
    holdEqual(checkInput(input).findings, findings, 'the same text has the same findings');
  },
};

function holdFix(text: string, { rule }: Finding, fix: Fix): void {
  const { edits, title } = fix;
  const inOrder = edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let end = 0;
  for (const { range } of inOrder) {
    holdRange(text, range, `${rule}, “${title}”`);
    hold(range.start >= end, `${rule}, “${title}”: its edits overlap`);
    end = range.end;
  }
  hold(edits.length === 0 || applyFix(text, fix) !== text, `${rule}, “${title}” changes nothing`);
}

/** Fixing a text: once is enough, and a safe fix removes what it fixes. */
export const fixesTarget: FuzzTarget = {
  name: 'fixes',
  share: 15,
  make: (random, seeds) => makeFile(random, seeds),
  check(input) {
    const findingsIn = (text: string) => checkInput({ ...input, text }).findings;
    const findings = findingsIn(input.text);
    const once = fixAll(input.text, findingsIn);
    const twice = fixAll(once.text, findingsIn);
    holdEqual(twice.edits, [], `a second pass of all fixes changes ${JSON.stringify(once.text)}`);
    const safe = findings.flatMap((finding) =>
      (finding.fixes ?? [])
        .filter((fix) => fix.safe && !fix.rename && fix.edits.length > 0)
        .map((fix) => ({ finding, fix })),
    );
    // One of them, chosen by the cursor: to try each would take long.
    const chosen = safe[input.cursor % Math.max(1, safe.length)];
    if (!chosen) return;
    const { finding, fix } = chosen;
    const fixed = applyFix(input.text, fix);
    const same = (it: Finding) => it.rule === finding.rule && it.message === finding.message;
    const left = findingsIn(fixed).filter(same).length;
    hold(
      left < findings.filter(same).length,
      `${finding.rule}: “${fix.title}” leaves the finding in ${JSON.stringify(fixed.slice(0, 300))}`,
    );
  },
};
