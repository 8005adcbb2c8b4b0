import { readHeredocBodies, readHeredocExpansions } from './heredocs.ts';
import { isOperator, isRedirected, skipNewlines, startsFunction } from './lookahead.ts';
import type { ShellGrammar } from './shell-grammar.ts';
import type { Token } from './shell-reader.ts';
import { type SyntaxNode, syntaxNode, syntaxNodeAround } from './syntax-node.ts';

/** Words that begin or continue a compound command; `in` alone does not. */
const reservedWords = new Set('if then elif else fi while until for do done case esac function select'.split(' '));
const bracketOperators = new Set(['{', '[', '[[']);
const endingOperators = new Set(['|', '|&', '&&', '||', ';', ';;', ';&', ';;&', '&', ')', '}', '))']);

/** Assignments and redirects, and the command after them. */
export function readSimpleCommand(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  const { assignments, redirects } = readPrefixes(grammar);
  reader.skipBlanks();
  const next = reader.peekToken('command');
  const startsReserved = next.kind === 'word' && reservedWords.has(next.text);
  if (startsReserved || cannotBeNamed(next)) return withoutName(assignments, redirects, startsReserved);
  const prefixes = [...assignments, ...redirects].sort((a, b) => a.start - b.start);
  const definition = readDefinition(grammar, prefixes);
  if (definition) return definition;
  const name = grammar.word();
  if (!name) return assignments.length === 1 ? assignments[0] : undefined;
  return readNamed(grammar, assignments, redirects, name);
}

function readPrefixes(grammar: ShellGrammar): { assignments: SyntaxNode[]; redirects: SyntaxNode[] } {
  const assignments: SyntaxNode[] = [];
  const redirects: SyntaxNode[] = [];
  for (;;) {
    grammar.reader.skipBlanks();
    const assignment = readAssignment(grammar);
    const redirect = assignment ? undefined : grammar.redirect(false);
    if (assignment) assignments.push(assignment);
    else if (redirect) redirects.push(redirect);
    else return { assignments, redirects };
  }
}

function cannotBeNamed({ kind, text }: Token): boolean {
  if (kind === 'operator') return !bracketOperators.has(text);
  return kind === 'end' || kind === 'newline' || kind === 'comment' || kind === 'backtick';
}

function withoutName(
  assignments: readonly SyntaxNode[],
  redirects: readonly SyntaxNode[],
  startsReserved: boolean,
): SyntaxNode | undefined {
  const all = [...assignments, ...redirects];
  if (all.length === 0) return undefined;
  if (startsReserved)
    return syntaxNodeAround(
      'other',
      all.sort((a, b) => a.start - b.start),
    );
  if (assignments.length === 0) return syntaxNodeAround('redirected', redirects);
  if (redirects.length > 0) return syntaxNodeAround('command', all);
  return assignments.length > 1 ? syntaxNodeAround('other', assignments) : assignments[0];
}

/** `name() …`. */
function readDefinition(grammar: ShellGrammar, prefixes: readonly SyntaxNode[]): SyntaxNode | undefined {
  const { reader } = grammar;
  const from = reader.at;
  const name = grammar.word();
  if (name?.kind === 'word' && startsFunction(grammar)) {
    reader.token('command');
    reader.skipBlanks();
    reader.token('command');
    reader.skipBlanks();
    skipNewlines(grammar);
    const body = grammar.statement();
    if (body) return syntaxNodeAround('other', [...prefixes, name, ...definitionBody(body)]);
  }
  reader.rewind(from);
  return undefined;
}

/** Redirects of `{ … }` are separate in a definition. */
export function definitionBody(body: SyntaxNode): readonly SyntaxNode[] {
  return isRedirected(body) && body.children[0]!.kind === 'compound' ? body.children : [body];
}

/** The rest after the name. The target of a redirect takes all words after it. */
function readNamed(
  grammar: ShellGrammar,
  assignments: readonly SyntaxNode[],
  redirectsBefore: readonly SyntaxNode[],
  name: SyntaxNode,
): SyntaxNode {
  const { reader } = grammar;
  const parts = [...assignments, ...redirectsBefore, syntaxNodeAround('name', [name])];
  const redirects: SyntaxNode[] = [];
  let heredoc: SyntaxNode | undefined;
  for (;;) {
    reader.skipBlanks();
    const redirect = grammar.redirect(true);
    if (redirect?.kind === 'heredoc') heredoc = redirect;
    else if (redirect?.kind === 'hereString') parts.push(redirect);
    else if (redirect) redirects.push(redirect);
    if (redirect) continue;
    const argument = redirects.length > 0 ? undefined : readArgument(grammar);
    if (!argument) break;
    parts.push(argument);
  }
  const command = syntaxNode('command', parts[0]!.start, parts.at(-1)!.end, parts);
  if (heredoc) return withHeredoc(grammar, command, [...redirectsBefore, heredoc, ...redirects]);
  return redirects.length > 0 ? syntaxNodeAround('redirected', [command, ...redirects]) : command;
}

function readArgument(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  if (grammar.endsAtBracket && reader.peek() === ']') return undefined;
  const next = reader.peekToken('argument');
  if (next.kind === 'end' || next.kind === 'newline' || next.kind === 'comment') return undefined;
  if (next.kind === 'operator' && endingOperators.has(next.text)) return undefined;
  const argument = grammar.word();
  if (!argument) return reader.peek() === '(' ? readListArgument(grammar) : undefined;
  const text = reader.text.slice(argument.start, argument.end);
  // Neither a lone equals sign nor text right before a parenthesis counts as a word.
  const isWord = argument.kind === 'word' || argument.kind === 'joined';
  if ((argument.kind === 'word' && text === '=') || (isWord && reader.peek() === '(' && reader.at === argument.end)) {
    return syntaxNode('other', argument.start, argument.end, [argument]);
  }
  return argument;
}

/** `(…)` between words. */
function readListArgument(grammar: ShellGrammar): SyntaxNode {
  const { reader } = grammar;
  const opening = reader.token('command');
  const statements = grammar.statements(')');
  const closes = isOperator(reader.peekToken('command'), ')');
  const end = closes ? reader.token('command').end : opening.end;
  return syntaxNode('other', opening.start, end, statements);
}

/** A here-document ends the line, and its text is skipped with the command. */
function withHeredoc(grammar: ShellGrammar, command: SyntaxNode, redirects: readonly SyntaxNode[]): SyntaxNode {
  readHeredocBodies(grammar);
  const announced = grammar.heredocs.shift();
  if (announced?.body && !announced.quoted) readHeredocExpansions(grammar, announced.body);
  return syntaxNode('redirected', command.start, announced?.body?.afterDelimiter ?? command.end, [
    command,
    ...redirects,
  ]);
}

/** `name=value`, `name[index]+=value`, `name=(value …)`; undefined, without moving, if there is none. */
export function readAssignment(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  const from = reader.at;
  reader.skipBlanks();
  const start = reader.at;
  if (!reader.skipMatch(/[A-Za-z_]\w*/y)) {
    reader.rewind(from);
    return undefined;
  }
  if (reader.peek() === '[') {
    let depth = 0;
    do {
      if (reader.peek() === '[') depth++;
      else if (reader.peek() === ']') depth--;
      reader.skip();
    } while (depth > 0 && !reader.atEnd);
  }
  if (!reader.skipMatch(/=(?!=)|\+=/y)) {
    reader.rewind(from);
    return undefined;
  }
  if (reader.peek() === '(') passArray(grammar);
  else if (!/^[ \t\n;&|)}]?$/.test(reader.peek())) grammar.word();
  return syntaxNode('assignment', start, reader.at);
}

/** Any text in place of the closing parenthesis is lost. */
function passArray(grammar: ShellGrammar): void {
  const { reader } = grammar;
  reader.token('argument');
  do reader.skipBlanks();
  while (reader.peek() !== ')' && grammar.word());
  reader.token('argument');
}
