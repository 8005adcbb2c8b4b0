import { findVariable, isVariable, type VariablePlace } from '../../dialect/variables.ts';
import { readArgumentHint } from '../../document/argument-hint.ts';
import { declaredArgumentNames } from '../../document/argument-names.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once-per.ts';
import type { Rendering } from '../../runtime/render/rendering.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown, shortened } from '../text/markdown-text.ts';
import { ordinal } from '../text/ordinal.ts';
import { sinceAndSource } from './field-text.ts';

/** The arguments of a preview: what `$0`, `$1` … stand for, and what `$ARGUMENTS` does. */
export type PreviewedWords = Pick<Rendering, 'words' | 'argumentText'>;

/** UTF-16 units of a value; more of it is not shown. */
const mostShown = 80;

/**
 * What a placeholder stands for, in paragraphs.
 *
 * @param previewed the arguments with which the file was last previewed; undefined where it was not
 */
export function placeholderText(
  placeholder: Placeholder,
  open: OpenFile,
  previewed: PreviewedWords | undefined,
): (Markdown | undefined)[] {
  const { document } = open;
  const { kind, name } = placeholder;
  if (kind === 'variable') return variableText(name, open);
  if (kind === 'all') {
    const written = hintOf(document)?.text;
    return [
      markdown`Everything typed after the name, exactly as typed${nowText(previewed?.argumentText)}`,
      facts(written !== undefined && markdown`\`argument-hint\`: ${codeSpan(written)}`, withoutArguments(document)),
    ];
  }
  const position = positionOf(placeholder, document)!;
  const named = kind === 'named' ? markdown`, named in \`arguments\`` : markdown``;
  const value = previewed && (previewed.words[position] ?? (kind === 'named' ? '' : undefined));
  const missing = previewed && value === undefined && markdown`, which is missing in the preview`;
  const called = announcedName(placeholder, document);
  return [
    markdown`The ${ownMarkdown(ordinal(position + 1))} argument${named}${missing || nowText(value)}`,
    facts(
      called && markdown`${codeSpan(called.field)} calls it ${codeSpan(called.name)}`,
      kind !== 'named' && markdown`Counting starts at 0`,
      kind === 'named' ? markdown`Empty if it is not given` : markdown`Stays as text if it is not given`,
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

function nowText(value: string | undefined): Markdown {
  if (value === undefined) return markdown``;
  return value.trim() === '' ? markdown`, now empty` : markdown`, now ${codeSpan(shortened(value, mostShown))}`;
}

function withoutArguments({ runtime }: SkillDocument): Markdown {
  return runtime === 'claude-code' ? markdown`Empty without arguments` : markdown`Stays as text without arguments`;
}

function facts(...known: readonly (Markdown | false | undefined)[]): Markdown | undefined {
  return joinMarkdown(known, ' · ') || undefined;
}

function variableText(name: string, open: OpenFile): Markdown[] {
  const variable = findVariable(name);
  if (!variable || !isVariable(name, placeOfBody(open), open.document.runtime)) {
    return [markdown`Stays as text: Claude Code does not replace ${codeSpan(name)} here`];
  }
  return [ownMarkdown(variable.description), sinceAndSource(variable.since, variable.source)];
}

/** What sort of text the body is to the variables in it. */
export function placeOfBody({ file }: OpenFile): VariablePlace {
  const kind = file.kind === 'command' ? 'command' : 'skill';
  return file.pluginRoot === undefined ? kind : `plugin-${kind}`;
}
