import type { RuleContext } from '../../rule.ts';
import type { RuleId } from '../../rule-id.ts';

/** The rule that reports the folder of such copies. If it is off, they are checked like any other skill. */
export const copyNotLoaded: RuleId = 'copy-not-loaded';

/**
 * Whether a skill is only an edition of another one, which nobody loads from here. Who selects a target wants to know
 * what another product makes of it.
 */
export function isUnloadedCopy({ file, targets }: Pick<RuleContext, 'file' | 'targets'>): boolean {
  return file.copy !== undefined && file.inCatalog?.own === undefined && targets.size === 0;
}
