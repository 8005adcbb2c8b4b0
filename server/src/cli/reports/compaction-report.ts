import { type LeftSkill, type LeftState, leftAfterCompaction } from '../../jobs/preview/left-after-compaction.ts';
import type { InvokedText } from '../../runtime/compaction/after-compaction.ts';
import { applyOutcomes } from '../../runtime/render/apply-outcomes.ts';
import type { Invocation, RenderReport } from './render-report.ts';

/** The output of `render --after-compaction --format json`. Keys may be added, never changed. */
export interface CompactionReport {
  readonly name: string;
  readonly state: LeftState;
  /** The message to the model about invoked skills; null if nothing is left of any. */
  readonly message: string | null;
  /** Where the lost part begins in the file, one-based; null unless the text is cut. */
  readonly cutAt: { readonly line: number; readonly column: number } | null;
  /** The newest first; this one is the last. */
  readonly skills: readonly LeftSkill[];
  /** The tokens that Claude Code counts for all that is left. */
  readonly tokens: number;
  /** One sentence each. */
  readonly notes: readonly string[];
}

/**
 * The rest of an invocation after `/compact`.
 *
 * @param newer the skills invoked after it, in this order
 */
export function compactionReport(
  { skill, rendering, outcomes }: Invocation,
  { aborted, notes }: RenderReport,
  newer: readonly InvokedText[],
): CompactionReport {
  const { document } = skill;
  const rendered = outcomes ? applyOutcomes(rendering, outcomes, document.runtime) : rendering;
  const left = leftAfterCompaction(
    {
      skill,
      ...rendered,
      bodyInFile: rendering.bodyInFile,
      isAborted: aborted !== null,
      isPending: outcomes === undefined && rendering.injections.length > 0,
    },
    newer,
  );
  const at = left.cut && document.lines.positionAt(left.cut.source);
  const cutAt = at ? { line: at.line + 1, column: at.character + 1 } : null;
  const where = cutAt ? [`The rest begins at line ${cutAt.line}, column ${cutAt.column} of the file`] : [];
  return {
    name: skill.name,
    state: left.state,
    message: left.message ?? null,
    cutAt,
    skills: left.skills,
    tokens: left.tokens,
    notes: [...left.explanation, ...where, ...notes],
  };
}
