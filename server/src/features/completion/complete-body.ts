import { CompletionItemKind } from 'vscode-languageserver-types';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { variablesIn } from '../../dialect/variables.ts';
import { namesOf, namesThatCount } from '../../document/argument-names.ts';
import { isEscaped } from '../../document/placeholder-tokens.ts';
import { textRange } from '../../document/text-range.ts';
import type { OpenFile } from '../check/open-file.ts';
import { sourceLink } from '../hover/field-text.ts';
import { placeOfBody } from '../hover/placeholder-text.ts';
import { markdown, ownMarkdown } from '../text/markdown-text.ts';
import { ordinal } from '../text/ordinal.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** Number of positions that are offered if no argument has a name. */
const positionsOffered = 3;

/** Placeholders and variables after a `$`; nothing elsewhere, and nothing in agents, whose bodies have none. */
export function completeBody(open: OpenFile, offset: number): Proposals | undefined {
  const { text, lines, bodyStart } = open.document;
  if (open.file.kind === 'agent' || offset < bodyStart) return undefined;
  const line = lines.lineAt(offset);
  const typed = typedBefore(text, lines.startOf(line), offset);
  if (typed === undefined) return undefined;
  const dollar = offset - typed.length;
  if (isEscaped(text, dollar)) return undefined;
  const after = /^\w*/.exec(text.slice(offset, lines.endOf(line)))![0];
  const brace = typed.startsWith('${') && text[offset + after.length] === '}' ? 1 : 0;
  const word = typed.replace(/^\$\{?/, '').toLowerCase();
  const proposals = [...(typed.startsWith('${') ? [] : argumentProposals(open)), ...variableProposals(open)];
  // After a dollar there are many other words that are not ours to complete, such as a shell's variables.
  const items = proposals.filter(({ label }) => label.toLowerCase().includes(word));
  return { replace: textRange(offset - typed.length, offset + after.length + brace), items };
}

/** The `$word` or `${word` that ends at an offset. */
function typedBefore(text: string, lineStart: number, offset: number): string | undefined {
  let start = offset;
  while (start > lineStart && isWordUnit(text.charCodeAt(start - 1))) start--;
  if (text[start - 1] === '{' && text[start - 2] === '$' && start - 2 >= lineStart)
    return text.slice(start - 2, offset);
  return text[start - 1] === '$' && start - 1 >= lineStart ? text.slice(start - 1, offset) : undefined;
}

/** Letters, digits and `_`, without a regular expression: a line may be one long word. */
function isWordUnit(unit: number): boolean {
  const small = unit | 0x20;
  return (small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

function argumentProposals({ document }: OpenFile): Proposal[] {
  const all = placeholder('$ARGUMENTS', 'everything typed after the name');
  if (capabilities(document.runtime).argumentSubstitution !== 'words') return [all];
  const names = namesOf(document.argumentNames);
  const count = names.length || positionsOffered;
  const positions = Array.from({ length: count }, (_, index) =>
    placeholder(`$${index}`, `the ${ordinal(index + 1)} argument`),
  );
  const named = namesThatCount(names).map(({ name, index }) =>
    placeholder(`$${name}`, `the ${ordinal(index + 1)} argument`),
  );
  return [all, ...named, ...positions];
}

function variableProposals(open: OpenFile): Proposal[] {
  return variablesIn(placeOfBody(open), open.document.runtime).map((variable) => ({
    ...placeholder(`\${${variable.name}}`, undefined),
    documentation: markdown`${ownMarkdown(variable.description)}\n\n${sourceLink(variable)}`,
  }));
}

function placeholder(text: string, detail: string | undefined): Proposal {
  return { label: text, kind: CompletionItemKind.Variable, text, detail };
}
