import { type InlayHint, InlayHintKind } from 'vscode-languageserver-types';
import { MAX_EDITOR_ITEMS } from '../../dialect/limits.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import type { Placeholder } from '../../document/skill-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { OpenFile } from '../check/open-file.ts';
import { announcedName, type PreviewedWords, placeholderText } from '../hover/placeholder-text.ts';
import { joinMarkdown, lineOf, shortened } from '../text/markdown-text.ts';

/** In UTF-16 units. Longer ones would move the text out of view. */
const maxLabelLength = 30;

/**
 * The inlay hints after placeholders for single arguments: the argument of the preview, or else its name in the
 * fields.
 *
 * @param previewed the arguments with which the file was last previewed; undefined if it was not
 */
export function inlayHints(open: OpenFile, range: TextRange, previewed: PreviewedWords | undefined): InlayHint[] {
  const { document, file } = open;
  if (file.kind === 'agent' || isEvaluationKind(file.kind)) return [];
  const hints: InlayHint[] = [];
  for (const placeholder of document.body.placeholders) {
    const { end } = placeholder.range;
    const label = end < range.start || range.end < end ? undefined : labelOf(placeholder, open, previewed);
    if (!label) continue;
    hints.push({
      position: document.lines.positionAt(end),
      label: label.text,
      ...(label.isName && { kind: InlayHintKind.Parameter }),
      paddingLeft: true,
      tooltip: {
        kind: 'markdown',
        value: joinMarkdown(placeholderText(placeholder, open, previewed), '\n\n'),
      },
    });
    // Editors request the visible range, where more could not be read.
    if (hints.length === MAX_EDITOR_ITEMS) break;
  }
  return hints;
}

function labelOf(
  placeholder: Placeholder,
  { document }: OpenFile,
  previewed: PreviewedWords | undefined,
): { readonly text: string; readonly isName: boolean } | undefined {
  if (placeholder.escaped) return undefined;
  const position = placeholder.index;
  if (position === undefined) return undefined;
  const value = previewed?.words[position] ?? (previewed && placeholder.kind === 'named' ? '' : undefined);
  if (value !== undefined) return { text: value === '' ? '= empty' : `= ${asLabel(value)}`, isName: false };
  const name = announcedName(placeholder, document)?.name;
  return name === undefined ? undefined : { text: asLabel(name), isName: true };
}

function asLabel(text: string): string {
  return shortened(lineOf(text), maxLabelLength);
}
