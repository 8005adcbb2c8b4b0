import { skipToCalculationEnd } from './calculation-end.ts';
import { readCase, readFor, readFunction, readIf, readWhile } from './compound-commands.ts';
import { readDeclaration, readUnset } from './declarations.ts';
import { readHeredocBodies } from './heredocs.ts';
import { isOperator, isRedirected, skipNewlines, startsFunction, tokenNode } from './lookahead.ts';
import type { ShellGrammar } from './shell-grammar.ts';
import type { Token } from './shell-reader.ts';
import { readSimpleCommand } from './simple-command.ts';
import { type SyntaxNode, syntaxNode, syntaxNodeAround } from './syntax-node.ts';
import { readTest } from './test-commands.ts';

const closingOperators = new Set([')', '}', ';;', ';&', ';;&', '))', ']]', ']']);
const closingWords = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac']);
const declarationWords = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);

/** A whole text. Text that cannot begin a statement is skipped. */
export function readProgram(grammar: ShellGrammar): SyntaxNode {
  const { reader } = grammar;
  const statements: SyntaxNode[] = [];
  while (reader.peekToken('command').kind !== 'end') {
    const { kind } = reader.peekToken('command');
    if (kind === 'newline' || kind === 'comment') {
      reader.token('command');
      continue;
    }
    const more = grammar.statements();
    statements.push(...more);
    if (more.length === 0) reader.token('command');
  }
  return syntaxNode('other', 0, reader.text.length, statements);
}

export function readStatements(grammar: ShellGrammar, end?: ')' | '}'): SyntaxNode[] {
  const { reader } = grammar;
  const statements: SyntaxNode[] = [];
  for (;;) {
    const next = reader.peekToken('command');
    if (next.kind === 'newline') endLine(grammar);
    else if (next.kind === 'comment') statements.push(tokenNode(reader.token('command')));
    else if (next.kind === 'end' || endsStatements(grammar, next, end)) {
      reader.skipBlanks();
      return statements;
    } else {
      const statement = grammar.list();
      if (!statement) return statements;
      statements.push(statement);
      const after = reader.peekToken('command');
      if (after.kind === 'newline') endLine(grammar);
      else if (isOperator(after, ';', '&')) reader.token('command');
      else reader.skipBlanks();
    }
  }
}

function endsStatements(grammar: ShellGrammar, next: Token, end: string | undefined): boolean {
  if (next.kind === 'operator') return next.text === end || closingOperators.has(next.text);
  if (next.kind === 'backtick') return grammar.insideBackticks;
  return next.kind === 'word' && closingWords.has(next.text);
}

function endLine(grammar: ShellGrammar): void {
  grammar.reader.token('command');
  if (grammar.heredocs.length > 0) readHeredocBodies(grammar);
}

export function readList(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  let list = readPipeline(grammar);
  while (list && isOperator(reader.peekToken('command'), '&&', '||')) {
    const operator = reader.token('command');
    skipNewlines(grammar);
    const next = readPipeline(grammar);
    if (!next) return syntaxNode('other', list.start, operator.end, [list]);
    list = joinStatements([list], next);
  }
  return list;
}

function readPipeline(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  const first = grammar.statement();
  if (!first) return undefined;
  let parts: SyntaxNode[] = [first];
  while (isOperator(reader.peekToken('command'), '|', '|&')) {
    const operator = reader.token('command');
    skipNewlines(grammar);
    const next = grammar.statement();
    if (next && isRedirected(next)) parts = [joinStatements(parts, next)];
    else parts.push(next ?? tokenNode(operator));
    if (!next) break;
  }
  return parts.length > 1 ? syntaxNodeAround('other', parts) : parts[0];
}

/** Redirects of the last statement are treated as those of all. */
function joinStatements(before: readonly SyntaxNode[], last: SyntaxNode): SyntaxNode {
  if (!isRedirected(last)) return syntaxNodeAround('other', [...before, last]);
  const [statement, ...redirects] = last.children;
  const joined = syntaxNodeAround('other', [...before, statement!]);
  return syntaxNode('redirected', joined.start, last.end, [joined, ...redirects]);
}

export function readStatement(grammar: ShellGrammar): SyntaxNode | undefined {
  return grammar.reader.nested(() => {
    const { reader } = grammar;
    reader.skipBlanks();
    const start = reader.at;
    const first = reader.token('command');
    if (first.kind === 'operator') {
      const statement = readAfterOperator(grammar, first);
      if (statement) return statement;
    }
    if (first.kind === 'word' && /^[ \t\n\r;&|()<>]?$/.test(reader.peek())) {
      const statement = readAfterKeyword(grammar, first);
      if (statement) return statement;
    }
    reader.rewind(start);
    return first.kind === 'end' ? undefined : readSimpleCommand(grammar);
  });
}

function readAfterOperator(grammar: ShellGrammar, operator: Token): SyntaxNode | undefined {
  switch (operator.text) {
    case '!': {
      const negated = grammar.statement();
      return negated ? joinStatements([tokenNode(operator)], negated) : tokenNode(operator);
    }
    case '(':
      return withRedirects(grammar, readEnclosed(grammar, operator, ')', 'other'));
    case '{':
      return withRedirects(grammar, readEnclosed(grammar, operator, '}', 'compound'));
    case '((':
      return readCalculationCommand(grammar, operator);
    case '[':
    case '[[':
      return withRedirects(grammar, readTest(grammar, operator));
  }
  return undefined;
}

/** `( … )` or `{ … }`. Any text in place of the closing operator is lost. */
function readEnclosed(
  grammar: ShellGrammar,
  opening: Token,
  closing: ')' | '}',
  kind: 'other' | 'compound',
): SyntaxNode {
  const statements = grammar.statements(closing);
  const last = grammar.reader.token('command');
  return syntaxNode(kind, opening.start, isOperator(last, closing) ? last.end : opening.end, statements);
}

/** `(( … ))`. */
function readCalculationCommand(grammar: ShellGrammar, opening: Token): SyntaxNode {
  const { reader } = grammar;
  const inside = reader.at;
  const parts = grammar.calculations('))');
  reader.skipBlanks();
  skipToCalculationEnd(reader, inside, '))', grammar.insideForHead);
  const last = reader.token('command');
  return syntaxNode('compound', opening.start, last.text === '))' ? last.end : opening.end, parts);
}

function readAfterKeyword(grammar: ShellGrammar, keyword: Token): SyntaxNode | undefined {
  switch (keyword.text) {
    case 'if':
      return withRedirects(grammar, readIf(grammar, keyword), true);
    case 'while':
    case 'until':
      return withRedirects(grammar, readWhile(grammar, keyword), true);
    case 'for':
    case 'select':
      return withRedirects(grammar, readFor(grammar, keyword), true);
    case 'case':
      return withRedirects(grammar, readCase(grammar, keyword), true);
    case 'function':
      return readFunction(grammar, keyword);
    case 'unset':
    case 'unsetenv':
      return startsFunction(grammar) ? undefined : withRedirects(grammar, readUnset(grammar, keyword));
  }
  return declarationWords.has(keyword.text) ? withRedirects(grammar, readDeclaration(grammar, keyword)) : undefined;
}

/** The redirects after a statement. A here-string is one only after some. */
function withRedirects(grammar: ShellGrammar, statement: SyntaxNode, takesHereStrings = false): SyntaxNode {
  const { reader } = grammar;
  const redirects: SyntaxNode[] = [];
  for (;;) {
    reader.skipBlanks();
    const from = reader.at;
    const redirect = grammar.redirect(false);
    if (!redirect) break;
    if (redirect.kind === 'hereString' && !takesHereStrings) {
      reader.rewind(from);
      break;
    }
    redirects.push(redirect);
  }
  if (redirects.length === 0) return statement;
  return syntaxNode('redirected', statement.start, redirects.at(-1)!.end, [statement, ...redirects]);
}
