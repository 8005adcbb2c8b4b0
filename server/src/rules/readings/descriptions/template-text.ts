import { templateFillers } from '../../../dialect/skill-templates.ts';
import type { Field } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** `{{SKILL_NAME}}` anywhere in a value. */
const namedBlank = /\{\{ *[A-Z][A-Z0-9_ -]*\}\}/;

/** A value that is only `{{…}}`, quoted or not: unquoted, YAML reads it as a mapping with a mapping for a key. */
const onlyBlank = /^(["']?|[|>][-+0-9]* *\r?\n\s*)(\{\{[^{}]*\}\})["']?\s*$/;

/** `TODO: describe the skill`, `TODO - describe it`, `[TODO: …]`, or the bare word. */
const reminder =
  /^(?:["'] *|[|>][-+0-9]* *\r?\n\s*)?(?:\[(?:TODO|FIXME):|(?:TODO|FIXME|TBD)(?::|[ \t]+[-–—](?=\s)|[ \t]+(?=(?:describe|fill|write)\b)|(?=["']?\s*$)))/;

/** The same after a sentence. */
const laterReminder = /(?<=[.!?]\s)(?:TODO|FIXME|TBD)(?::(?=\s)|[ \t]+[-–—](?=\s))/;

/** `[Insert what it does]` anywhere in a text. */
const invitation = /\[(?:insert|describe|enter|fill in|your|add (?:an?|the|your)) [^\]\n]{1,80}\](?!\()/i;

/** A text that only asks to be replaced, or calls itself a skill. */
const sayingNothing = wholly([
  '(?:an?|my|the|this is an?|this is my)? ?(?:(?:new|custom|own|first|awesome|cool|great|simple) )+(?:claude )?(?:skill|agent|subagent|(?:slash )?command)',
  '(?:(?:this|it) is )?(?:an?|my|the) (?:claude )?(?:skill|agent|subagent)',
  '(?:an? |my |the )?(?:test|example|sample|demo|dummy|untitled|unnamed) (?:skill|agent|subagent|command)',
  '(?:your|the|a|my|skill|insert|enter|add|put|write|short|brief|one-line) (?:\\w+ ){0,3}description(?: goes)? here',
  '(?:enter|insert|add|put|write) (?:an?|the|your) (?:\\w+ ){0,2}description',
  '(?:your|skill|agent|command|short|brief)? ?(?:skill |agent |command )?description(?: goes)?(?: here)?',
  '(?:an? |the )?(?:short |brief |one-line )?description of (?:(?:the|your|this|my) )?(?:skill|agent|command)',
  '(?:an? |the )?(?:short |brief |one-line )?description of what (?:your|this|the) (?:skill|agent|command) does(?: and when to use it)?',
  '(?:briefly )?describe (?:your|this|the|what (?:your|this|the)) (?:skill|agent|command)(?: here| does(?: here)?| does and when to use it)?',
  'what (?:your|this|the) (?:skill|agent|command) does(?:,? and when to use it)?',
  '<(?:[\\w-]+ ){0,4}[\\w-]+>',
  'lorem ipsum\\b[\\s\\S]*',
  'placeholder(?: text| description)?',
  '(?:wip|work in progress|change ?me|fill (?:me|this) in|x{3,}|\\.{2,}|…)',
]);

function wholly(texts: readonly string[]): RegExp {
  return new RegExp(`^(?:${texts.join('|')})[.!]?$`, 'i');
}

/** A value without a match has no blanks and no reminders: fast to search for. */
const blankOrReminder = /\{\{|TODO|FIXME|TBD/;

/** Fields with a text of the author's own. */
const ownTexts: ReadonlySet<string> = new Set(['description', 'when_to_use']);

/** Longer texts have content of their own. */
const MAX_LENGTH = 200;

/** A longer text says something, unless it is Latin. Preparing the expression for it takes milliseconds. */
const MAX_FILLER = 100;

/**
 * The part of a template that its user has not filled in: `{{NAME}}`, `TODO:` or `Your description here`. Undefined in a value that is filled in.
 *
 * Other findings about such a value should wait until it is filled in.
 */
export function findTemplateText(source: string, { key, value }: Field): TextRange | undefined {
  const { start, end } = value.range;
  const written = source.slice(start, end);
  const isMarked = blankOrReminder.test(written);
  if (!isMarked && !ownTexts.has(key)) return undefined;
  const only = isMarked ? onlyBlank.exec(written) : null;
  // A hint is for people and may well contain braces.
  if (only && !(key === 'argument-hint' && only[1]))
    return textRange(start + only[1]!.length, start + only[1]!.length + only[2]!.length);
  const named = isMarked ? namedBlank.exec(written) : null;
  if (named) return textRange(start + named.index, start + named.index + named[0].length);
  if (ownTexts.has(key)) {
    const filler = templateFillers.description.find((it) => written.includes(it));
    if (filler !== undefined)
      return textRange(start + written.indexOf(filler), start + written.indexOf(filler) + filler.length);
    const asked = invitation.exec(written) ?? (isMarked ? laterReminder.exec(written) : null);
    if (asked) return textRange(start + asked.index, start + asked.index + asked[0].length);
    const [, before = '', text = ''] = /^((?:["'] *|[|>][-+0-9]* *\r?\n\s*)?)([\s\S]*?)["']?\s*$/.exec(
      written.length > MAX_LENGTH ? '' : written,
    )!;
    if ((text.length <= MAX_FILLER || /^lorem /i.test(text)) && sayingNothing.test(text))
      return textRange(start + before.length, start + before.length + text.length);
  }
  const note = isMarked ? reminder.exec(written) : null;
  return note ? textRange(start + note[0].search(/[A-Z]/), start + note[0].trimEnd().length) : undefined;
}
