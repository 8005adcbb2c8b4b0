import type { RuleContext } from '../../rule.ts';
import type { RuleId } from '../../rule-id.ts';

/** The rule that reports the folder of such copies. If it is off, they are checked like any other skill. */
export const copyNotLoaded: RuleId = 'copy-not-loaded';

/**
 * Whether a skill is only an edition of another one, which nobody loads from here. Who selects a target wants to know
 * what another product makes of it.
 */
export function isUnloadedCopy(context: Pick<RuleContext, 'file' | 'targets'>): boolean {
  return context.file.copy !== undefined && isUnused(context);
}

/** Whether a file is in a folder of backups or data of tests, and nobody loads it from there. */
export function isSetAside(context: Pick<RuleContext, 'file' | 'targets'>): boolean {
  return context.file.setAside !== undefined && isUnused(context);
}

function isUnused({ file, targets }: Pick<RuleContext, 'file' | 'targets'>): boolean {
  return file.inCatalog?.own === undefined && targets.size === 0;
}
