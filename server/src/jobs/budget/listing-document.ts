import type { Catalog } from '../../catalog/catalog.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { WhatIf } from '../../protocol.ts';
import { listingChanges } from './budget-report.ts';

/** The introduction of the listing where it is not part of the Skill tool, as recorded. */
export const LISTING_HEADING = 'The following skills are available for use with the Skill tool:\n\n';

/**
 * The listing as the model sees it. A final note in brackets replaces what is not known here: texts of Claude Code's own
 * skills that the installed one has not said.
 */
export function listingDocument(catalog: Catalog, whatIf: WhatIf | undefined): string {
  const { text, entries } = catalog.listing(listingChanges(whatIf));
  const { installed } = catalog.session;
  const bundled = entries.flatMap(({ skill, line }) => (skill || line === undefined ? [] : [line]));
  const missing = entries.flatMap(({ skill, name, line }) => (skill || line !== undefined ? [] : [name]));
  const lines = [...(text === '' ? [] : [text]), ...bundled].map((line) => `${line}\n`).join('');
  if (lines === '' && missing.length === 0) return '[The model sees no skills.]\n';
  const remark = missing.length > 0 ? `${missingNote(missing, installed !== undefined)}\n` : '';
  return `${capabilities(catalog.runtime).listsSkillsInTool ? '' : LISTING_HEADING}${lines}${remark && lines && '\n'}${remark}`;
}

function missingNote(names: readonly string[], isAsked: boolean): string {
  const entries = names.length === 1 ? 'the entry of a skill' : `the entries of ${names.length} skills`;
  const how = isAsked
    ? 'The installed Claude Code did not say their texts.'
    : '“Ask Claude Code” reads them from the installed Claude Code.';
  return `[Missing here: ${entries} of Claude Code itself (${names.join(', ')}). ${how}]`;
}
