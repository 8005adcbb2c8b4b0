import { findVariable, isVariable, type VariablePlace } from '../dialect/variables.ts';
import { declaredArgumentNames } from '../document/argument-names.ts';
import type { Injection, Placeholder } from '../document/skill-document.ts';
import { textRange } from '../document/text-range.ts';
import { sourceLink } from './field-text.ts';
import type { HoverText } from './hover.ts';
import type { OpenFile } from './open-file.ts';
import { ordinal } from './ordinal.ts';

/** What to say about a placeholder or an injected command; agents' bodies have neither. */
export function hoverBody(open: OpenFile, offset: number): HoverText | undefined {
  if (open.file.kind === 'agent') return undefined;
  const { placeholders, injections, range } = open.document.body;
  if (offset < range.start || offset > range.end) return undefined;
  const inside = (it: Placeholder | Injection) => it.range.start <= offset && offset < it.range.end;
  const placeholder = placeholders.find(inside);
  if (placeholder) return aboutPlaceholder(placeholder, open);
  const injection = injections.find(inside);
  return injection && aboutInjection(injection, offset);
}

function aboutPlaceholder(placeholder: Placeholder, open: OpenFile): HoverText {
  const { range, escaped } = placeholder;
  if (escaped) {
    return { range: textRange(range.start - 1, range.end), paragraphs: ['Stays as text; only the backslash goes'] };
  }
  return { range, paragraphs: placeholderText(placeholder, open) };
}

function placeholderText({ kind, index, name }: Placeholder, open: OpenFile): string[] {
  switch (kind) {
    case 'all':
      return ['Everything typed after the name, as it was typed'];
    case 'indexed':
    case 'position':
      return [`The ${ordinal(index! + 1)} argument; counting begins at 0. Stays as text when there are fewer`];
    case 'named': {
      const names = declaredArgumentNames(open.document.frontmatter.fields.get('arguments')?.value);
      const place = names.findIndex((declared) => declared.name === name) + 1;
      return [`The ${ordinal(place)} argument, named in \`arguments\`; empty when it is not given`];
    }
    case 'variable':
      return variableText(name, open);
  }
}

function variableText(name: string, open: OpenFile): string[] {
  const variable = findVariable(name);
  if (!variable || !isVariable(name, placeOfBody(open), open.document.runtime)) {
    return [`Stays as text: Claude Code replaces no \`${name}\` here`];
  }
  const since = variable.since ? `Since ${variable.since} · ` : '';
  return [variable.description, `${since}${sourceLink(variable)}`];
}

/** What sort of text the body is to the variables in it. */
export function placeOfBody({ file }: OpenFile): VariablePlace {
  const kind = file.kind === 'command' ? 'command' : 'skill';
  return file.pluginRoot === undefined ? kind : `plugin-${kind}`;
}

/** Only over the marks: inside the command people read the command. */
function aboutInjection({ range, commandRange }: Injection, offset: number): HoverText | undefined {
  if (commandRange.start <= offset && offset < commandRange.end) return undefined;
  const text =
    'Claude Code runs this when the skill is invoked and puts the output in its place; when it fails, nothing is sent';
  return { range, paragraphs: [text] };
}
