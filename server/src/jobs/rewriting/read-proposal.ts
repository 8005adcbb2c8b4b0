import { lineEndOf } from '../../document/text/line-end.ts';
import { textRange } from '../../document/text/text-range.ts';
import { EditedText } from '../../features/fixes/edited-text.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { TextEdit } from '../../rules/rule.ts';
import { originalOffsets, withLineFeeds } from './line-feeds.ts';

/** UTF-16 units of an answer. */
export const longestAnswer = 400_000;

/** Replacements in one answer. */
const mostReplacements = 100;

/** Characters that no editor shows, besides tabs and line feeds: a terminal might act on them. */
const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]/;

/** A file as an answer changes it. */
interface ReadProposal {
  readonly edits: readonly TextEdit[];
  /** The text with them. */
  readonly text: string;
}

/** A replacement as a model has written it. */
interface Replacement {
  readonly old: string;
  readonly now: string;
}

/**
 * Reads the replacements in an answer. Whatever else it says is ignored: it can name no file, and every replacement must
 * be of a text that is in this one exactly once. The problem is a sentence without a full stop.
 */
export function readProposal(answer: string, text: string, mark: string): ReadProposal | Refusal {
  if (answer.length > longestAnswer) return { problem: 'The answer is too long' };
  const replacements = replacementsIn(answer, mark);
  if (replacements.length === 0) return { problem: 'The answer has no replacement in the form that was asked for' };
  if (replacements.length > mostReplacements)
    return { problem: `The answer has more than ${mostReplacements} replacements` };
  const placed: TextEdit[] = [];
  const shown = withLineFeeds(text);
  for (const { old, now } of replacements) {
    const start = shown.indexOf(old);
    if (old === '' || start < 0)
      return { problem: `The answer replaces a text that is not in the file: ${begin(old)}` };
    if (shown.indexOf(old, start + 1) >= 0)
      return { problem: `The answer replaces a text that is in the file more than once: ${begin(old)}` };
    if (unseen.test(now)) return { problem: 'The answer has control characters' };
    placed.push(withoutEmptyLine({ range: textRange(start, start + old.length), newText: now }, shown));
  }
  placed.sort((a, b) => a.range.start - b.range.start);
  if (placed.some(({ range }, index) => range.start < (placed[index - 1]?.range.end ?? 0)))
    return { problem: 'The answer replaces a text twice' };
  const edited = new EditedText(text);
  edited.apply(inOriginal(placed, text));
  const edits = edited.editsOfOriginal();
  return edits.length === 0 ? { problem: 'The answer changes nothing' } : { edits, text: edited.text };
}

function replacementsIn(answer: string, mark: string): readonly Replacement[] {
  const found: Replacement[] = [];
  let at = 0;
  for (;;) {
    const old = contentOf('old', answer, mark, at);
    const now = old && contentOf('new', answer, mark, old.end);
    if (!now || found.length > mostReplacements) return found;
    found.push({ old: old.content, now: now.content });
    at = now.end;
  }
}

function contentOf(tag: string, answer: string, mark: string, from: number) {
  const [open, close] = [`<${tag}-${mark}>`, `</${tag}-${mark}>`];
  const start = answer.indexOf(open, from);
  const end = start < 0 ? -1 : answer.indexOf(close, start);
  if (end < 0) return undefined;
  const content = withLineFeeds(answer.slice(start + open.length, end))
    .replace(/^\n/, '')
    .replace(/\n$/, '');
  return { content, end: end + close.length };
}

/** Of lines that are deleted, no empty one is left. */
function withoutEmptyLine({ range, newText }: TextEdit, text: string): TextEdit {
  const isWholeLines = (range.start === 0 || text[range.start - 1] === '\n') && text[range.end] === '\n';
  return { newText, range: newText === '' && isWholeLines ? textRange(range.start, range.end + 1) : range };
}

/** @param edits of the text with line feeds, in its order */
function inOriginal(edits: readonly TextEdit[], text: string): readonly TextEdit[] {
  const original = originalOffsets(text);
  const lineEnd = lineEndOf(text);
  return edits.map(({ range, newText }) => ({
    range: textRange(original(range.start), original(range.end)),
    newText: newText.replaceAll('\n', lineEnd),
  }));
}

function begin(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
