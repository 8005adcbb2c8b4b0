import type { Catalog } from '../../catalog/catalog.ts';
import type { WhatIf } from '../../protocol.ts';
import { listingChanges } from './budget-report.ts';

/** How the latest release introduces the listing. Seen with 2.1.329. */
const heading = 'The following skills are available for use with the Skill tool:\n\n';

/**
 * The listing as the model sees it. A last remark in brackets says what follows there but is not ours to know: the texts
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
  return `${catalog.runtime === 'claude-code' ? heading : ''}${lines}${remark && lines && '\n'}${remark}`;
}
