import { templateFillers } from '../../../dialect/skill-templates.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { oncePer } from '../../../platform/once.ts';

/** `TODO: say what to check`, `TODO - check it`, `[TODO: …]` or the bare word, at the beginning of a line. */
const reminder =
  /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?(?:\*\*|__)?(\[(?:TODO|FIXME|TBD)\b[^\]\r\n]{0,200}\](?!\()|(?:TODO|FIXME|TBD)(?:(?:\*\*|__)?:(?=\s|\*|_|$)|[ \t]+[-–—](?=[ \t])|(?=(?:\*\*|__)?[ \t]*\r?$)))/gm;

/** `[Insert the steps]`, `[Your instructions here]` */
const invitation =
  /(?<![\w\]!])\[(?:insert (?!mode\b)[^\]\r\n]{1,80}|(?:your|add|describe|enter|put|write|fill in) [^\]\r\n]{1,80} here)\](?![([:])/gi;

/** Texts about templates, and those with a form for the answer, have parts that the model fills in. */
const aboutTemplates =
  /\b(?:templates?|placeholders?|boilerplate|scaffold\w*|skeletons?|formats?|formatted|forms?|fill(?:s|ed|ing)? (?:in|out)|replace|substitute|structure|example|output|respond|reply|report)\b/i;

/** Texts about such notes have them as examples. */
const aboutReminders =
  /\b(?:TODO|FIXME|TBD)s\b|\b(?:TODO|FIXME|TBD)\W{1,3}(?:comments?|items?|lists?|markers?|notes?|tags?|tracking)\b|\b(?:TODO|FIXME|TBD)\/|\/(?:TODO|FIXME|TBD)\b/;

/** Of more, nobody needs to be told. */
const MAX_FOUND = 100;

/**
 * The parts of a template in a body that its author has not filled in. Omits code, quotations, tables and comments, where texts show
 * templates to the model.
 */
export const bodyTemplateText = oncePer((document: SkillDocument): readonly TextRange[] => {
  const { text, body } = document;
  const whole = text.slice(body.range.start, body.scanned.end);
  const found: TextRange[] = [];
  const add = (start: number, length: number) => found.push(textRange(start, start + length)) < MAX_FOUND;
  if (/TODO|FIXME|TBD/.test(whole) && !aboutReminders.test(whole)) {
    for (const { 0: line, 1: written = '', index } of whole.matchAll(reminder)) {
      if (!add(body.range.start + index + line.length - written.length, written.length)) break;
    }
  }
  if (/\[(?:insert|your|add|describe|enter|put|write|fill in) /i.test(whole) && !aboutTemplates.test(whole)) {
    for (const { 0: written, index } of whole.matchAll(invitation)) {
      if (!add(body.range.start + index, written.length)) break;
    }
  }
  for (const filler of templateFillers.body) {
    const index = whole.indexOf(filler);
    if (index >= 0) add(body.range.start + index, filler.length);
  }
  if (found.length === 0) return found;
  const code = new LookupInOrder(body.code);
  const comments = new LookupInOrder(body.comments.map((range) => ({ range })));
  return found
    .sort((a, b) => a.start - b.start)
    .filter(({ start }) => !code.at(start) && !comments.at(start) && !isQuotedOrRow(document, start));
});

/** Whether a line is quoted, in a quotation, or a row of a table. */
function isQuotedOrRow({ text, lines }: SkillDocument, offset: number): boolean {
  const line = lines.lineAt(offset);
  const before = text.slice(lines.startOf(line), offset);
  if (/^\s*[>|]/.test(before)) return true;
  return (before.match(/["“”]/g)?.length ?? 0) % 2 === 1;
}
