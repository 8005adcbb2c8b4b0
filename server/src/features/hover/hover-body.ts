import { locateMentions } from '../../document/markdown/file-mentions.ts';
import type { Injection, Placeholder } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { PreviewSubject } from '../../jobs/preview/preview-subject.ts';
import type { OpenFile } from '../check/open-file.ts';
import { markdown, ownMarkdown } from '../text/markdown-text.ts';
import type { HoveredFile, HoverText } from './hover-text.ts';
import { injectionText } from './injection-text.ts';
import { type PreviewedWords, placeholderText } from './placeholder-text.ts';

/** The known facts about an invocation of the file; each part may be missing. */
export interface InvocationFacts {
  /** The arguments with which it was last previewed. */
  readonly previewed?: PreviewedWords | undefined;
  /** The session in which it would be invoked. */
  readonly subject?: PreviewSubject | undefined;
}

/** The hover of a placeholder, an injected command or a mentioned file; agents' bodies have neither. */
export function hoverBody(open: HoveredFile, offset: number, invocation: InvocationFacts): HoverText | undefined {
  // Nothing is read of the body where the pointer is not in it.
  if (open.file.kind === 'agent' || offset < open.document.bodyStart) return undefined;
  const { placeholders, range } = open.document.body;
  if (offset > range.end) return undefined;
  const placeholder = placeholders.find((it) => it.range.start <= offset && offset < it.range.end);
  if (placeholder) return aboutPlaceholder(placeholder, open, invocation);
  const injection = injectionAt(open, offset);
  if (!injection) return aboutMention(open, offset);
  const { subject, previewed } = invocation;
  return { range: injection.range, paragraphs: injectionText(injection, open, subject, previewed) };
}

function aboutPlaceholder(placeholder: Placeholder, open: OpenFile, { previewed }: InvocationFacts): HoverText {
  const { range, escaped } = placeholder;
  if (escaped) {
    return {
      range: textRange(range.start - 1, range.end),
      paragraphs: [markdown`Stays as text; only the backslash is removed.`],
    };
  }
  return { range, paragraphs: placeholderText(placeholder, open, previewed) };
}

/** The content that a mention of a file adds to the conversation; where nothing is known of it, it may not be a mention. */
function aboutMention({ document, file }: OpenFile, offset: number): HoverText | undefined {
  const line = document.lines.lineAt(offset);
  const start = Math.max(document.body.range.start, document.lines.startOf(line));
  const mention = locateMentions(document.text.slice(start, document.lines.endOf(line)), document.runtime).find(
    ({ range }) => start + range.start - 1 <= offset && offset < start + range.end,
  );
  const found = mention && file.mentions?.get(mention.path);
  if (!found) return undefined;
  const range = textRange(start + mention.range.start, start + mention.range.end);
  const what = ownMarkdown(mention.lines ? 'lines of this file' : 'this file');
  if (found.inProject === 'folder')
    return { range, paragraphs: [markdown`Claude Code adds a list of this folder to the conversation.`] };
  if (!found.size) return undefined;
  const { characters, tokens } = found.size;
  const size = ownMarkdown(`${inThousands(characters)} characters, about ${inThousands(tokens)} tokens`);
  return {
    range,
    paragraphs: [
      mention.lines
        ? markdown`Claude Code adds ${what} to the conversation; all of it has ${size}.`
        : markdown`Claude Code adds ${what} to the conversation: ${size}.`,
    ],
  };
}

/** The command at an offset; of one inside the block of another, the inner one. */
export function injectionAt({ document, file }: OpenFile, offset: number): Injection | undefined {
  if (file.kind === 'agent') return undefined;
  return document.body.injections
    .filter(({ range }) => range.start <= offset && offset < range.end)
    .reduce<Injection | undefined>(
      (inner, it) => (inner && inner.range.end - inner.range.start <= it.range.end - it.range.start ? inner : it),
      undefined,
    );
}
