import { CompletionItemKind } from 'vscode-languageserver-types';
import type { PluginOption } from '../../../catalog/settings/plugin-options.ts';
import { isVariable, variablesIn } from '../../../dialect/names/variables.ts';
import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import { namesOf, namesThatCount } from '../../../document/arguments/argument-names.ts';
import { isEscaped } from '../../../document/arguments/placeholder-tokens.ts';
import type { Placeholder } from '../../../document/skill-document.ts';
import { ordinal } from '../../../document/text/numbers.ts';
import { textRange } from '../../../document/text/text-range.ts';
import { argumentHintOf } from '../../../rules/readings/arguments/argument-hint-of.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { sourceLink } from '../../hover/field-text.ts';
import { announcedName, type PreviewedWords, placeholderText, placeOfBody } from '../../hover/placeholder-text.ts';
import { joinMarkdown, markdown, ownMarkdown, plainMarkdown } from '../../text/markdown-text.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposal, Proposals } from '../proposal.ts';
import { type BodyLine, replaced } from './body-line.ts';

/** Number of positions that are offered if no argument has a name. */
const positionsOffered = 3;

/** The most positions that are offered, however many arguments are announced. */
const maxPositions = 20;

/** Words before a price. */
const beforePrice =
  /(?:\b(?:costs?|priced?|pays?|paid|charges?d?|fees?|spends?|spent|earns?|worth|budget|US|AU|CA|NZ|HK)(?: (?:of|at|is|about|only|just|around|roughly|up to|under|over|below|above|at most|less than|more than))?:? ?|[~≈<>±]) ?\$$/i;

/** Placeholders and variables after a `$`; nothing elsewhere, and nothing in agents, whose bodies have none. */
export function completePlaceholder(
  open: OpenFile,
  line: BodyLine,
  { previewed, typed: character, pluginOptions }: CompletionQuestion,
): Proposals | undefined {
  const { text } = open.document;
  if (open.file.kind === 'agent') return undefined;
  const typed = typedBefore(line.before);
  if (typed === undefined || isEscaped(text, line.offset - typed.length)) return undefined;
  if (character === '$' && beforePrice.test(line.before)) return undefined;
  const isBraced = typed.startsWith('${');
  const isIndexed = typed.endsWith('[') || typed.includes('[');
  const replace = replaced(line, typed, isBraced ? /^[\w.]*\}?/ : isIndexed ? /^\d*\]?/ : /^\w*/);
  const word = typed.replace(/^\$\{?/, '').toLowerCase();
  const proposals = isIndexed
    ? indexProposals(open, previewed)
    : [
        ...(isBraced ? [] : argumentProposals(open, previewed)),
        ...variableProposals(open),
        ...optionProposals(open, pluginOptions),
      ];
  // After a dollar there are many other words that are not ours to complete, such as a shell's variables.
  const items = proposals.filter(({ label }) => label.toLowerCase().includes(word));
  return { replace, items };
}

/** The `$word`, `${word` or `$ARGUMENTS[n` at the end of a text. */
function typedBefore(before: string): string | undefined {
  const option = /\$\{user_config\.\w{0,60}$/.exec(before)?.[0];
  if (option !== undefined) return option;
  let start = before.length;
  while (start > 0 && isWordUnit(before.charCodeAt(start - 1))) start--;
  if (before[start - 1] === '{' && before[start - 2] === '$') return before.slice(start - 2);
  if (before[start - 1] === '[' && before.endsWith('$ARGUMENTS', start - 1))
    return before.slice(start - 1 - '$ARGUMENTS'.length);
  return before[start - 1] === '$' ? before.slice(start - 1) : undefined;
}

/** Letters, digits and `_`, without a regular expression: a line may be one long word. */
function isWordUnit(unit: number): boolean {
  const small = unit | 0x20;
  return (small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

function argumentProposals(open: OpenFile, previewed: PreviewedWords | undefined): Proposal[] {
  const { document } = open;
  const all = proposeArgument('$ARGUMENTS', { kind: 'all', index: undefined, name: '' }, open, previewed);
  if (capabilities(document.runtime).argumentSubstitution !== 'words') return [all];
  const named = namesThatCount(namesOf(document.argumentNames)).map(({ name, index }) =>
    proposeArgument(`$${name}`, { kind: 'named', index, name }, open, previewed),
  );
  const positions = Array.from({ length: positionsIn(open) }, (_, index) =>
    proposeArgument(`$${index}`, { kind: 'position', index, name: '' }, open, previewed),
  );
  return [all, ...named, ...positions];
}

function indexProposals(open: OpenFile, previewed: PreviewedWords | undefined): Proposal[] {
  if (capabilities(open.document.runtime).argumentSubstitution !== 'words') return [];
  return Array.from({ length: positionsIn(open) }, (_, index) =>
    proposeArgument(`$ARGUMENTS[${index}]`, { kind: 'indexed', index, name: '' }, open, previewed),
  );
}

/** The number of arguments that the fields announce. */
function positionsIn({ document }: OpenFile): number {
  const { argumentNames } = document;
  const hinted = argumentHintOf(document)?.names.length ?? 0;
  return Math.min(maxPositions, Math.max(argumentNames.length, hinted) || positionsOffered);
}

/** A placeholder with what it holds: the name in the fields, and its value in the preview. */
function proposeArgument(
  label: string,
  argument: Pick<Placeholder, 'kind' | 'index' | 'name'>,
  open: OpenFile,
  previewed: PreviewedWords | undefined,
): Proposal {
  const placeholder: Placeholder = { ...argument, range: textRange(0, 0), escaped: false };
  const called = argument.kind === 'named' ? undefined : announcedName(placeholder, open.document);
  const meaning =
    argument.index === undefined ? 'everything typed after the name' : `the ${ordinal(argument.index + 1)} argument`;
  return {
    label,
    kind: CompletionItemKind.Variable,
    text: label,
    detail: called ? `${meaning}, ${called.name}` : meaning,
    documentation: joinMarkdown(
      placeholderText(placeholder, open, previewed).map((it) => it ?? false),
      '\n\n',
    ),
  };
}

function optionProposals(open: OpenFile, options: CompletionQuestion['pluginOptions']): Proposal[] {
  const isReplaced = isVariable('user_config.x', placeOfBody(open), open.document.runtime);
  return isReplaced ? proposeOptions(options) : [];
}

function variableProposals(open: OpenFile): Proposal[] {
  return variablesIn(placeOfBody(open), open.document.runtime).map((variable) => {
    const label = `\${${variable.name}}`;
    const documentation = markdown`${ownMarkdown(variable.description)}\n\n${sourceLink(variable)}`;
    return { label, kind: CompletionItemKind.Variable, text: label, documentation };
  });
}

/** `${user_config.…}` for the options that a plugin's manifest declares. Sensitive ones are never inserted into a text. */
function proposeOptions(options: readonly PluginOption[] = []): Proposal[] {
  return options
    .filter(({ isSensitive }) => !isSensitive)
    .map(({ name, title, description }) => {
      const label = `\${user_config.${name}}`;
      return {
        label,
        kind: CompletionItemKind.Variable,
        text: label,
        detail: title,
        documentation: description === undefined ? undefined : plainMarkdown(description),
      };
    });
}
