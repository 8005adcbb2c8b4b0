import type { Location } from 'jsonc-parser';
import type { CompletionItemKind } from 'vscode-languageserver-types';
import type { Markdown } from '../../text/markdown-text.ts';
import { type Proposal, snippetText } from '../proposal.ts';

/** A completion, without the quotes that JSON requires. */
export interface Word {
  readonly word: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string | undefined;
  readonly documentation?: Markdown | undefined;
  /** For a key: its initial value. For a word: not a string, so without quotes. */
  readonly literal?: string | undefined;
}

/**
 * A key with its initial value.
 *
 * @param end where the text that it replaces ends
 */
export function asProperty({ word, literal = '""', ...shown }: Word, text: string, end: number): Proposal {
  const key = JSON.stringify(word);
  const label = { label: word, filter: key, ...shown };
  const rest = text.slice(end).trimStart();
  if (rest.startsWith(':')) return { ...label, text: key };
  const comma = rest.startsWith('"') ? ',' : '';
  const inner = /^(["{[])(["}\]])$/.exec(literal);
  const snippet = inner ? `${inner[1]}$0${snippetText(inner[2]!)}` : `\${0:${snippetText(literal)}}`;
  return { ...label, text: `${key}: ${literal}${comma}`, snippet: `${snippetText(key)}: ${snippet}${comma}` };
}

/** A value, with its quotes. */
export function asValue({ word, literal, ...shown }: Word): Proposal {
  const text = literal ?? JSON.stringify(word);
  return { label: word, filter: text, text, ...shown };
}

/** Whether a value may begin here: after a colon, a bracket or a comma. */
export function isValuePlace({ path, previousNode }: Location): boolean {
  return path.length > 0 && (previousNode === undefined || previousNode.type !== 'property');
}
