import type { SkillDocument } from '../../../document/skill-document.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** "Use the `name` skill", with marks around the name or hyphens in it. */
const started =
  /\b(?:us(?:e|es|ing)|invok(?:e|es|ing)|run(?:s|ning)?|load(?:s|ing)?|activat(?:e|es|ing)|call(?:s|ing)?|follow(?:s|ing)?|start(?:s|ing)?|consult(?:s|ing)?|delegat(?:e|es|ing) to|with|via|through|see)[ \t]+(?:the[ \t]+)?(?:([`"*]{1,3})\/?([\p{L}\p{N}_][\p{L}\p{N}_:-]{2,63})\1|([\p{L}\p{N}_]{1,30}(?:[-:][\p{L}\p{N}_]{1,30}){1,6}))[ \t]+skill\b(?![-\w])/giu;

/** Such a sentence may be about a skill that is gone, invented, or somebody else's. */
const perhaps =
  /\b(?:no longer|not|never|renamed|removed|deprecated|former(?:ly)?|old|instead of|replaced|if|when available|available|installed|exists?|examples?|e\.g|such as|like|suppose|imagine|say|called|named|plugin)\b|n[’']t\b/i;

/** Where a text tells to use a skill by its name, outside of blocks of code and of comments. */
export function* startedSkills({ text, lines, body }: SkillDocument): Generator<{ name: string; range: TextRange }> {
  const prose = text.slice(body.range.start, body.scanned.end);
  if (!/ skill\b/.test(prose)) return;
  const code = new LookupInOrder(body.code.filter(({ kind }) => kind !== 'span'));
  const comments = new LookupInOrder(body.comments.map((range) => ({ range })));
  for (const { 0: written, 2: marked, 3: plain, index } of prose.matchAll(started)) {
    const name = (marked ?? plain)!;
    const start = body.range.start + index + written.lastIndexOf(name, written.length - ' skill'.length);
    if (code.at(start) || comments.at(start) || perhaps.test(lines.textOf(lines.lineAt(start)))) continue;
    yield { name, range: textRange(start, start + name.length) };
  }
}
