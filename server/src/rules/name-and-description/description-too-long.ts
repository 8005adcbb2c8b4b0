import { fallbackDescription } from '../../catalog/facts/fallback-description.ts';
import { listingEntry } from '../../catalog/listing/listing-entry.ts';
import { listingTextCap } from '../../catalog/listing/written-length.ts';
import { readLooseText, readText } from '../../dialect/coercion.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { once } from '../../platform/once.ts';
import { selectedTargets, titlesOf } from '../messages/refusals.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const descriptionTooLong: Rule = {
  id: 'description-too-long',
  level: 'warning',
  kinds: ['skill', 'command'],
  needsWriter: true,
  summary: 'A description, including `when_to_use`, that the listing truncates',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const fields = ownFields(context);
    if (!fields) return;
    const refused = findRefused(fields.get('description'), context);
    if (refused) report(refused);
    const cut = findCut(fields, context);
    // Shortening the description for the target shortens it for the listing, too.
    if (cut && !(refused && cut.range.start <= refused.range.end && refused.range.start <= cut.range.end)) report(cut);
  },
};

/** A description that a selected target does not accept. */
function findRefused(field: Field | undefined, context: RuleContext): Report | undefined {
  if (context.file.kind !== 'skill' || field?.value.kind !== 'scalar' || typeof field.value.value !== 'string') {
    return undefined;
  }
  const characters = [...field.value.value.trimEnd()];
  const tooLongFor = selectedTargets(
    context,
    ({ description: { maxLength } }) => maxLength !== undefined && characters.length > maxLength,
  );
  if (tooLongFor.length === 0) return undefined;
  const limit = Math.min(...tooLongFor.map(({ description }) => description.maxLength!));
  const start = characters.slice(0, limit).join('').length;
  return {
    range: rangeInValue(context.document.text, field.value, start, field.value.value.length),
    message: `The \`description\` is ${countInWords(characters.length - limit)} over the limit of ${titlesOf(tooLongFor)}, which is ${limit}. Shorten it`,
  };
}

/** The part that Claude Code leaves out of the listing. */
function findCut(fields: ReadonlyMap<string, Field>, { document, file }: RuleContext): Report | undefined {
  const listed = file.inCatalog?.own?.listed;
  const cap = listed === undefined ? listingTextCap(document.runtime) : listed.textCap;
  const whole = listingEntry(document, file.folderName, Number.POSITIVE_INFINITY)?.text;
  if (cap === undefined || whole === undefined || whole.length <= cap) return undefined;
  const shown = whole.slice(0, cap - 1);
  const place = placeOfCut(document, shown, fields.get('description'), fields.get('when_to_use'));
  if (!place) return undefined;
  const lost = whole.length + (listed?.added ?? 0) - shown.length;
  const together = fields.has('when_to_use')
    ? 'The `description` and `when_to_use` together are'
    : 'The `description` is';
  return {
    range: place.range,
    message: `${together} longer than the ${cap} characters that the listing shows: the model never sees the last ${lost}, after “…${lastWords(shown)}…”. Shorten it, or put the most important part first`,
    ...(place.leftOut && { related: [{ range: place.leftOut, message: 'This is omitted completely' }] }),
  };
}

interface CutPosition {
  /** From the first omitted character to the end of its field. */
  readonly range: TextRange;
  /** A field that is not shown at all. */
  readonly leftOut?: TextRange;
}

function placeOfCut(
  document: SkillDocument,
  shown: string,
  description: Field | undefined,
  whenToUse: Field | undefined,
): CutPosition | undefined {
  const text = readText(description?.value, document.runtime) ?? fallbackDescription(document);
  const reached = align(shown, 0, text);
  if (description && (!reached || reached.inText < text.length)) {
    const range = rangeFrom(document.text, description, reached?.inText);
    return { range, ...(whenToUse && { leftOut: whenToUse.value.range }) };
  }
  if (!whenToUse) return undefined;
  const start = reached && shown.indexOf('-', reached.inListing) + 1;
  const continued = start ? align(shown, start, readLooseText(whenToUse.value, document.runtime) ?? '') : undefined;
  return { range: rangeFrom(document.text, whenToUse, continued?.inText) };
}

/** From a position in the field's text to its end; the whole value if the position is not known. */
function rangeFrom(source: string, { value }: Field, start: number | undefined): TextRange {
  if (start === undefined || value.kind !== 'scalar' || typeof value.value !== 'string') return value.range;
  return rangeInValue(source, value, start, value.value.length);
}

/** Characters that the listing may have replaced by a space or dropped. */
const invisible = once(() => /[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);

/**
 * Aligns the listing's text, from an offset on, with a field's until one of them ends. Undefined if they differ, as
 * with terminal colors.
 */
function align(
  listing: string,
  from: number,
  text: string,
): { readonly inListing: number; readonly inText: number } | undefined {
  let inListing = from;
  let inText = 0;
  for (;;) {
    while (inText < text.length && invisible().test(text.charAt(inText))) inText++;
    if (inText === text.length) return { inListing, inText };
    while (inListing < listing.length && invisible().test(listing.charAt(inListing))) inListing++;
    const unit = text.charAt(inText);
    const written = unit === '<' ? '&lt;' : unit === '>' ? '&gt;' : unit;
    // The cut may be inside an escaped bracket.
    if (written.startsWith(listing.slice(inListing, inListing + written.length))) {
      if (listing.length - inListing < written.length) return { inListing, inText };
    } else {
      return undefined;
    }
    inListing += written.length;
    inText++;
  }
}

function countInWords(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function lastWords(text: string): string {
  return text.slice(-40).replace(/^\S*\s+/, '');
}
