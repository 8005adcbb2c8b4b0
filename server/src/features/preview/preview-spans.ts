import { findVariable } from '../../dialect/variables.ts';
import { declaredArgumentNames } from '../../document/argument-names.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import type { PreviewInjection, PreviewSpan } from '../../protocol.ts';
import type { Rendering } from '../../runtime/render/rendering.ts';
import type { Span } from '../../runtime/render/spanned-text.ts';
import { ordinal } from '../text/ordinal.ts';

/** Of more placeholders than this in one span nobody wants to read. */
const mostLabels = 3;

/** What a backslash before a placeholder does. */
const escapeLabel = 'stays as text; only the backslash before it is removed';

const appendedLabel = 'the arguments, added at the end because no placeholder uses them';

/**
 * The spans of a text, each with words for what brought it there.
 *
 * @param spans of the text with the outcomes of its commands
 * @param injections with their places in that text
 */
export function previewSpans(
  document: SkillDocument,
  { words, argumentText }: Rendering,
  spans: readonly Span[],
  injections: readonly PreviewInjection[],
): PreviewSpan[] {
  const { placeholders } = document.body;
  const declared = declaredArgumentNames(document.frontmatter.fields.get('arguments')?.value).map(({ name }) => name);
  const given: Given = { words, isEmpty: argumentText === '', declared };
  // An output may replace an earlier part that looks like its command: they have no order.
  const said = new Map(injections.map((injection) => [injection.start, injection]));
  let next = 0;
  return spans.map(({ start, end, kind, source }): PreviewSpan => {
    // All are in the order of the file.
    while (next < placeholders.length && placeholders[next]!.range.start < source.start) next++;
    const first = next;
    while (next < placeholders.length && placeholders[next]!.range.start < source.end) next++;
    const about = { start, end, kind, source };
    if (kind === 'injection') return { ...about, label: outputLabel(said.get(start)) };
    if (kind === 'appended') return { ...about, label: appendedLabel };
    // The backslash goes also before what only begins like a placeholder.
    if (document.text.slice(source.start, source.end) === '\\$') return { ...about, label: escapeLabel };
    return { ...about, label: placeholdersLabel(placeholders.slice(first, next), given) };
  });
}

/** The arguments that a text was rendered with. */
interface Given {
  readonly words: readonly string[];
  readonly isEmpty: boolean;
  /** The names in `arguments`, in the order of the words. */
  readonly declared: readonly string[];
}

function outputLabel(injection: PreviewInjection | undefined): string {
  if (!injection) return 'in place of a command';
  if (injection.status === 'disabled') return 'in place of a command: the settings disable commands';
  return `output of the command ${injection.command}`;
}

function placeholdersLabel(placeholders: readonly Placeholder[], given: Given): string {
  const labels = [...new Set(placeholders.map((placeholder) => placeholderLabel(placeholder, given)))];
  const shown = labels.slice(0, mostLabels).join('; ');
  if (labels.length > mostLabels) return `${shown} …`;
  return shown === '' ? 'from the arguments' : shown;
}

function placeholderLabel({ kind, name, index, escaped }: Placeholder, given: Given): string {
  if (escaped) return escapeLabel;
  switch (kind) {
    case 'variable':
      return `\${${name}}: ${variableMeaning(name)}`;
    case 'all':
      return given.isEmpty ? 'left out: there are no arguments' : 'all arguments, exactly as typed';
    case 'named': {
      const place = given.declared.indexOf(name);
      return `$${name}: ${wordLabel(place, given)}`;
    }
    case 'indexed':
    case 'position':
      return wordLabel(index!, given);
  }
}

function wordLabel(place: number, { words, isEmpty }: Given): string {
  if (words[place] !== undefined) return `${ordinal(place + 1)} word of the arguments`;
  return isEmpty ? 'left out: there are no arguments' : `left out: there is no ${ordinal(place + 1)} argument`;
}

/** The description without its full stop, as it follows a colon. */
function variableMeaning(name: string): string {
  const { description = 'a variable of Claude Code' } = findVariable(name) ?? {};
  return `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`;
}
