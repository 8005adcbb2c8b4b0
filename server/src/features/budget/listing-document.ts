import type { Catalog } from '../../catalog/catalog.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { WhatIf } from '../../protocol.ts';
import { listingChanges } from './budget-report.ts';

/** The introduction of the listing where it is not part of the Skill tool, as recorded. */
export const LISTING_HEADING = 'The following skills are available for use with the Skill tool:\n\n';

/**
 * The listing as the model sees it. A final note in brackets replaces what is not known here: the texts
 * of Claude Code's own skills.
 */
export function listingDocument(catalog: Catalog, whatIf: WhatIf | undefined): string {
  const { text, entries } = catalog.listing(listingChanges(whatIf));
  const bundled = entries.filter(({ skill }) => skill === undefined).map(({ name }) => name);
  if (text === '' && bundled.length === 0) return '[The model sees no skills.]\n';
  const remark =
    bundled.length > 0
      ? `[Claude Code also lists its own ${bundled.length === 1 ? 'skill' : `${bundled.length} skills`}: ${bundled.join(', ')}.]\n`
      : '';
  const lines = text === '' ? '' : `${text}\n`;
  return `${capabilities(catalog.runtime).listsSkillsInTool ? '' : LISTING_HEADING}${lines}${remark && lines && '\n'}${remark}`;
}
