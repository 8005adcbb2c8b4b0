import { findVariable } from '../../dialect/names/variables.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { ordinal } from '../../document/text/numbers.ts';
import type { PreviewInjection, PreviewSpan } from '../../protocol.ts';
import type { RenderedText, Rendering } from '../../runtime/render/rendering.ts';
import type { Span } from '../../runtime/render/spanned-text.ts';

/** Maximum number of placeholders listed for one span. */
const maxLabels = 3;

/** The effect of a backslash before a placeholder. */
const escapeLabel = 'stays as text; only the backslash before it is removed';

const appendedLabel = 'the arguments, added at the end because no placeholder uses them';

/**
 * The spans of a text, each with a description of its origin.
 *
 * @param text with the outcomes of its commands
 * @param spans of that text
 * @param injections with their ranges in that text
 */
export function previewSpans(
  document: SkillDocument,
  { words, argumentText }: Rendering,
  { text, spans }: Pick<RenderedText, 'text' | 'spans'>,
  injections: readonly PreviewInjection[],
): PreviewSpan[] {
  const { placeholders } = document.body;
  const labelOf = placeholderLabels({ words, isEmpty: argumentText === '' });
  const said = commandsByStart(text, injections);
  let next = 0;
  const labelOfSpan = ({ start, kind, source }: Span): string => {
    // All are in the order of the file.
    while (next < placeholders.length && placeholders[next]!.range.start < source.start) next++;
    const first = next;
    while (next < placeholders.length && placeholders[next]!.range.start < source.end) next++;
    if (kind === 'injection') return outputLabel(said.get(start));
    if (kind === 'appended') return appendedLabel;
    // The backslash is also removed before text that only begins like a placeholder.
    if (source.end - source.start === 2 && document.text.startsWith('\\$', source.start)) return escapeLabel;
    if (next - first === 1) return labelOf(placeholders[first]!);
    return placeholdersLabel(placeholders.slice(first, next), labelOf);
  };
  return spans.map((span): PreviewSpan => {
    // Each property by its name: spreading thousands of objects takes as long as all of the rendering.
    const { start, end, kind, source } = span;
    return { start, end, kind, source, label: labelOfSpan(span) };
  });
}

/**
 * Which command an output is of, by where it begins. An output may replace an earlier part that looks like its command,
 * so they have no order. What was replaced with others in it is where they were.
 */
function commandsByStart(text: string, injections: readonly PreviewInjection[]): Map<number, PreviewInjection> {
  const commands = new Map<number, PreviewInjection>();
  for (const injection of injections) {
    const { start, end, output } = injection;
    if (!commands.has(start) || text.slice(start, end) === output) commands.set(start, injection);
  }
  return commands;
}

/** The arguments that a text was rendered with. */
interface Given {
  readonly words: readonly string[];
  readonly isEmpty: boolean;
}

function outputLabel(injection: PreviewInjection | undefined): string {
  if (!injection) return 'in place of a command';
  if (injection.status === 'disabled') return 'in place of a command: the settings disable commands';
  return `output of the command ${injection.command}`;
}

/** Describes each placeholder once: a text may have thousands, but of a few kinds. */
function placeholderLabels(given: Given): (placeholder: Placeholder) => string {
  const known = new Map<string, string>();
  return (placeholder) => {
    const { kind, name, index, escaped } = placeholder;
    const key = `${escaped} ${kind} ${index} ${name}`;
    let label = known.get(key);
    if (label === undefined) {
      label = placeholderLabel(placeholder, given);
      known.set(key, label);
    }
    return label;
  };
}

function placeholdersLabel(
  placeholders: readonly Placeholder[],
  labelOf: (placeholder: Placeholder) => string,
): string {
  const labels = [...new Set(placeholders.map(labelOf))];
  const shown = labels.slice(0, maxLabels).join('; ');
  if (labels.length > maxLabels) return `${shown} …`;
  return shown === '' ? 'from the arguments' : shown;
}

function placeholderLabel({ kind, name, index, escaped }: Placeholder, given: Given): string {
  if (escaped) return escapeLabel;
  switch (kind) {
    case 'variable':
      return `\${${name}}: ${variableMeaning(name)}`;
    case 'all':
      return given.isEmpty ? 'left out: there are no arguments' : 'all arguments, exactly as typed';
    case 'named':
      return `$${name}: ${wordLabel(index!, given)}`;
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
