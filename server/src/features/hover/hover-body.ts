import type { Injection, Placeholder } from '../../document/skill-document.ts';
import { textRange } from '../../document/text-range.ts';
import type { CheckedOpenFile, OpenFile } from '../check/open-file.ts';
import type { PreviewSubject } from '../preview/preview-subject.ts';
import { markdown } from '../text/markdown-text.ts';
import type { HoverText } from './hover-text.ts';
import { injectionText } from './injection-text.ts';
import { type PreviewedWords, placeholderText } from './placeholder-text.ts';

/** The known facts about an invocation of the file; each part may be missing. */
export interface InvocationFacts {
  /** The arguments with which it was last previewed. */
  readonly previewed?: PreviewedWords | undefined;
  /** The session in which it would be invoked. */
  readonly subject?: PreviewSubject | undefined;
}

/** The hover of a placeholder or an injected command; agents' bodies have neither. */
export function hoverBody(open: CheckedOpenFile, offset: number, invocation: InvocationFacts): HoverText | undefined {
  if (open.file.kind === 'agent') return undefined;
  const { placeholders, range } = open.document.body;
  if (offset < range.start || offset > range.end) return undefined;
  const placeholder = placeholders.find((it) => it.range.start <= offset && offset < it.range.end);
  if (placeholder) return aboutPlaceholder(placeholder, open, invocation);
  const injection = injectionAt(open, offset);
  if (!injection) return undefined;
  const { subject, previewed } = invocation;
  return { range: injection.range, paragraphs: injectionText(injection, open, subject, previewed) };
}

function aboutPlaceholder(placeholder: Placeholder, open: OpenFile, { previewed }: InvocationFacts): HoverText {
  const { range, escaped } = placeholder;
  if (escaped) {
    return {
      range: textRange(range.start - 1, range.end),
      paragraphs: [markdown`Stays as text; only the backslash is removed`],
    };
  }
  return { range, paragraphs: placeholderText(placeholder, open, previewed) };
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
