import { findVariable, isVariable, type VariableContext } from '../../dialect/names/variables.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { ordinal } from '../../document/text/numbers.ts';
import { argumentHintOf } from '../../rules/readings/arguments/argument-hint-of.ts';
import { placeOfVariables } from '../../rules/readings/arguments/variables-in-body.ts';
import type { Rendering } from '../../runtime/render/rendering.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown, shortened } from '../text/markdown-text.ts';
import { sinceAndSource } from './field-text.ts';

/** The arguments of a preview: the values of `$0`, `$1` … and of `$ARGUMENTS`. */
export type PreviewedWords = Pick<Rendering, 'words' | 'argumentText'>;

/** Maximum length of a value, in UTF-16 units. */
const maxShown = 80;

/**
 * The meaning of a placeholder, in paragraphs.
 *
 * @param previewed the arguments with which the file was last previewed; undefined if it was not
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
    const written = argumentHintOf(document)?.text;
    return [
      markdown`Everything typed after the name, exactly as typed${nowText(previewed?.argumentText)}.`,
      facts(written !== undefined && markdown`\`argument-hint\`: ${codeSpan(written)}`, withoutArguments(document)),
    ];
  }
  const position = placeholder.index!;
  const named = kind === 'named' ? markdown`, named in \`arguments\`` : markdown``;
  const value = previewed && (previewed.words[position] ?? (kind === 'named' ? '' : undefined));
  const missing = previewed && value === undefined && markdown`, which is missing in the preview`;
  const called = announcedName(placeholder, document);
  return [
    markdown`The ${ownMarkdown(ordinal(position + 1))} argument${named}${missing || nowText(value)}.`,
    facts(
      called && markdown`${codeSpan(called.field)} calls it ${codeSpan(called.name)}`,
      kind !== 'named' && markdown`Counting starts at 0`,
      kind === 'named' ? markdown`Empty if it is not given` : markdown`Stays as text if it is not given`,
    ),
  ];
}

/** The name of a placeholder's argument in the fields, unless the placeholder contains it, and the field. */
export function announcedName(
  placeholder: Placeholder,
  document: SkillDocument,
): { readonly field: 'arguments' | 'argument-hint'; readonly name: string } | undefined {
  const { index } = placeholder;
  if (index === undefined) return undefined;
  const declared = document.argumentNames[index]?.name;
  if (declared !== undefined && placeholder.kind !== 'named') return { field: 'arguments', name: declared };
  const hinted = argumentHintOf(document)?.names[index];
  return hinted === undefined || hinted === placeholder.name ? undefined : { field: 'argument-hint', name: hinted };
}

function nowText(value: string | undefined): Markdown {
  if (value === undefined) return markdown``;
  return value.trim() === '' ? markdown`, now empty` : markdown`, now ${codeSpan(shortened(value, maxShown))}`;
}

function withoutArguments({ runtime }: SkillDocument): Markdown {
  const { argumentSubstitution } = capabilities(runtime);
  return argumentSubstitution === 'words'
    ? markdown`Empty without arguments`
    : markdown`Stays as text without arguments`;
}

function facts(...known: readonly (Markdown | false | undefined)[]): Markdown | undefined {
  return joinMarkdown(known, ' · ') || undefined;
}

function variableText(name: string, open: OpenFile): Markdown[] {
  const variable = findVariable(name);
  if (!variable || !isVariable(name, placeOfBody(open), open.document.runtime)) {
    return [markdown`Stays as text: Claude Code does not replace ${codeSpan(name)} here.`];
  }
  return [ownMarkdown(variable.description), sinceAndSource(variable.since, variable.source)];
}

/** The kind of text that determines the variables in the body. */
export function placeOfBody({ file }: OpenFile): VariableContext {
  return placeOfVariables(file);
}
