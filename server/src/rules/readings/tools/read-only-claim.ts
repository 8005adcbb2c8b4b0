import type { SkillDocument } from '../../../document/skill-document.ts';
import { LookupInOrder } from '../../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

const never = "(?:never|does not|doesn[’']t|do not|will not|won[’']t|must not|may not|cannot|can[’']t)(?: ever)?";
const change = '(?:writes?|edits?|modif(?:y|ies)|changes?|touch(?:es)?)';
/** A sentence about the whole skill or agent, not about one step of it. */
const claim = new RegExp(
  `\\b(?:[Tt]his (?:skill|command|agent|subagent)|[Yy]ou) (?:(?:is|are) (?:strictly |purely |completely |entirely |fully |always )?read[- ]only\\b(?! (?:the|that|this|files?)\\b)|(?:only|just) reads\\b|${never} ${change}(?: or ${change})? (?:to )?(?:anything|any (?:files?|code)|(?:the |your )?files|(?:the |your )?code)\\b)[^.\\n]{0,200}`,
  'g',
);

/** Words that limit such a sentence. */
const limited =
  /\b(?:except|unless|other than|apart from|aside from|besides|until|but|beyond|outside|before|after|if|when|while|during|step|phase|stage|mode|directly|yourself|without|target|audited)\b/i;

/** A text that also tells to write a file uses the tool for that. */
const writes =
  /\b(?:writ(?:e|es|ing|ten)|sav(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|edit(?:s|ing)?|updat(?:e|es|ing)|append(?:s|ing)?|creat(?:e|es|ing)|generat(?:e|es|ing)|appl(?:y|ies)|fix(?:es)?|outputs?)\b[^.\n]{0,60}(?:\bfiles?\b|\breports?\b|\bfolder\b|\bdirectory\b|\bdisk\b|\bdocuments?\b|\bpatch(?:es)?\b|\.\w{2,4}\b|`)/i;

/** Where a text says that it never changes a file; undefined if it does not, or also says what it writes. */
export function readOnlyClaim({ text, body, frontmatter }: SkillDocument): TextRange | undefined {
  const description = frontmatter.fields.get('description')?.value.range;
  const places = [...(description ? [description] : []), textRange(body.range.start, body.scanned.end)];
  const found = places.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(claim)].map(({ 0: written, index }) =>
      textRange(start + index, start + index + written.length),
    ),
  );
  const code = new LookupInOrder(body.code);
  const certain = found.find(({ start, end }) => !limited.test(text.slice(start, end)) && !code.at(start));
  if (!certain) return undefined;
  const rest = `${text.slice(body.range.start, certain.start)}\n${text.slice(Math.max(certain.end, body.range.start), body.scanned.end)}`;
  return writes.test(rest) ? undefined : certain;
}
