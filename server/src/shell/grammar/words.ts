import type { ShellGrammar } from './shell-grammar.ts';
import { type SyntaxNode, syntaxNode, syntaxNodeAround } from './syntax-node.ts';

/** A run of characters without a meaning of their own. */
const literalRun = /(?:\\[^\n]|[^\\ \t\n\r|&;()<>"'$`{}[\]])+/y;
const plainInDoubleQuotes = /[^"\\$`]+/y;
/** `{1..5}`, `{a..c}`: numbers on both sides, or one letter each. */
const braceRange = /\{(?:\d+\.\.\d+|[A-Za-z_]\.\.[A-Za-z_])\}/y;
const braceOpening = /\{(?=[;|&\n) \t]|$)/y;
/** The text between braces; quotes have no meaning there. */
const braceContent = /(?:\\[\s\S]|[^}\n;|& \t<>()])+/y;

/** A word: adjacent parts without a gap. */
export function readWord(grammar: ShellGrammar): SyntaxNode | undefined {
  grammar.reader.skipBlanks();
  const parts: SyntaxNode[] = [];
  for (let added = readParts(grammar); added.length > 0; added = readParts(grammar)) parts.push(...added);
  return parts.length > 1 ? syntaxNodeAround('joined', parts) : parts[0];
}

function readParts(grammar: ShellGrammar): SyntaxNode[] {
  const { reader } = grammar;
  const start = reader.at;
  const leaf = (kind: SyntaxNode['kind']): SyntaxNode[] => [syntaxNode(kind, start, reader.at)];
  switch (reader.peek()) {
    case '<':
    case '>':
      return reader.peek(1) === '(' ? [grammar.processSubstitution()] : [];
    case '"':
      return [grammar.doubleQuoted()];
    case "'":
      reader.token('argument');
      return leaf('quoted');
    case '$':
      return readDollar(grammar);
    case '`':
      return grammar.insideBackticks ? [] : [grammar.backticks()];
    case '{':
      return readBraces(grammar);
    case '}':
    case '[':
    case ']':
      reader.skip();
      return leaf('word');
  }
  return readLiteral(grammar);
}

function readDollar(grammar: ShellGrammar): SyntaxNode[] {
  const { reader } = grammar;
  const start = reader.at;
  const next = reader.peek(1);
  if (next === "'") {
    reader.token('argument');
    return [syntaxNode('other', start, reader.at)];
  }
  if (next !== '"' && next !== '`') return [grammar.expansion()];
  reader.skip();
  const dollar = syntaxNode('other', start, reader.at);
  return next === '"' ? [dollar, grammar.doubleQuoted()] : [dollar];
}

function readBraces({ reader }: ShellGrammar): SyntaxNode[] {
  const start = reader.at;
  if (reader.skipMatch(braceRange)) return [syntaxNode('other', start, reader.at)];
  if (reader.skipMatch(braceOpening)) return [syntaxNode('word', start, reader.at)];
  reader.skip();
  const inside = reader.at;
  const opening = syntaxNode('word', start, inside);
  reader.skipMatch(braceContent);
  reader.skipText('}');
  return reader.at > inside ? [opening, syntaxNode('word', inside, reader.at)] : [opening];
}

function readLiteral(grammar: ShellGrammar): SyntaxNode[] {
  const { reader } = grammar;
  const start = reader.at;
  if (!reader.skipMatch(literalRun)) return [];
  const text = reader.text.slice(start, reader.at);
  // A number in a base, such as 16#${digits}.
  if (/^-?(?:0x)?\d+#$/.test(text) && /^\$[{(]$/.test(reader.peek() + reader.peek(1))) {
    const digits = grammar.expansion();
    return [syntaxNode('number', start, digits.end, [digits])];
  }
  return [syntaxNode(/^-?\d+$/.test(text) ? 'number' : 'word', start, reader.at)];
}

/** `"…"` with the expansions in it; to the end of the text if it is not closed. */
export function readDoubleQuoted(grammar: ShellGrammar): SyntaxNode {
  const { reader } = grammar;
  const start = reader.at;
  const expansions: SyntaxNode[] = [];
  reader.skip();
  for (;;) {
    reader.skipMatch(plainInDoubleQuotes);
    const character = reader.peek();
    if (character === '"' || character === '') break;
    if (reader.skipEscaped()) continue;
    // Quotes have no meaning here: a dollar before one is a character.
    if (character === '$' && !/['"`]/.test(reader.peek(1))) expansions.push(grammar.expansion());
    else if (character === '`') expansions.push(grammar.backticks());
    else reader.skip();
  }
  reader.skipText('"');
  return syntaxNode('quoted', start, reader.at, expansions);
}

/** `` `…` ``. Not read if it contains escapes, or does not end where its command does. */
export function readBackticks(grammar: ShellGrammar): SyntaxNode {
  const { reader } = grammar;
  const start = reader.at;
  reader.skip();
  const inside = reader.at;
  const content = reader.matches(/(?:\\[\s\S]|[^`\\]|\\$)*/y)!;
  const end = inside + content.length;
  const endsEscaping = /(?:^|[^\\])(?:\\\\)*\\$/.test(content);
  let commands = hasEscapes(content) ? [] : readCommands(grammar);
  if (reader.at !== end || endsEscaping) {
    reader.rewind(inside);
    reader.skip(end - inside);
    commands = [];
  }
  reader.skipText('`');
  return syntaxNode('substitution', start, reader.at, commands);
}

/** Escapes that a shell would remove before it reads the text between the backticks. */
function hasEscapes(content: string): boolean {
  return [...content.matchAll(/\\([\s\S]?)/g)].some(([, escaped]) => /^[`$\\"\n]$/.test(escaped!));
}

function readCommands(grammar: ShellGrammar): SyntaxNode[] {
  const { reader, insideBackticks, heredocs } = grammar;
  grammar.insideBackticks = true;
  grammar.heredocs = [];
  const commands: SyntaxNode[] = [];
  for (;;) {
    const next = reader.peekToken('command');
    if (next.kind === 'end' || next.kind === 'backtick') break;
    if (next.kind === 'newline') {
      reader.token('command');
      continue;
    }
    const command = grammar.list();
    if (!command) break;
    commands.push(command);
    const after = reader.peekToken('command');
    if (after.kind === 'newline' || after.text === ';' || after.text === '&') reader.token('command');
  }
  reader.skipBlanks();
  grammar.insideBackticks = insideBackticks;
  grammar.heredocs = heredocs;
  return commands;
}
