import { findVariable, isVariable, type VariablePlace } from '../dialect/variables.ts';
import { readArgumentHint } from '../document/argument-hint.ts';
import { declaredArgumentNames } from '../document/argument-names.ts';
import type { Placeholder, SkillDocument } from '../document/skill-document.ts';
import { oncePer } from '../rules/once-per.ts';
import type { Rendering } from '../runtime/rendering.ts';
import { sourceLink } from './field-text.ts';
import { codeSpan } from './markdown-text.ts';
import type { OpenFile } from './open-file.ts';
import { ordinal } from './ordinal.ts';

/** The arguments of a preview: what `$0`, `$1` … stand for, and what `$ARGUMENTS` does. */
export type PreviewedWords = Pick<Rendering, 'words' | 'argumentText'>;

/** More of a value is not shown. */
const mostShown = 80;

/**
 * What a placeholder stands for: paragraphs of markdown.
 *
 * @param previewed the arguments with which the file was last previewed; undefined where it was not
 */
export function placeholderText(
  placeholder: Placeholder,
  open: OpenFile,
  previewed: PreviewedWords | undefined,
): (string | undefined)[] {
  const { document } = open;
  const { kind, name } = placeholder;
  if (kind === 'variable') return variableText(name, open);
  if (kind === 'all') {
    const written = hintOf(document)?.text;
    return [
      `Everything typed after the name, as it was typed${nowText(previewed?.argumentText)}`,
      facts(written && `\`argument-hint\`: ${codeSpan(written)}`, withoutArguments(document)),
    ];
  }
  const position = positionOf(placeholder, document)!;
  const named = kind === 'named' ? ', named in `arguments`' : '';
  const value = previewed && (previewed.words[position] ?? (kind === 'named' ? '' : undefined));
  const missing = previewed && value === undefined ? ', which the preview does not have' : '';
  const called = announcedName(placeholder, document);
  return [
    `The ${ordinal(position + 1)} argument${named}${missing || nowText(value)}`,
    facts(
      called && `\`${called.field}\` calls it ${codeSpan(called.name)}`,
      kind !== 'named' && 'Counting begins at 0',
      kind === 'named' ? 'Empty when it is not given' : 'Stays as text when it is not given',
    ),
  ];
}

/** Which word of the arguments a placeholder stands for, counted from 0; undefined for all of them and for variables. */
export function positionOf({ kind, index, name }: Placeholder, document: SkillDocument): number | undefined {
  if (kind !== 'named') return index;
  return announced(document).positions.get(name);
}

/** What the fields call the argument of a placeholder, beyond what the placeholder says itself, and which field does. */
export function announcedName(
  placeholder: Placeholder,
  document: SkillDocument,
): { readonly field: 'arguments' | 'argument-hint'; readonly name: string } | undefined {
  const position = positionOf(placeholder, document);
  if (position === undefined) return undefined;
  const declared = announced(document).names[position]?.name;
  if (declared !== undefined && placeholder.kind !== 'named') return { field: 'arguments', name: declared };
  const hinted = hintOf(document)?.names[position];
  return hinted === undefined || hinted === placeholder.name ? undefined : { field: 'argument-hint', name: hinted };
}

function hintOf(document: SkillDocument) {
  return announced(document).hint;
}

/** What the fields say of the arguments, read once for all placeholders. */
const announced = oncePer(({ frontmatter: { fields }, text }: SkillDocument) => {
  const names = declaredArgumentNames(fields.get('arguments')?.value);
  return {
    names,
    // Of two that share a name the first one counts, so it is entered last.
    positions: new Map(names.map(({ name }, position) => [name, position] as const).toReversed()),
    hint: readArgumentHint(fields.get('argument-hint')?.value, text),
  };
});

function nowText(value: string | undefined): string {
  if (value === undefined) return '';
  return value.trim() === '' ? ', now empty' : `, now ${codeSpan(shortened(value))}`;
}

/** A value on one line, cut off where it is long. */
export function shortened(value: string, most = mostShown): string {
  const characters = Array.from(value.slice(0, 2 * most));
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : value;
}

function withoutArguments({ runtime }: SkillDocument): string {
  return runtime === 'claude-code' ? 'Empty without arguments' : 'Stays as text without arguments';
}

function facts(...known: readonly (string | false | undefined)[]): string | undefined {
  return known.filter(Boolean).join(' · ') || undefined;
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
