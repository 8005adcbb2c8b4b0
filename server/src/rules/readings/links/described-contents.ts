import type { SkillDocument } from '../../../document/skill-document.ts';
import { letterExpression } from '../../../document/text/letter-expression.ts';
import type { TextRange } from '../../../document/text/text-range.ts';

/** Longer lines are read as far as this. */
const maxLength = 1_000;

const otherFile = /\[[^\]]{0,300}\]\(|`[^`]{0,300}\.md`/;
const otherFiles = /\[[^\]]{0,300}\]\([^)]{0,300}\)|`[^`]{0,300}\.md`/g;
const listItem = /^\s*(?:[-*+]|\d+[.)])\s/;

/** How many topics of a file the text around its mention names. */
export function countTopics(document: SkillDocument, mention: TextRange): number {
  return Math.max(...descriptionsOf(document, mention).map(topicsIn));
}

/** As "For details" does. */
const tellsNothing =
  /\b(?:for|with|has|contains|the|and|a|more|further|full|complete|all|additional|detailed?s?|information|instructions|reference|documentation|examples?|guidance|list|explanations?|see|read|it|this|here)\b/gi;

const longWord = letterExpression(String.raw`\p{L}{3,}`, 'gu');

/** Whether the text around a mention of a file says, in a few words, what it is about. */
export function isDescribed(document: SkillDocument, mention: TextRange): boolean {
  return descriptionsOf(document, mention).some((text) => {
    const [sentence = ''] = text.replace(otherFiles, '').split(/[.!?](?:\s|$)/);
    const telling = sentence.replace(tellsNothing, '');
    return (telling.match(longWord(telling))?.length ?? 0) >= MIN_WORDS;
  });
}

const MIN_WORDS = 2;

/** The named sections that make a table of contents in the file itself needless. */
const MIN_SECTIONS = 3;

/** Further ones are not compared. */
const max = { mentions: 20, sections: 200 };

/** Whether the texts around the mentions of a file name its sections, or lead to them. */
export function namesSections(
  document: SkillDocument,
  mentions: readonly TextRange[],
  [, ...sections]: readonly string[],
): boolean {
  const links = new Set(
    mentions.map(({ start, end }) => document.text.slice(start, end)).filter((it) => it.includes('#')),
  );
  if (links.size >= MIN_SECTIONS) return true;
  const texts = mentions.slice(0, max.mentions).flatMap((mention) => descriptionsOf(document, mention));
  const described = inWords(texts.join(' . '));
  const compared = sections.slice(0, max.sections).map(inWords);
  const named = new Set(compared.filter((section) => section.length > 4 && described.includes(section)));
  return named.size >= MIN_SECTIONS;
}

const word = letterExpression(String.raw`[\p{L}\p{N}]+`, 'gu');

/** The words of a text in singular, with spaces around them. */
function inWords(text: string): string {
  const lower = text.toLowerCase();
  const words = lower.match(word(lower)) ?? [];
  return ` ${words.map((word) => word.replace(/s$/, '')).join(' ')} `;
}

/** Texts that may describe a file where it is mentioned: the cells of the row, or the text that follows. */
function descriptionsOf({ text, lines }: SkillDocument, mention: TextRange): readonly string[] {
  const line = lines.lineAt(mention.start);
  const written = lines.textOf(line).slice(0, maxLength);
  if (/^\s*\|/.test(written)) return written.split('|');
  const after = text
    .slice(mention.end, Math.min(lines.startOf(line) + written.length, text.length))
    .replace(/^[`)\]*_]+/, '');
  const rest = upToOtherFile(after);
  if (rest.length < after.length) return [rest];
  const introduces = /:[*_\s]*$/.test(rest);
  return [`${rest} ${goesOn({ lines }, line)}`, ...listBelow({ lines }, line, introduces)];
}

/**
 * The items of a list as one sentence: of one after the paragraph and `Covers:`, or directly after a line such as "See `x` for:".
 */
function listBelow({ lines }: Pick<SkillDocument, 'lines'>, line: number, introduces: boolean): readonly string[] {
  const read = (at: number) => (at < lines.count ? lines.textOf(at).slice(0, maxLength) : '');
  let at = read(line + 1).trim() === '' ? line + 2 : line + 1;
  if (!introduces && !/^\W{0,4}(?:covers|includes|contains|topics|sections|contents)\b.{0,60}:\W{0,4}$/i.test(read(at)))
    return [];
  if (!introduces) at += read(at + 1).trim() === '' ? 2 : 1;
  const items: string[] = [];
  for (; items.length < 20 && listItem.test(read(at)); at++) items.push(read(at).replace(/[.,;&+/]/g, ' '));
  return items.length === 0 ? [] : [items.join('; ')];
}

/** The next line, if it belongs to the same paragraph or is a list below the item. */
function goesOn({ lines }: Pick<SkillDocument, 'lines'>, line: number): string {
  if (line + 1 >= lines.count) return '';
  const [here, next] = [lines.textOf(line), lines.textOf(line + 1).slice(0, maxLength)];
  const isBelow = listItem.test(next) && indentOf(next) > indentOf(here);
  const isSameText = !listItem.test(next) && !/^\s*(?:$|#|>|\||`{3})/.test(next);
  return isBelow || isSameText ? upToOtherFile(next) : '';
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}

function upToOtherFile(text: string): string {
  const end = text.search(otherFile);
  return end < 0 ? text : text.slice(0, end);
}

/** In one sentence: `setup, teardown and cleanup`. */
function topicsIn(text: string): number {
  const [sentence = ''] = text
    .replace(/\bvs\./g, 'vs')
    .replace(otherFiles, '')
    .split(/[.!?](?:\s|$)/);
  return sentence.split(/[,;&+/]|\b(?:and|or|versus|vs)\b/).filter((topic) => /\p{L}/u.test(topic)).length;
}
