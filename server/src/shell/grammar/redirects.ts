import { readDelimiter } from './heredocs.ts';
import { isOperator } from './lookahead.ts';
import type { ShellGrammar } from './shell-grammar.ts';
import type { ShellReader, Token } from './shell-reader.ts';
import { type SyntaxNode, syntaxNode } from './syntax-node.ts';

const fileOperators = new Set(['>', '>>', '>&', '>|', '&>', '&>>', '<', '<&']);

/** A redirect with the descriptor before it; undefined, without moving, if there is none. */
export function readRedirect(grammar: ShellGrammar, greedy: boolean): SyntaxNode | undefined {
  const { reader } = grammar;
  const from = reader.at;
  reader.skipBlanks();
  const start = reader.at;
  if (!reader.skipMatch(/\d+(?=[<>])/y)) skipDescriptorName(grammar);
  const operator = reader.token('argument');
  if (isOperator(operator, '<<<')) {
    const word = grammar.word();
    return syntaxNode('hereString', start, word?.end ?? operator.end, word ? [word] : []);
  }
  if (isOperator(operator, '<<', '<<-')) return readHeredoc(grammar, start, operator);
  if (isOperator(operator, '<&-', '>&-')) {
    reader.skipBlanks();
    const word = isTarget(grammar) ? grammar.word() : undefined;
    return syntaxNode('redirect', start, word?.end ?? operator.end, word ? [word] : []);
  }
  if (operator.kind === 'operator' && fileOperators.has(operator.text)) {
    const targets = readTargets(grammar, greedy);
    return syntaxNode('redirect', start, targets.at(-1)?.end ?? operator.end, targets);
  }
  reader.rewind(from);
  return undefined;
}

/** Skips `{name}` or `{name[index]}` before a redirect. */
function skipDescriptorName({ reader }: ShellGrammar): void {
  const from = reader.at;
  if (!reader.skipMatch(/\{[A-Za-z_]\w*/y)) return;
  if (reader.peek() === '[') skipSubscript(reader);
  if (!reader.skipMatch(/\}(?=[<>])/y)) reader.rewind(from);
}

/** Skips `[…]` with brackets and quotes in it; to the end of the line if it is not closed. */
function skipSubscript(reader: ShellReader): void {
  for (let depth = 0; !reader.atEnd && reader.peek() !== '\n'; ) {
    if (reader.peek() === '[') depth++;
    else if (reader.peek() === ']') depth--;
    reader.skipMatch(/'[^']*'?|"(?:\\[\s\S]|[^"])*"?|\\[\s\S]|[\s\S]/y);
    if (depth === 0) return;
  }
}

/** Whether the target of a redirect may begin here. */
function isTarget({ reader, endsAtBracket }: ShellGrammar): boolean {
  const character = reader.peek();
  if (/^[\n|&;()}]?$/.test(character)) return false;
  if (character === '<' || character === '>') return reader.peek(1) === '(';
  if (reader.matches(/\d+[<>]/y) !== undefined) return false;
  return !(endsAtBracket && character === ']');
}

function readTargets(grammar: ShellGrammar, greedy: boolean): SyntaxNode[] {
  const { reader } = grammar;
  const targets: SyntaxNode[] = [];
  for (;;) {
    reader.skipBlanks();
    if (!isTarget(grammar) || (!greedy && targets.length > 0)) return targets;
    const isProcess = /^[<>]$/.test(reader.peek());
    const target = isProcess ? grammar.processSubstitution() : grammar.word();
    if (!target) return targets;
    targets.push(target);
  }
}

/** The announcement of a here-document and the rest of its line, which belongs to it. */
function readHeredoc(grammar: ShellGrammar, start: number, operator: Token): SyntaxNode {
  const { reader } = grammar;
  const heredoc = readDelimiter(reader, operator.text === '<<-');
  grammar.heredocs.push(heredoc);
  const rest: SyntaxNode[] = [];
  for (;;) {
    reader.skipBlanks();
    if (reader.atEnd || reader.peek() === '\n') break;
    const part = readAfterHeredoc(grammar);
    if (!part) {
      reader.skipToLineEnd();
      break;
    }
    rest.push(part);
  }
  return syntaxNode('heredoc', start, reader.at, rest);
}

function readAfterHeredoc(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  const start = reader.at;
  if (/^[\d<>]$/.test(reader.peek())) {
    const redirect = reader.nested(() => grammar.redirect(false));
    if (redirect?.kind === 'redirect') return redirect;
    reader.rewind(start);
  }
  if (reader.skipMatch(/&&|\|\|/y)) {
    reader.skipBlanks();
    return grammar.statement() ?? syntaxNode('other', start, reader.at);
  }
  if (reader.skipText('|')) return syntaxNode('other', start, reader.at, readPiped(grammar));
  return /^[&;()]$/.test(reader.peek()) ? undefined : grammar.word();
}

function readPiped(grammar: ShellGrammar): SyntaxNode[] {
  const { reader } = grammar;
  const statements: SyntaxNode[] = [];
  for (;;) {
    reader.skipBlanks();
    const statement = grammar.statement();
    if (!statement) return statements;
    statements.push(statement);
    reader.skipBlanks();
    if (!reader.skipMatch(/\|(?!\|)/y)) return statements;
  }
}

/** `<(…)` or `>(…)`. */
export function readProcessSubstitution(grammar: ShellGrammar): SyntaxNode {
  const { reader } = grammar;
  const start = reader.at;
  reader.skip(2);
  const statements = grammar.statements(')');
  reader.skipBlanks();
  reader.skipText(')');
  return syntaxNode('substitution', start, reader.at, statements);
}
