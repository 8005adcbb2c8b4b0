import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import { lineEnd } from '../../../document/text/first-line.ts';
import { textRange } from '../../../document/text/text-range.ts';
import { offerEdit } from '../../edits/field-edits.ts';
import { showText } from '../../messages/show-value.ts';
import type { Report } from '../../rule.ts';
import { readFence } from './fence-lines.ts';

/** A longer stretch is text between two blocks. */
const MAX_LINES = 40;

/*
 * Marks that look like the end of a block and begin one, because what is around the block that they should end has ended it
 * or never let it begin.
 */

/** A block in a list, of which a line is less indented than the list: that ends the list and the block. */
export function endedByOutdent(document: SkillDocument, index: number): Report | 'not worth it' | undefined {
  const { lines, body } = document;
  const block = body.code[index]!;
  if (block.kind !== 'fence' || block.closed) return undefined;
  // What is between the two may look like code of other kinds.
  const next = body.code.slice(index + 1, index + 1 + MAX_LINES).find(({ kind }) => kind === 'fence');
  if (next?.info !== '') return undefined;
  const [first, last] = [lines.lineAt(block.range.start), lines.lineAt(next.range.start)];
  const indent = /^[ \t]+/.exec(lines.textOf(first))?.[0];
  const closing = readFence(document, last);
  if (
    !indent ||
    last - lines.lineAt(block.content.end) > MAX_LINES ||
    closing?.marks.start !== lines.startOf(last) + indent.length
  )
    return undefined;
  if (!lines.textOf(first).startsWith(indent + closing.fence)) return undefined;
  const inside = Array.from({ length: last - first - 1 }, (_, at) => first + 1 + at);
  const outdented = inside.filter((line) => lines.textOf(line).trim() !== '' && !lines.textOf(line).startsWith(indent));
  const [line] = outdented;
  if (line === undefined) return undefined;
  const range = textRange(lines.startOf(line), lines.startOf(line) + lines.textOf(line).trimEnd().length);
  const cause =
    'This line is not indented like the list item around it, so it ends the item and its code block, and the marks below it open another one';
  // To indent the line would change the string, and to move the block out of the list costs more than it gains.
  if (isInTemplate(document, block, lines.startOf(line))) return 'not worth it';
  const edits = outdented.map((it) => {
    const start = lines.startOf(it);
    const written = /^[ \t]*/.exec(lines.textOf(it))![0].length;
    return { range: textRange(start, start + written), newText: indent };
  });
  return {
    range,
    message: `${cause}. Indent it`,
    fixes: [{ title: 'Indent the lines of the code block', safe: false, edits }],
  };
}

/** Whether a line of JavaScript or TypeScript is in a string of several lines. */
function isInTemplate({ text }: SkillDocument, { content, info }: CodeRange, before: number): boolean {
  if (!/^(?:[jt]sx?|javascript|typescript|node)\b/i.test(info)) return false;
  return text.slice(content.start, before).split('`').length % 2 === 0;
}

/** Text, and the marks and the language of a block at its end. */
const marksAfterText = /^([^`~]*[^\s`~>])[ \t]*(`{3,}|~{3,})[a-z][\w+#.-]*[ \t]*$/i;

/** Longer lines are not read. */
const MAX_LINE = 500;

/** The beginning of a block that is on the same line as text, and so is none. */
export function gluedToText(document: SkillDocument, index: number): Report | undefined {
  const { text, lines, body } = document;
  const block = body.code[index]!;
  const last = lines.lineAt(block.range.start);
  const fence = readFence(document, last)?.fence;
  if (block.kind !== 'fence' || fence === undefined) return undefined;
  const earlier = body.code.slice(0, index).findLast(({ kind }) => kind === 'fence');
  const top = Math.max(
    last - MAX_LINES,
    lines.lineAt(document.bodyStart),
    earlier ? lines.lineAt(earlier.range.end) : 0,
  );
  for (let line = last - 1; line >= top && !readFence(document, line); line--) {
    const [, before, marks] = marksAfterText.exec(lines.textOf(line).slice(0, MAX_LINE)) ?? [];
    if (before === undefined || marks !== fence) continue;
    const at = text.indexOf(marks, lines.startOf(line) + before.length);
    return {
      range: textRange(at, lines.startOf(line) + lines.textOf(line).trimEnd().length),
      message: `Marks after text on the same line do not begin a code block, so those that should end it begin one. Put them on a line of their own${block.info === '' ? '' : `, and remove \`${block.info}\` after the marks at the end`}`,
      fixes: offerEdit('Put the marks on a line of their own', false, {
        range: textRange(lines.startOf(line) + before.length, at),
        newText: lineEnd(text).repeat(2),
      }),
    };
  }
  return undefined;
}

/** `<Good>` alone on a line. */
const tag = /^ {0,3}<\/?[A-Za-z][\w-]*(?:\s[^<>]{0,200})?>\s*$/;

/** A block directly after a tag: up to the next blank line, that is HTML and no code. */
export function hiddenByTag(document: SkillDocument, index: number): Report | undefined {
  const { text, lines, body } = document;
  const block = body.code[index]!;
  if (block.kind !== 'fence' || block.info !== '') return undefined;
  const last = lines.lineAt(block.range.start);
  const fence = readFence(document, last)?.fence;
  if (fence === undefined) return undefined;
  const top = Math.max(last - MAX_LINES, 1);
  let first = last - 1;
  while (first > top && !readFence(document, first)) first--;
  const start = readFence(document, first);
  if (start?.language === undefined || start.fence !== fence || !tag.test(lines.textOf(first - 1))) return undefined;
  const before = body.code[index - 1];
  if (before && before.range.end > start.marks.start) return undefined;
  const opened = lines.textOf(first - 1);
  const at = lines.startOf(first - 1);
  return {
    range: textRange(at + opened.search(/\S/), at + opened.trimEnd().length),
    message: `All lines from ${showText(opened)} to the next blank line are HTML, so the marks that should end the code block begin one. Add a blank line after ${showText(opened)}`,
    fixes: offerEdit('Add a blank line', false, {
      range: textRange(lines.startOf(first), lines.startOf(first)),
      newText: lineEnd(text),
    }),
  };
}
