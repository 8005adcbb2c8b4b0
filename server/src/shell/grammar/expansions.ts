import { readOperand } from './operands.ts';
import type { ShellGrammar } from './shell-grammar.ts';
import type { ShellReader } from './shell-reader.ts';
import { skipParameterRest, skipToClosingParenthesis } from './skipping.ts';
import { type SyntaxNode, syntaxNode } from './syntax-node.ts';

const variableName = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
/** Operators of zsh before a name that is not ASCII. */
const operatorsAndName = /(?!#[^#^=~+])[#^=~+]+\w*[\u0080-\uffff][\w\u0080-\uffff]*/y;
const ansiQuoted = /[\s\S]'(?:\\[\s\S]|[^'])*'?/y;
const specialName = /[\d?$@*#!_-]/y;

/** The expansion that begins with `$`; the dollar alone if nothing that follows belongs to it. */
export function readExpansion(grammar: ShellGrammar): SyntaxNode {
  return grammar.reader.nested(() => {
    const { reader } = grammar;
    switch (reader.peek(1)) {
      case '(':
        return reader.peek(2) === '(' ? readCalculated(grammar, 3, '))') : readCommandSubstitution(grammar);
      case '[':
        return readCalculated(grammar, 2, ']');
      case '{':
        return readParameter(grammar);
    }
    return readVariable(reader);
  });
}

function readVariable(reader: ShellReader): SyntaxNode {
  const start = reader.at;
  if (!reader.skipMatch(ansiQuoted)) {
    reader.skip();
    reader.skipMatch(variableName) || reader.skipMatch(operatorsAndName) || reader.skipMatch(specialName);
  }
  return syntaxNode('other', start, reader.at);
}

/** `$((…))` or `$[…]`. */
function readCalculated(grammar: ShellGrammar, opening: number, closing: '))' | ']'): SyntaxNode {
  const { reader } = grammar;
  const start = reader.at;
  reader.skip(opening);
  const inside = reader.at;
  const parts = grammar.calculations(closing);
  reader.skipBlanks();
  if (!reader.startsWith(closing)) skipToClosing(reader, inside, closing);
  reader.noteExpansion(start, reader.at + closing.length);
  reader.skipText(closing);
  return syntaxNode('other', start, reader.at, parts);
}

/** If no calculation can be read, only brackets count. */
function skipToClosing(reader: ShellReader, from: number, closing: '))' | ']'): void {
  reader.rewind(from);
  const [open, close] = closing === ']' ? '[]' : '()';
  for (let depth = 0; !reader.atEnd; reader.skip()) {
    const character = reader.peek();
    if (character === open) depth++;
    else if (character === close) {
      if (depth > 0) depth--;
      else if (reader.startsWith(closing)) return;
    }
  }
}

function readCommandSubstitution(grammar: ShellGrammar): SyntaxNode {
  const { reader, insideForHead } = grammar;
  const start = reader.at;
  reader.skip(2);
  grammar.insideForHead = false;
  const statements = grammar.statements(')');
  grammar.insideForHead = insideForHead;
  reader.skipBlanks();
  const complete = reader.peek() === ')';
  if (!complete) skipToClosingParenthesis(reader);
  reader.skipText(')');
  reader.noteExpansion(start, reader.at);
  return syntaxNode(complete ? 'substitution' : 'other', start, reader.at, complete ? unwrap(statements) : statements);
}

/** `$(<file)` has a redirect without a command. */
function unwrap(statements: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [only, another] = statements;
  const isRedirect = only?.kind === 'redirected' && only.children.length === 1 && !another;
  return isRedirect && only.children[0]!.kind === 'redirect' ? only.children : statements;
}

/** `${…}`. */
function readParameter(grammar: ShellGrammar): SyntaxNode {
  const { reader } = grammar;
  const start = reader.at;
  reader.skip(2);
  const parts = readParameterParts(grammar);
  reader.skipMatch(/\n+/y);
  if (!reader.skipText('}')) {
    skipParameterRest(reader);
    reader.skipText('}');
  }
  return syntaxNode('other', start, reader.at, parts);
}

function readParameterParts(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  reader.skipBlanks();
  if (reader.skipMatch(/#!(?=\})|!##? ?(?=\})/y)) return [];
  reader.skipText('#');
  reader.skipMatch(/[!=~](?=\w)/y);
  reader.skipBlanks();
  reader.skipMatch(/[A-Za-z_]\w*|\d+|[?$@*#!_-]/y);
  const subscript = readSubscript(grammar);
  reader.skipBlanks();
  if (reader.skipMatch(/[*@](?=\})|@[A-Za-z_]\w*/y)) return subscript;
  if (reader.skipMatch(/:(?=\})/y)) return subscript;
  if (reader.matches(/:(?![-=?+])/y)) return [...subscript, ...readSubstring(grammar)];
  return [...subscript, ...readOperand(grammar)];
}

/** `[…]` after a name. */
function readSubscript(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  if (!reader.skipText('[')) return [];
  reader.skipBlanks();
  let parts: readonly SyntaxNode[] = [];
  if (reader.skipMatch(/[@*](?=\])/y)) parts = [];
  else if (reader.skipText('((')) {
    parts = grammar.calculation('))') ?? [];
    reader.skipBlanks();
    reader.skipText('))');
  } else parts = grammar.calculation(']', 'word') ?? [];
  reader.skipBlanks();
  reader.skipText(']');
  return parts;
}

/** `:offset` or `:offset:length`. */
function readSubstring(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const readNumber = (end: ':}' | '}'): readonly SyntaxNode[] => {
    reader.skip();
    reader.skipBlanks();
    return reader.skipMatch(/-\d+/y) ? [] : (grammar.calculation(end) ?? []);
  };
  const offset = readNumber(':}');
  reader.skipBlanks();
  return reader.peek() === ':' ? [...offset, ...readNumber('}')] : offset;
}
