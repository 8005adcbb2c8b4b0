/**
 * The kind of a range of shell text, as far as it determines which words are read:
 * - `command`: assignments, redirects, the `name` and what follows it; `declaration`: `export …` and its like
 * - `word`, `number`, `quoted`, `joined` (several of these without a gap), `substitution` (of a command or a process)
 * - `assignment`, and `redirect`, `heredoc`, `hereString`
 * - `redirected`: a statement with its redirects; `compound`: `{ … }` and `(( … ))`
 * - `other`: everything else that may hold commands
 */
type SyntaxKind =
  | 'command'
  | 'declaration'
  | 'name'
  | 'word'
  | 'number'
  | 'quoted'
  | 'joined'
  | 'substitution'
  | 'assignment'
  | 'redirect'
  | 'heredoc'
  | 'hereString'
  | 'redirected'
  | 'compound'
  | 'other';

/** A node of the syntax tree. Offsets count UTF-16 units; punctuation has no nodes. */
export interface SyntaxNode {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

export function syntaxNode(
  kind: SyntaxKind,
  start: number,
  end: number,
  children: readonly SyntaxNode[] = [],
): SyntaxNode {
  return { kind, start, end, children };
}

/** A node around others, from the first to the last; there is at least one. */
export function syntaxNodeAround(kind: SyntaxKind, children: readonly SyntaxNode[]): SyntaxNode {
  return syntaxNode(kind, children[0]!.start, children.at(-1)!.end, children);
}
