import type { ShellGrammar } from './shell-grammar.ts';
import type { Token } from './shell-reader.ts';
import { readAssignment } from './simple-command.ts';
import { type SyntaxNode, syntaxNode } from './syntax-node.ts';

/** Characters that cannot continue a declaration or `unset`. */
const endOfNames = /^[\n;&|)<>]?$/;

/** `export`, `declare` and similar. */
export function readDeclaration(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  return readNames(grammar, keyword, 'declaration', () => {
    const { reader } = grammar;
    const assignment = readAssignment(grammar);
    if (assignment) return assignment;
    if (/^["'$]$/.test(reader.peek())) return grammar.word();
    const from = reader.at;
    const name = reader.token('argument');
    if (name.kind === 'word' || name.kind === 'number') return syntaxNode('word', name.start, name.end);
    reader.rewind(from);
    return undefined;
  });
}

export function readUnset(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  return readNames(grammar, keyword, 'other', () => grammar.word());
}

/** Names with redirects between them. */
function readNames(
  grammar: ShellGrammar,
  keyword: Token,
  kind: 'declaration' | 'other',
  readName: () => SyntaxNode | undefined,
): SyntaxNode {
  const { reader } = grammar;
  const names: SyntaxNode[] = [syntaxNode('other', keyword.start, keyword.end)];
  const redirects: SyntaxNode[] = [];
  for (;;) {
    reader.skipBlanks();
    const redirect = grammar.redirect(false);
    if (redirect) {
      redirects.push(redirect);
      continue;
    }
    if (reader.peek() === '(' || endOfNames.test(reader.peek())) break;
    const name = readName();
    if (!name) break;
    names.push(name);
  }
  const statement = syntaxNode(kind, keyword.start, names.at(-1)!.end, names);
  if (redirects.length === 0) return statement;
  return syntaxNode('redirected', keyword.start, reader.at, [statement, ...redirects]);
}
