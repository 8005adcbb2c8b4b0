import type { ShellGrammar } from './shell-grammar.ts';
import type { Token } from './shell-reader.ts';
import { type SyntaxNode, syntaxNode } from './syntax-node.ts';

export function isOperator(token: Token, ...texts: readonly string[]): boolean {
  return token.kind === 'operator' && texts.includes(token.text);
}

export function skipNewlines({ reader }: ShellGrammar): void {
  while (reader.peekToken('command').kind === 'newline') reader.token('command');
}

/** Whether `( )` follows, which makes the word before it a function. */
export function startsFunction({ reader }: ShellGrammar): boolean {
  const from = reader.at;
  reader.skipBlanks();
  let starts = false;
  if (reader.peek() === '(') {
    reader.token('command');
    reader.skipBlanks();
    starts = reader.peek() === ')';
  }
  reader.rewind(from);
  return starts;
}

/** Whether a statement and its redirects are one node; redirects alone do not count. */
export function isRedirected(node: SyntaxNode): boolean {
  return node.kind === 'redirected' && node.children.length > 1;
}

/** A node for a token of which only the position matters. */
export function tokenNode(token: Token): SyntaxNode {
  return syntaxNode('other', token.start, token.end);
}
