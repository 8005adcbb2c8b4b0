import { fallbackDescription } from '../../../catalog/facts/fallback-description.ts';
import { visibleText } from '../../../catalog/facts/visible-text.ts';
import { listingEntry } from '../../../catalog/listing/listing-entry.ts';
import { readFlag, readLooseText } from '../../../dialect/coercion.ts';
import { MAX_FALLBACK_DESCRIPTION } from '../../../dialect/limits.ts';
import { selectedTargets, titlesOf } from '../../messages/refusals.ts';
import type { RuleContext } from '../../rule.ts';

/**
 * The consequence of a missing description, as a clause; undefined if there is none.
 */
export function withoutDescription(context: RuleContext): string | undefined {
  const { document, file } = context;
  const { runtime } = document;
  const { fields } = document.frontmatter;
  const requiring = selectedTargets(context, ({ description }) => file.kind === 'skill' && description.required);
  if (readFlag(fields.get('disable-model-invocation')?.value, runtime)?.value) {
    return requiring.length === 0 ? undefined : `it is rejected by ${titlesOf(requiring)}`;
  }
  const whenToUse = readLooseText(fields.get('when_to_use')?.value, runtime);
  const entry = listingEntry(document, file.folderName, Infinity);
  const isUnlisted = entry === undefined || (file.place === 'plugin' && whenToUse === undefined);
  if (file.kind === 'skill' && isUnlisted) return 'Claude Code does not list the skill, so the model never chooses it';
  const fallback = visibleText(fallbackDescription(document, file.kind, file.place === 'plugin'));
  return whenToUse === undefined
    ? `the model has only “${fallback}”, which Claude Code takes from the body, to choose it by`
    : `the model has “${fallback}”, which Claude Code takes from the body, and \`when_to_use\` to choose it by`;
}

/** Whether Claude Code does not list a plugin's skill because no text is written for its listing. */
export function isUnlistedInPlugin({ document, file }: RuleContext): boolean {
  const { runtime, frontmatter } = document;
  const { fields } = frontmatter;
  return (
    file.kind === 'skill' &&
    file.place === 'plugin' &&
    readLooseText(fields.get('when_to_use')?.value, runtime) === undefined &&
    !readFlag(fields.get('disable-model-invocation')?.value, runtime)?.value
  );
}

/** A first draft of a description: the line that replaces it, or what one should say. */
export function firstDescription({ document }: RuleContext): string {
  const line = fallbackDescription(document);
  const isProse = /^\p{L}.*\s/u.test(line) && line.length < MAX_FALLBACK_DESCRIPTION;
  return isProse ? line : 'What it does. Use when the user asks for it.';
}
