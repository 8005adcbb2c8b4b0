import { skipToCalculationEnd } from './calculation-end.ts';
import { isOperator, skipNewlines } from './lookahead.ts';
import type { ShellGrammar } from './shell-grammar.ts';
import type { Token } from './shell-reader.ts';
import { definitionBody } from './simple-command.ts';
import { type SyntaxNode, syntaxNode } from './syntax-node.ts';

// Missing keywords are tolerated.

export function readIf(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  const { reader } = grammar;
  const parts = [...grammar.statements()];
  skipKeyword(grammar, 'then');
  parts.push(...grammar.statements());
  for (;;) {
    const next = reader.peekToken('command');
    if (next.kind !== 'word' || (next.text !== 'elif' && next.text !== 'else')) break;
    const clause = reader.token('command');
    const inside = grammar.statements();
    if (clause.text === 'elif') {
      skipKeyword(grammar, 'then');
      inside.push(...grammar.statements());
    }
    // Commands are read clause by clause.
    parts.push(syntaxNode('other', clause.start, reader.at, inside));
  }
  skipKeyword(grammar, 'fi');
  return syntaxNode('other', keyword.start, reader.at, parts);
}

export function readWhile(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  const condition = grammar.statements();
  const loop = readLoop(grammar);
  return syntaxNode('other', keyword.start, grammar.reader.at, loop ? [...condition, loop] : condition);
}

/** `for` and `select`. */
export function readFor(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  const { reader } = grammar;
  reader.skipBlanks();
  const counts = keyword.text === 'for' && reader.startsWith('((');
  const parts = counts ? readForHead(grammar) : readForList(grammar);
  const next = reader.peekToken('command');
  if (next.kind === 'newline' || isOperator(next, ';')) reader.token('command');
  const loop = readLoop(grammar) ?? (counts ? readBracedLoop(grammar) : undefined);
  return syntaxNode('other', keyword.start, reader.at, loop ? [...parts, loop] : parts);
}

/** `((…; …; …))`. */
function readForHead(grammar: ShellGrammar): SyntaxNode[] {
  const { reader, insideForHead } = grammar;
  const parts: SyntaxNode[] = [];
  reader.skip(2);
  for (const end of [';', ';', '))'] as const) {
    const start = reader.at;
    grammar.insideForHead = end === ';';
    reader.skipBlanks();
    parts.push(...grammar.calculations(end, 'assign'));
    reader.skipBlanks();
    skipToCalculationEnd(reader, start, end, grammar.insideForHead);
    if (end === ';') reader.skipText(';');
  }
  grammar.insideForHead = insideForHead;
  reader.skipBlanks();
  reader.skipText('))');
  return parts;
}

/** `name in word …`. The name may be anything. */
function readForList(grammar: ShellGrammar): SyntaxNode[] {
  const { reader } = grammar;
  reader.token('argument');
  const words: SyntaxNode[] = [];
  const next = reader.peekToken('argument');
  if (next.kind !== 'word' || next.text !== 'in') return words;
  reader.token('argument');
  for (;;) {
    reader.skipBlanks();
    const word = /^[;\n]?$/.test(reader.peek()) ? undefined : grammar.word();
    if (!word) return words;
    words.push(word);
  }
}

/** `do … done`. */
function readLoop(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  skipNewlines(grammar);
  const next = reader.peekToken('command');
  if (next.kind !== 'word' || next.text !== 'do') return undefined;
  reader.token('command');
  const statements = grammar.statements();
  skipKeyword(grammar, 'done');
  return syntaxNode('other', next.start, reader.at, statements);
}

function readBracedLoop(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  reader.skipBlanks();
  const start = reader.at;
  if (!reader.skipText('{')) return undefined;
  const statements = grammar.statements('}');
  reader.skipText('}');
  return syntaxNode('other', start, reader.at, statements);
}

export function readCase(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  const { reader } = grammar;
  const parts: SyntaxNode[] = [];
  const subject = grammar.word();
  if (subject) parts.push(subject);
  skipKeyword(grammar, 'in');
  for (;;) {
    skipNewlines(grammar);
    const next = reader.peekToken('argument');
    const closes = next.kind === 'word' && next.text === 'esac';
    if (closes) reader.token('argument');
    const item = closes || next.kind === 'end' ? undefined : readCaseItem(grammar);
    if (!item) break;
    parts.push(item);
  }
  return syntaxNode('other', keyword.start, reader.at, parts);
}

/** `pattern | pattern) statements ;;`. */
function readCaseItem(grammar: ShellGrammar): SyntaxNode | undefined {
  const { reader } = grammar;
  reader.skipBlanks();
  const start = reader.at;
  reader.skipText('(');
  const parts: SyntaxNode[] = [];
  for (;;) {
    reader.skipBlanks();
    if (/^\)?$/.test(reader.peek())) break;
    const from = reader.at;
    parts.push(...readCasePattern(grammar));
    if (reader.at === from) break;
    reader.skipBlanks();
    if (!reader.skipText('|')) break;
    reader.skipText('\\\n');
  }
  reader.skipText(')');
  parts.push(...grammar.statements());
  const last = reader.peekToken('command');
  if (isOperator(last, ';;', ';&', ';;&')) reader.token('command');
  return reader.at > start ? syntaxNode('other', start, reader.at, parts) : undefined;
}

const plainPattern = /\\[\s\S]|[\s\S]/y;
const quotedPattern = /"(?:\\[\s\S]|[^"])*"?|\$'(?:\\[\s\S]|[^'])*'?|'[^']*'?/y;

/** One pattern. How it is read depends on its content. */
function readCasePattern(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const start = reader.at;
  let depth = 0;
  let hasQuotes = false;
  let hasExpansions = false;
  while (!reader.atEnd) {
    if (reader.skipEscaped()) continue;
    const dollars = reader.skipText('$$');
    const quoted = !dollars && reader.skipMatch(quotedPattern);
    hasQuotes ||= quoted;
    hasExpansions ||= dollars;
    if (dollars || quoted) continue;
    const character = reader.peek();
    if (character === '(') depth++;
    else if (depth > 0 && character === ')') depth--;
    else if (depth > 0 ? character === '\n' : /^[)| \t\n]$/.test(character)) break;
    else if (depth === 0 && (character === '$' || character === '[')) hasExpansions = true;
    reader.skipMatch(plainPattern);
  }
  if (/[*?+@!]\(/.test(reader.text.slice(start, reader.at))) return [];
  if (!hasQuotes && !hasExpansions) return [];
  reader.rewind(start);
  if (hasQuotes) return readQuotedPattern(grammar);
  const word = grammar.word();
  return word ? [word] : [];
}

function readQuotedPattern(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const quoted: SyntaxNode[] = [];
  while (!/^[)| \t\n]?$/.test(reader.peek())) {
    if (reader.peek() === '"') quoted.push(grammar.doubleQuoted());
    else if (!reader.skipEscaped() && !reader.skipMatch(/\$\$|\$'(?:\\[\s\S]|[^'])*'?|'[^']*'?/y)) reader.skip();
  }
  return quoted;
}

/** `function name …`. The name may be anything. */
export function readFunction(grammar: ShellGrammar, keyword: Token): SyntaxNode {
  const { reader } = grammar;
  reader.token('argument');
  reader.skipBlanks();
  if (reader.startsWith('()')) reader.skip(2);
  skipNewlines(grammar);
  const body = grammar.statement();
  return syntaxNode('other', keyword.start, reader.at, body ? definitionBody(body) : []);
}

function skipKeyword(grammar: ShellGrammar, keyword: string): void {
  skipNewlines(grammar);
  const next = grammar.reader.peekToken('command');
  if (next.kind === 'word' && next.text === keyword) grammar.reader.token('command');
}
