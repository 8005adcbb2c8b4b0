import { CompletionItemKind } from 'vscode-languageserver-types';
import { findField } from '../../../dialect/fields.ts';
import { textRange } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { codeSpan, joinMarkdown, markdown } from '../../text/markdown-text.ts';
import type { Proposals } from '../proposal.ts';
import { fieldSnippet } from './complete-fields.ts';

/** The fields of a new file. */
const firstFields = ['name', 'description'];

/** A whole frontmatter block for a file without one, if its first line is empty or a marker. */
export function completeFrontmatterBlock(open: OpenFile, offset: number): Proposals | undefined {
  const { text, lines, frontmatter } = open.document;
  if (frontmatter.block || lines.lineAt(offset) !== 0) return undefined;
  const firstLine = /^(\uFEFF?)(-{0,3})[ \t]*$/.exec(lines.textOf(0));
  if (!firstLine || offset < firstLine[1]!.length) return undefined;
  const isAlone = text.slice(lines.endOf(0)).trim() === '';
  // The author's fields follow an existing marker.
  if (!isAlone && firstLine[2] !== '') return undefined;
  const fields = firstFields.flatMap((name) => findField(name, open.file.kind) ?? []);
  const snippets = fields.map((field) => fieldSnippet(field, open));
  return {
    replace: textRange(firstLine[1]!.length, lines.endOf(0)),
    items: [
      {
        label: '---',
        kind: CompletionItemKind.Snippet,
        detail: 'Frontmatter',
        text: ['---', ...fields.map(({ name }) => `${name}: `), '---', ''].join('\n'),
        snippet: ['---', ...numberStops(snippets), '---', isAlone ? '\n$0' : '$0'].join('\n'),
        documentation: markdown`Frontmatter with ${joinMarkdown(
          fields.map(({ name }) => codeSpan(name)),
          ' and ',
        )}`,
      },
    ],
  };
}

/** Numbers the tab stops of several snippets consecutively. */
function numberStops(snippets: readonly string[]): string[] {
  let used = 0;
  return snippets.map((snippet) => {
    let highest = 0;
    const numbered = snippet.replace(/\$\{(\d+)/g, (_stop, digits: string) => {
      highest = Math.max(highest, Number(digits));
      return `\${${used + Number(digits)}`;
    });
    used += highest;
    return numbered;
  });
}
