import type { SkillDocument } from '../../../document/skill-document.ts';
import { letterExpression } from '../../../document/text/letter-expression.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** The word after the name, which is searched for quickly. */
const skillWord = /[ \t]skill\b(?![-\w])/gi;

/** "Use the ". */
const begins =
  /\b(?:us(?:e|es|ing)|invok(?:e|es|ing)|run(?:s|ning)?|load(?:s|ing)?|activat(?:e|es|ing)|call(?:s|ing)?|follow(?:s|ing)?|start(?:s|ing)?|consult(?:s|ing)?|delegat(?:e|es|ing) to|with|via|through|see)[ \t]+(?:the[ \t]+)?$/i;

/** A name with marks around it or hyphens in it. */
const named = letterExpression(
  String.raw`(?<=[ \t])(?:([\u0060"*]{1,3})\/?([\p{L}\p{N}_][\p{L}\p{N}_:-]{2,63})\1|([\p{L}\p{N}_]{1,30}(?:[-:][\p{L}\p{N}_]{1,30}){1,6}))$`,
  'u',
);

/** A name and the words around it are not longer. */
const MAX_BEFORE = 140;

/** A longer line is not read again for each name in it. */
const MAX_LINE = 4_000;

/** Such a sentence may be about a skill that is gone, invented, or somebody else's. */
const perhaps =
  /\b(?:no longer|not|never|renamed|removed|deprecated|former(?:ly)?|old|instead of|replaced|if|when available|available|installed|exists?|examples?|e\.g|such as|like|suppose|imagine|say|called|named|plugin)\b|n[’']t\b/i;

/** Where a text tells to use a skill by its name, outside of blocks of code and of comments. */
export function* startedSkills({ text, lines, body }: SkillDocument): Generator<{ name: string; range: TextRange }> {
  const prose = text.slice(body.range.start, body.scanned.end);
  const code = new LookupInOrder(body.code.filter(({ kind }) => kind !== 'span'));
  const comments = new LookupInOrder(body.comments.map((range) => ({ range })));
  for (const { index } of prose.matchAll(skillWord)) {
    const before = prose.slice(Math.max(0, index - MAX_BEFORE), index);
    const found = named(before).exec(before);
    if (!found || !begins.test(before.slice(0, found.index))) continue;
    const name = (found[2] ?? found[3])!;
    const start = body.range.start + index - before.length + before.lastIndexOf(name);
    const line = lines.lineAt(start);
    if (code.at(start) || comments.at(start) || lines.endOf(line) - lines.startOf(line) > MAX_LINE) continue;
    if (perhaps.test(lines.textOf(line))) continue;
    yield { name, range: textRange(start, start + name.length) };
  }
}
