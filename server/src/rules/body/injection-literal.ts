import { isCertainlyCommand } from '../../dialect/shell/shell-risks.ts';
import type { CodeRange } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const injectionLiteral: Rule = {
  id: 'injection-literal',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['exclamation-mark'],
  summary: 'A command that looks meant to run when the skill loads, but that Claude Code leaves as text',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  check(context, report) {
    for (const fence of context.document.body.code) {
      const literal = fence.kind === 'fence' && literalFence(context, fence);
      if (literal) report(literal);
    }
    for (const span of context.document.body.code) {
      const literal = span.kind === 'span' && literalSpan(context, span);
      if (literal) report(literal);
    }
    for (const finding of literalsInProse(context)) report(finding);
  },
};

/** Fence languages that may contain a command. */
const shellInfo = /^(?:bash|sh|shell|zsh|console|powershell|pwsh)?[ \t]*!$/i;

/** `` ```bash! ``, `` ``` ! ``, `~~~!`: the mark is there, but not directly after three backticks. */
function literalFence({ document }: RuleContext, { range, content, info, closed }: CodeRange): Report | undefined {
  const { text } = document;
  const command = text.slice(content.start, content.end);
  if (!closed || !shellInfo.test(info) || command.trim() === '') return undefined;
  const opening = /(`{3,}|~{3,})[^\r\n]*/.exec(text.slice(range.start, content.start));
  const closing = /(`{3,}|~{3,})[ \t]*$/.exec(text.slice(content.end, range.end));
  if (!opening || !closing || opening[0].includes('```!')) return undefined;
  const openingStart = range.start + opening.index;
  const closingStart = content.end + closing.index;
  const openingRange = textRange(openingStart, openingStart + opening[0].trimEnd().length);
  const edits = [
    { range: openingRange, newText: '```!' },
    { range: textRange(closingStart, closingStart + closing[1]!.length), newText: '```' },
  ];
  return {
    range: openingRange,
    message:
      'Claude Code runs a code fence only if `!` directly follows three backticks, so these commands stay as text',
    // Three backticks among the commands would end them.
    ...(!command.includes('```') && {
      fixes: [{ title: 'Open the code fence with three backticks and `!`', safe: false, edits }],
    }),
  };
}

/** Remarks on what users type, and other programs that run commands after `!`. */
const aboutTyping =
  /\b(?:type|types|typing|enter|press|prompt|input|notebooks?|jupyter|colab|ipython|cells?|history)\b/i;
const ofNotebooks = /^(?:pip3?|conda|apt(?:-get)?|wget|mamba|uv)\b/;

/** `` `!git status` ``, with the mark inside the backticks, where a value is expected. */
function literalSpan({ document }: RuleContext, { range, content }: CodeRange): Report | undefined {
  const { text, lines } = document;
  if (content.end - content.start > maxCommandLength || text[content.start] !== '!') return undefined;
  const command = text.slice(content.start + 1, content.end).trim();
  if (!/\s/.test(command) || command.includes('`') || ofNotebooks.test(command) || !isCertainlyCommand(command)) {
    return undefined;
  }
  const line = lines.lineAt(range.start);
  const start = lines.startOf(line);
  const before = text.slice(Math.max(start, range.start - 100), range.start);
  const after = text.slice(range.end, Math.min(range.end + 100, lines.endOf(line)));
  if (!mayBegin(before, true) || !/^[ \t]*[.|]?[ \t]*$/.test(after) || aboutTyping.test(before)) return undefined;
  return {
    range,
    message: `Claude Code runs a command only if \`!\` is before the first backtick, so \`${shortened(command)}\` stays as text`,
    fixes: [fix('Move `!` before the backtick', range, `!\`${command}\``)],
  };
}

/** A command in backticks, as it is written after a `!`. */
interface Written {
  /** The offset of the `!`. */
  readonly mark: number;
  /** The offset of the first backtick, and how many there are. */
  readonly open: number;
  readonly ticks: number;
  readonly end: number;
  readonly command: string;
}

/** How far the end of a command in two backticks is searched for, in UTF-16 units. */
const maxCommandLength = 2000;

function* literalsInProse({ document }: RuleContext): Generator<Report> {
  const { text, body } = document;
  const injections = new LookupInOrder(body.injections);
  const ends = new Set(body.injections.map(({ range }) => range.end));
  const code = new LookupInOrder(body.code);
  const comments = new LookupInOrder(body.comments.map((range) => ({ range })));
  let endOfLast = -1;
  for (let mark = text.indexOf('!', body.range.start); mark >= 0; mark = text.indexOf('!', mark + 1)) {
    if (mark >= body.range.end || mark < endOfLast) continue;
    const written = writtenAt(text, mark, body.range.end);
    if (!written || injections.at(mark) || code.at(mark) || comments.at(mark)) continue;
    const found = literal(written, text, body.range.start, endOfLast === mark || ends.has(mark));
    if (!found) continue;
    endOfLast = written.end;
    yield found;
  }
}

function writtenAt(text: string, mark: number, bodyEnd: number): Written | undefined {
  const open = text[mark + 1] === ' ' ? mark + 2 : mark + 1;
  if (text[open] !== '`') return undefined;
  const ticks = text[open + 1] === '`' ? 2 : 1;
  if (ticks === 2 && text[open + 2] === '`') return undefined;
  const start = open + ticks;
  const limit = Math.min(bodyEnd, ticks === 1 ? bodyEnd : start + maxCommandLength);
  const close = ticks === 1 ? text.indexOf('`', start) : text.slice(start, limit).search(/(?<!`)``(?!`)/) + start;
  if (close < start || close >= limit) return undefined;
  const command = text.slice(start, close);
  if (command.trim() === '' || /\n\s*\n/.test(command)) return undefined;
  return { mark, open, ticks, end: close + ticks, command };
}

function literal(written: Written, text: string, bodyStart: number, isSecond: boolean): Report | undefined {
  const { mark, open, ticks, end, command } = written;
  const range = textRange(mark, end);
  const before = text.slice(Math.max(bodyStart, mark - 100), mark);
  const last = /\s$|^$/.test(before) ? '' : Array.from(before.slice(-2)).at(-1)!;
  const inWords = `\`${shortened(command)}\``;
  if (open > mark + 1 || ticks === 2) {
    if (!mayBegin(before, open > mark + 1) || !isCertainlyCommand(command)) return undefined;
    const newText = `!\`${command.trim()}\``;
    const wrong = ticks === 2 ? 'one backtick on each side' : 'no space between `!` and the backtick';
    return {
      range,
      message: `Claude Code runs a command only with ${wrong}, so ${inWords} stays as text`,
      ...(!command.includes('`') && { fixes: [fix('Write it as a command', range, newText)] }),
    };
  }
  if (isSecond) return unseparated(range, inWords, 'Two commands need whitespace between them');
  if (last === '' || !isMeant(before, last, command)) return undefined;
  if (last === '!') {
    return {
      range: textRange(mark - 1, end),
      message: `Claude Code runs a command only after a single \`!\`, so ${inWords} stays as text`,
      fixes: [fix('Remove one `!`', textRange(mark - 1, mark), '')],
    };
  }
  return unseparated(range, inWords, 'The `!` of a command needs whitespace before it');
}

function unseparated(range: Report['range'], inWords: string, why: string): Report {
  const start = textRange(range.start, range.start);
  return {
    range,
    message: `${why}, so ${inWords} stays as text`,
    fixes: [fix('Insert a space before `!`', start, ' ')],
  };
}

function fix(title: string, range: Report['range'], newText: string) {
  return { title, safe: false, edits: [{ range, newText }] };
}

/** Whether the text directly before the `!` allows no other meaning than a command. */
function isMeant(before: string, last: string, command: string): boolean {
  // An exclamation may end a word or a sentence, and `\!` is meant as text.
  if (/[\p{L}\p{N}_\\]/u.test(last)) return false;
  if (/(?:^|[\s"'(])[A-Z][A-Z\d_]*=$/.test(before)) return true;
  if (!isCertainlyCommand(command)) return false;
  if (last === '!') return /(?:^|\s)!$/.test(before);
  if (last === '`') return /\s/.test(command.trim());
  // After a closing mark, it may still be the end of an exclamation: `**Stop**!`, `(wait)!`.
  if (/[*_~"'”’)\]}]/.test(last)) return opens(before);
  return !/[.?…]/.test(last);
}

/** Whether the marks at the end of a text open something rather than close it. */
function opens(before: string): boolean {
  return /(?:^|[\s:：=(])[*_~"']+$|[:：=][*_~"'”’)\]}]+$/.test(before);
}

/** Where `! ` is not an exclamation but the beginning of a line, a list item, or the text after a colon. */
function mayBegin(before: string, spaced: boolean): boolean {
  if (/(?:^|\n)[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+|\|[ \t]*)?$/.test(before)) return true;
  return spaced ? /[:：=][*_]*[ \t]*$/.test(before) : /(?:^|[\s:：=(|])$/.test(before);
}

function shortened(command: string): string {
  const line = command.trim().replace(/\s+/g, ' ');
  return line.length > 40 ? `${Array.from(line.slice(0, 40)).slice(0, -1).join('')}…` : line;
}
