import { CompletionItemKind } from 'vscode-languageserver-types';
import { variablesIn } from '../dialect/variables.ts';
import { declaredArgumentNames } from '../document/argument-names.ts';
import { textRange } from '../document/text-range.ts';
import { sourceLink } from './field-text.ts';
import { markdown, ownMarkdown } from './markdown-text.ts';
import type { OpenFile } from './open-file.ts';
import { ordinal } from './ordinal.ts';
import { placeOfBody } from './placeholder-text.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** How many positions are offered where no argument has a name. */
const positionsOffered = 3;

/** Placeholders and variables behind a `$`; nothing elsewhere, and nothing in agents, whose bodies have none. */
export function completeBody(open: OpenFile, offset: number): Proposals | undefined {
  const { text, lines, body } = open.document;
  if (open.file.kind === 'agent' || offset < body.range.start) return undefined;
  const line = lines.lineAt(offset);
  const before = /(\\*)(\$\{?\w*)$/.exec(text.slice(lines.startOf(line), offset));
  // One backslash keeps the dollar as text.
  if (!before || before[1]!.length === 1) return undefined;
  const typed = before[2]!;
  const after = /^\w*/.exec(text.slice(offset, lines.endOf(line)))![0];
  const brace = typed.startsWith('${') && text[offset + after.length] === '}' ? 1 : 0;
  const word = typed.replace(/^\$\{?/, '').toLowerCase();
  const proposals = [...(typed.startsWith('${') ? [] : argumentProposals(open)), ...variableProposals(open)];
  // Behind a dollar stand many other words that are not ours to complete, such as a shell's variables.
  const items = proposals.filter(({ label }) => label.toLowerCase().includes(word));
  return { replace: textRange(offset - typed.length, offset + after.length + brace), items };
}

function argumentProposals({ document }: OpenFile): Proposal[] {
  const all = placeholder('$ARGUMENTS', 'everything typed after the name');
  if (document.runtime !== 'claude-code') return [all];
  const names = declaredArgumentNames(document.frontmatter.fields.get('arguments')?.value);
  const count = names.length || positionsOffered;
  const positions = Array.from({ length: count }, (_, index) =>
    placeholder(`$${index}`, `the ${ordinal(index + 1)} argument`),
  );
  const named = names.map(({ name }, index) => placeholder(`$${name}`, `the ${ordinal(index + 1)} argument`));
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
