import {
  type CompletionItem,
  type CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
} from 'vscode-languageserver-types';
import type { LineIndex } from '../../document/text/line-index.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { lineOf, type Markdown } from '../text/markdown-text.ts';

/** A completion that replaces the typed text. */
export interface Proposal {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The text to filter by, if that is not the label. */
  readonly filter?: string;
  /** Plain text. */
  readonly text: string;
  /** The same as a snippet, for editors that support them. */
  readonly snippet?: string;
  /** A short text next to the label. */
  readonly detail?: string | undefined;
  /** Shown on demand. */
  readonly documentation?: Markdown | undefined;
  /** Sorted after all others. */
  readonly last?: boolean;
  /** Sent back by the editor to ask for the documentation, if that is only found when it is shown. */
  readonly data?: ProposalData;
}

/** The subject of the documentation. */
export interface ProposalData {
  readonly uri: string;
  /** The id of a skill. */
  readonly skill: string;
}

/** Proposals that all replace one range, in the order in which they are shown. */
export interface Proposals {
  readonly replace: TextRange;
  readonly items: readonly Proposal[];
}

/**
 * Proposals in the editor's format.
 *
 * @param group the number of the list, for lists that are shown after one another
 */
export function toCompletionItems(
  { replace, items }: Proposals,
  lines: LineIndex,
  snippets: boolean,
  group = 0,
): CompletionItem[] {
  const range = toLspRange(lines, replace);
  return items.map((proposal, index) => {
    const label = withoutIcons(lineOf(proposal.label));
    const item: CompletionItem = {
      label,
      kind: proposal.kind,
      // Editors sort by this text; four digits are enough for any list.
      sortText: `${proposal.last ? 1 : 0}${group === 0 ? '' : `~${group}`}${String(index).padStart(4, '0')}`,
      textEdit: { range, newText: proposal.text },
    };
    if (snippets && proposal.snippet !== undefined) {
      item.textEdit = { range, newText: proposal.snippet };
      item.insertTextFormat = InsertTextFormat.Snippet;
      item.insertTextMode = InsertTextMode.adjustIndentation;
    }
    if (proposal.filter !== undefined) item.filterText = proposal.filter;
    else if (label !== proposal.label) item.filterText = proposal.label;
    if (proposal.data !== undefined) item.data = proposal.data;
    if (proposal.detail !== undefined) item.detail = lineOf(proposal.detail);
    if (proposal.documentation !== undefined) {
      item.documentation = { kind: 'markdown', value: proposal.documentation };
    }
    return item;
  });
}

/** VS Code shows an icon for `$(name)` in a label, unless there is a backslash before it. */
function withoutIcons(label: string): string {
  return label.replace(/\$(?=\([\w-]+(?:~[\w-]+)?\))/g, '\\$');
}

/** A text that is inserted literally by a snippet. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
