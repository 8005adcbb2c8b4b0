import type { Field } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text-range.ts';

/** `{{SKILL_NAME}}` anywhere in a value. */
const namedBlank = /\{\{ *[A-Z][A-Z0-9_ -]*\}\}/;

/** A value that is only `{{…}}`, quoted or not: unquoted, YAML reads it as a mapping with a mapping for a key. */
const onlyBlank = /^(["']?)(\{\{[^{}]*\}\})\1$/;

/** `TODO: describe the skill`, `[TODO: …]`, or the bare word. */
const reminder = /^(?:["'] *|[|>][-+0-9]* *\r?\n\s*)?(?:\[(?:TODO|FIXME):|(?:TODO|FIXME|TBD)(?::|(?=["']?\s*$)))/;

/**
 * What a template left for its user to fill in: `{{NAME}}` or `TODO:`. Undefined in a value that is filled in.
 *
 * Other findings about such a value should wait until it is filled in.
 */
export function findTemplateText(source: string, { key, value }: Field): TextRange | undefined {
  const { start, end } = value.range;
  const written = source.slice(start, end);
  const only = onlyBlank.exec(written);
  // A hint is for people and may well contain braces.
  if (only && !(key === 'argument-hint' && only[1]))
    return textRange(start + only[1]!.length, start + only[1]!.length + only[2]!.length);
  const named = namedBlank.exec(written);
  if (named) return textRange(start + named.index, start + named.index + named[0].length);
  const note = reminder.exec(written);
  return note ? textRange(start + note[0].search(/[A-Z]/), start + note[0].length) : undefined;
}
