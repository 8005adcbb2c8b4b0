import type { CodeRange, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { offerEdit } from '../edits/field-edits.ts';
import {
  isBlank,
  isIntroduced,
  looksLikeAnEnd,
  looksLikeAStart,
  readFence,
} from '../readings/code-blocks/fence-lines.ts';
import { findNestingBlock, mayHoldBlocks, type NestingBlock } from '../readings/code-blocks/nesting-blocks.ts';
import { endedByOutdent, gluedToText, hiddenByTag } from '../readings/code-blocks/swallowed-fences.ts';
import type { Report, Rule } from '../rule.ts';

export const fenceUnclosed: Rule = {
  id: 'fence-unclosed',
  level: 'hint',
  kinds: ['skill', 'command', 'agent'],
  needs: ['fence'],
  summary: 'A code block that is never closed, or whose closing line has a language and so does not close it',
  source: 'https://spec.commonmark.org/0.31.2/#fenced-code-blocks',
  check({ document }, report) {
    const { code } = document.body;
    for (let index = 0; index < code.length; index++) {
      const block = code[index]!;
      if (block.kind !== 'fence') continue;
      const swallowed = endedByOutdent(document, index) ?? hiddenByTag(document, index);
      if (swallowed === 'not worth it') return;
      if (swallowed) return report(swallowed);
      const holdsAnother = holdsMarks(document, block)
        ? (closedByNext(document, index) ?? languageAtEnd(document, block))
        : undefined;
      const fault = holdsAnother ?? neverClosed(document, block);
      if (!fault) continue;
      const nesting = findNestingBlock(document, code.slice(0, index + 1));
      // What comes later is only what this one makes of it.
      return report(gluedToText(document, index) ?? (nesting ? describeNesting(nesting) : fault));
    }
  },
};

/** Whether the content of a block has marks of fences: hardly any has. */
function holdsMarks({ text }: SkillDocument, { content }: CodeRange): boolean {
  const held = text.slice(content.start, content.end);
  return held.includes('```') || held.includes('~~~');
}

function describeNesting({ opening, closing, longer, languages }: NestingBlock): Report {
  const end = textRange(closing.marks.start, closing.language?.end ?? closing.marks.end);
  const edits = [
    ...[opening.marks, end].map((range) => ({ range, newText: longer })),
    ...languages.map((range) => ({ range, newText: '' })),
  ];
  const alone = closing.language ? ', without a language at its end' : '';
  return {
    range: opening.marks,
    message: `This code block holds another one with the same marks, which end it early, so the text after it is mixed up with code. Begin and end this one with ${longer.length} marks${alone}`,
    fixes: [{ title: `Use ${longer.length} marks outside`, safe: false, edits }],
  };
}

/** What opens a block: the marks of quotes and lists, the fence, and the rest of its line. */
const opening = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/;

/** What is written as an example of Markdown, and may well hold the first line of a block. */
const ofMarkdown = /^(?:md|mdx|markdown|prompt|template|rst|jinja2?|html)\b/i;

/**
 * A block without an end, up to the end of the next block: one line in it opens that one, as blocks do, and all later
 * blocks begin and end as blocks do. After a block in another one, they would not.
 */
function closedByNext(document: SkillDocument, index: number): Report | undefined {
  const { text, lines, body } = document;
  const { info, range, content, closed } = body.code[index]!;
  const fence = readFence(document, lines.lineAt(range.start));
  if (!closed || !fence || info.startsWith('!') || ofMarkdown.test(info)) return undefined;
  if (!text.slice(content.start, content.end).includes(fence.fence)) return undefined;
  let opened: number | undefined;
  for (const inside of startsIn(document, content)) {
    if (inside.fence !== fence.fence) continue;
    if (opened !== undefined) return undefined;
    opened = inside.line;
  }
  if (opened === undefined || !looksLikeAStart(lines, opened)) return undefined;
  const isSwapped = (block: CodeRange) =>
    block.kind === 'fence' &&
    (!block.closed || (block.info === '' && looksLikeAnEnd(lines, lines.lineAt(block.range.start))));
  if (body.code.slice(index + 1).some((block) => isSwapped(block) || languageAtEnd(document, block))) return undefined;
  const first = lines.lineAt(range.start);
  const mark = textRange(fence.marks.start, fence.language?.end ?? fence.marks.end);
  if (info === '' && looksLikeAnEnd(lines, first)) {
    if (isCausedBefore(document, range.start)) {
      return {
        range: mark,
        message:
          'This looks like the end of a code block, but opens one, so the text up to the end of the next block is code. Check the blocks before it',
      };
    }
    return {
      range: mark,
      message:
        'This looks like the end of a code block, but opens one, so the text up to the end of the next block is code. Remove the line, or check the block before it',
      fixes: offerEdit('Remove the line', false, {
        range: textRange(lines.startOf(first), lines.startOf(first + 1)),
        newText: '',
      }),
    };
  }
  if (mayHoldBlocks(info)) {
    return {
      range: mark,
      message: `This code block holds the beginning of another one with the same marks, whose end ends both. Close this one before it, or begin and end this one with ${fence.fence.length + 1} marks`,
    };
  }
  if (isBlank(lines, first + 1)) {
    return {
      range: mark,
      message:
        'This opens a code block that ends with the next one, so the text between them is code. Close it, or check the blocks before it',
    };
  }
  const end = text.slice(content.start, content.end).search(/\r?\n[ \t]*\r?\n/);
  const at = textRange(content.start + end, content.start + end);
  return {
    range: mark,
    message:
      'This code block is never closed, so it ends with the next one, and the text between them is code. Close it with a line of the same marks',
    fixes: offerEdit('Close the code block at its first blank line', false, {
      range: at,
      newText: `${lineEnd(text)}${' '.repeat(fence.marks.start - lines.startOf(first))}${fence.fence}`,
    }),
  };
}

/**
 * ```` ```bash ```` where the block should end. An example of Markdown has such a line, too, but the next line of marks
 * closes it.
 */
function languageAtEnd(document: SkillDocument, { info, range, content, closed }: CodeRange): Report | undefined {
  const { text, lines } = document;
  const first = lines.lineAt(range.start);
  const fence = opening.exec(lines.textOf(first))?.[2];
  if (info.startsWith('!') || fence === undefined || !text.slice(content.start, content.end).includes(fence)) {
    return undefined;
  }
  let likely: TextRange | undefined;
  const last = lines.lineAt(content.end);
  for (let line = lines.lineAt(content.start); line <= last; line++) {
    const written = readFence(document, line);
    if (written?.fence !== fence || written.language === undefined) continue;
    if (!likely && looksLikeAStart(lines, line)) continue;
    const isRepeated = text.slice(written.language.start, written.language.end) === info;
    if (isRepeated || likely || !closed) return describeLanguage(likely ?? written.language, document, first, fence);
    likely = written.language;
  }
  return undefined;
}

function describeLanguage(language: TextRange, document: SkillDocument, first: number, fence: string): Report {
  const edits = languagesAtEnds(document, first).map((range) => ({ range, newText: '' }));
  const title = edits.length > 1 ? `Remove the language from all ${edits.length} closing lines` : 'Remove the language';
  return {
    range: textRange(language.start - fence.length, language.end),
    message:
      'A line with a language does not close a code block, so the text after it is still code. Remove the language',
    fixes: edits.length > 0 ? [{ title, safe: false, edits }] : [],
  };
}

/**
 * The languages that would not be there if each block ended at the next line of its marks; none if that leaves a block
 * open, too.
 */
function languagesAtEnds(document: SkillDocument, first: number): TextRange[] {
  const found: TextRange[] = [];
  let open: string | undefined;
  for (let line = first; line < document.lines.count; line++) {
    const written = readFence(document, line);
    if (open === undefined) open = written?.fence ?? opening.exec(document.lines.textOf(line))?.[2];
    else if (written?.fence.startsWith(open)) {
      if (written.language) found.push(written.language);
      open = undefined;
    }
  }
  return open === undefined ? found : [];
}

function neverClosed(document: SkillDocument, { closed, content, range, info }: CodeRange): Report | undefined {
  const { text, lines, body } = document;
  const isLast = text.slice(range.end, body.range.end).trim() === '';
  // `injection-unclosed` reports a command.
  if (closed || !isLast || info.startsWith('!') || body.scanned.end < body.range.end) return undefined;
  const line = lines.lineAt(range.start);
  const match = opening.exec(lines.textOf(line));
  if (!match) return undefined;
  const [, before = '', fence = '', rest = ''] = match;
  const start = lines.startOf(line) + before.length;
  const mark = textRange(start, start + fence.length + rest.trimEnd().length);
  const isRemovable = before.trim() === '';
  if (text.slice(content.start, content.end).trim() === '') {
    const removed = textRange(lines.startOf(line), Math.max(range.end, lines.endOf(line)));
    return {
      range: mark,
      message: 'This opens a code block without content that is never closed. Remove it, or check the blocks before it',
      fixes: isRemovable ? offerEdit('Remove the line', false, { range: removed, newText: '' }) : [],
    };
  }
  const end = text.trimEnd().length;
  const closing = `${lineEnd(text)}${before.replace(/[^\s>]/g, ' ')}${fence}`;
  const close = offerEdit('Close the code block at the end', false, { range: textRange(end, end), newText: closing });
  const isBare = rest.trim() === '';
  if (isRemovable && isBare && looksLikeAnEnd(lines, line) && !isCausedBefore(document, range.start)) {
    const removed = textRange(lines.startOf(line), lines.startOf(line + 1));
    return {
      range: mark,
      message:
        'This looks like the end of a code block, but opens one that is never closed, so the rest of the file is code. Remove the line, or close the block',
      fixes: [...offerEdit('Remove the line', false, { range: removed, newText: '' }), ...close],
    };
  }
  if (isBare ? looksLikeAnEnd(lines, line) : isBlank(lines, line + 1) && !isIntroduced(lines, line)) {
    return {
      range: mark,
      message:
        'This opens a code block that is never closed, so the rest of the file is code. Close it, or check the blocks before it',
    };
  }
  return {
    range: mark,
    message: 'This code block is never closed, so the rest of the file is code. Close it with a line of the same marks',
    fixes: close,
  };
}

/** Whether a block before an offset holds a line that would open one, or has no end of its own. */
function isCausedBefore(document: SkillDocument, before: number): boolean {
  return document.body.code.some(({ kind, range, content, closed }) => {
    return kind === 'fence' && range.start < before && (!closed || !startsIn(document, content).next().done);
  });
}

/** The lines in a block that would open one: those with marks and a language. */
function* startsIn(document: SkillDocument, { start, end }: TextRange): Generator<{ line: number; fence: string }> {
  const { lines } = document;
  const last = lines.lineAt(end - 1);
  for (let line = lines.lineAt(start); line <= last; line++) {
    const found = readFence(document, line);
    if (found?.language) yield { line, fence: found.fence };
  }
}
