import type { EvaluationResult, ResultCase } from './evaluation-result.ts';
import { roleOf } from './evaluation-result.ts';
import { modelOfCase } from './model-of-case.ts';

/** The arm of what an old version did. */
export const oldArm = 'old';

/**
 * A result with an earlier one beside it: the runs of the earlier one that had the plugin or skill become an arm of their
 * own. Cases that only the earlier one has are left out, because there is nothing to compare them with. A note says if
 * the model differs, because then the version is not the only difference.
 */
export function withOldVersion(now: EvaluationResult, then: EvaluationResult): EvaluationResult {
  const models = new Set<string>();
  const cases = now.cases.map((it): ResultCase => {
    const before = then.cases.find((other) => isSameCase(it, other));
    const model = before && modelOfCase(then, before);
    if (before && model !== modelOfCase(now, it)) models.add(model ?? 'the default');
    const runs = before?.runs.filter(({ arm }) => roleOf(arm) === 'with') ?? [];
    return {
      ...it,
      runs: [...it.runs.filter(({ arm }) => arm !== oldArm), ...runs.map((run) => ({ ...run, arm: oldArm }))],
    };
  });
  if (models.size === 0) return { ...now, cases };
  const note = `The old version was run with another model: ${[...models].join(', ')}`;
  return { ...now, cases, notes: [...now.notes, note] };
}

export function isSameCase(a: ResultCase, b: ResultCase): boolean {
  if (a.folder !== undefined && b.folder !== undefined) return a.folder === b.folder;
  if (a.id !== undefined && b.id !== undefined) return String(a.id) === String(b.id);
  return a.name === b.name;
}
