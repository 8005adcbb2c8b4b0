import type { ShellGrammar } from './shell-grammar.ts';
import type { Token } from './shell-reader.ts';
import { skipBackticks } from './skipping.ts';
import { type SyntaxNode, syntaxNode, syntaxNodeAround } from './syntax-node.ts';

type TestEnd = ']' | ']]';

/** `[ … ]` or `[[ … ]]`. */
export function readTest(grammar: ShellGrammar, opening: Token): SyntaxNode {
  const { reader } = grammar;
  const end: TestEnd = opening.text === '[' ? ']' : ']]';
  const from = reader.at;
  let content = readChoice(grammar, end);
  reader.skipBlanks();
  if (end === ']' && reader.peek() !== ']') {
    reader.rewind(from);
    content = readBracketedCommand(grammar);
    if (!content) {
      reader.rewind(from);
      content = readChoice(grammar, end);
    }
    reader.skipBlanks();
  }
  const beforeEnd = reader.at;
  const last = reader.token('argument');
  const closes = last.text === end && /^[ \t\n\r;&|)<>]?$/.test(reader.peek());
  if (!closes) reader.rewind(beforeEnd);
  return syntaxNode('other', opening.start, closes ? last.end : opening.end, content ? [content] : []);
}

/** If it is not a test, it may be a command with redirects. */
function readBracketedCommand(grammar: ShellGrammar): SyntaxNode | undefined {
  const { endsAtBracket } = grammar;
  grammar.endsAtBracket = true;
  const statement = grammar.statement();
  grammar.endsAtBracket = endsAtBracket;
  return statement?.kind === 'redirected' ? statement : undefined;
}

function readChoice(grammar: ShellGrammar, end: TestEnd): SyntaxNode | undefined {
  return readJoined(grammar, end, '||', () => readJoined(grammar, end, '&&', () => readComparison(grammar, end)));
}

/** Parts with an operator between them, which only `[[ … ]]` has. */
function readJoined(
  grammar: ShellGrammar,
  end: TestEnd,
  operator: '||' | '&&',
  readPart: () => SyntaxNode | undefined,
): SyntaxNode | undefined {
  const { reader } = grammar;
  let joined = readPart();
  while (joined) {
    reader.skipBlanks();
    const from = reader.at;
    if (end !== ']]' || !reader.skipText(operator)) break;
    skipLines(grammar, end);
    const part = readPart();
    if (!part) {
      reader.rewind(from);
      break;
    }
    joined = syntaxNodeAround('other', [joined, part]);
  }
  return joined;
}

/** Line breaks and comments have no meaning inside `[[ … ]]`. */
function skipLines({ reader }: ShellGrammar, end: TestEnd): void {
  reader.skipBlanks();
  if (end === ']') return;
  for (;;) {
    if (reader.skipText('\n')) reader.skipBlanks();
    else if (reader.peek() === '#') reader.skipToLineEnd();
    else return;
  }
}

function readParenthesized(grammar: ShellGrammar, end: TestEnd): SyntaxNode {
  return grammar.reader.nested(() => {
    const { reader } = grammar;
    const start = reader.at;
    reader.skip();
    const inside = readChoice(grammar, end);
    reader.skipBlanks();
    reader.skipText(')');
    return syntaxNode('other', start, reader.at, inside ? [inside] : []);
  });
}

function readComparison(grammar: ShellGrammar, end: TestEnd): SyntaxNode | undefined {
  const { reader } = grammar;
  skipLines(grammar, end);
  if (reader.peek() === '(') return readParenthesized(grammar, end);
  const left = readOperand(grammar, end);
  if (!left) return undefined;
  reader.skipBlanks();
  const pattern = end === ']]' ? /[=!]=|=~|=|<(?!<)|>(?!>)|-[A-Za-z_]\w*/y : /[=!]=|=~|=|-[A-Za-z_]\w*/y;
  const operator = reader.matches(pattern);
  if (operator === undefined) return left;
  reader.skip(operator.length);
  reader.skipBlanks();
  const right = readRightSide(grammar, end, operator);
  return syntaxNode('other', left.start, reader.at, [left, ...right]);
}

function readRightSide(grammar: ShellGrammar, end: TestEnd, operator: string): readonly SyntaxNode[] {
  if (end === ']]') {
    if (operator === '=~') return readRegularExpression(grammar);
    if (operator === '=') return skipPattern(grammar, false);
    if (operator === '==' || operator === '!=') return readGlob(grammar);
  }
  const word = readWordBefore(grammar, end);
  return word ? [word] : [];
}

function readOperand(grammar: ShellGrammar, end: TestEnd): SyntaxNode | undefined {
  const { reader } = grammar;
  let negations = 0;
  const start = reader.at;
  skipLines(grammar, end);
  while (reader.skipMatch(/!(?=[ \t\n(]|$)/y)) {
    negations++;
    skipLines(grammar, end);
  }
  const operand = readUnary(grammar, end);
  return operand ?? (negations > 0 ? syntaxNode('other', start, reader.at) : undefined);
}

function readUnary(grammar: ShellGrammar, end: TestEnd): SyntaxNode | undefined {
  const { reader } = grammar;
  if (reader.peek() === '(') return readParenthesized(grammar, end);
  const start = reader.at;
  if (!reader.skipMatch(/-[A-Za-z_]\w*(?=[ \t\n]|$)/y)) return readWordBefore(grammar, end);
  const word = readWordBefore(grammar, end);
  return syntaxNode('other', start, reader.at, word ? [word] : []);
}

/** A word, unless the test ends here. */
function readWordBefore(grammar: ShellGrammar, end: TestEnd): SyntaxNode | undefined {
  const { reader } = grammar;
  reader.skipBlanks();
  const closes = end === ']' ? /\](?=[ \t\n\r;&|)<>]|$)/y : /\]\](?=[ \t\n\r;&|)<>]|$)/y;
  return reader.matches(closes) === undefined ? grammar.word() : undefined;
}

/** A quoted expression is read if the test continues or ends right after it. */
function readRegularExpression(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const start = reader.at;
  if (reader.peek() === '"' || reader.peek() === "'") {
    const quoted = reader.peek() === '"' ? grammar.doubleQuoted() : undefined;
    if (!quoted) reader.token('argument');
    const next = /[ \t]+\](?:\\\r?\n)*\]|[ \t]*&(?:\\\r?\n)*&|[ \t]+\|(?:\\\r?\n)*\||[ \t]*(?:\n|$)/y;
    if (reader.matches(next) !== undefined) return quoted ? [quoted] : [];
    reader.rewind(start);
  }
  return skipPattern(grammar, true);
}

/** Skips a pattern, in which only quotes and parentheses count. */
function skipPattern({ reader }: ShellGrammar, allowsBar: boolean): readonly SyntaxNode[] {
  for (let depth = 0; !reader.atEnd; ) {
    if (reader.skipEscaped() || reader.skipMatch(/"(?:\\[\s\S]|[^"])*"?|'[^']*'?/y)) continue;
    const character = reader.peek();
    if (character === '`') {
      skipBackticks(reader);
      continue;
    }
    if (depth === 0 && (/^[ \t\n&)]$/.test(character) || (character === '|' && !allowsBar))) break;
    if (character === '(') depth++;
    else if (character === ')') depth--;
    reader.skip();
  }
  return [];
}

const goesOn = /(?:[ \t]|\\\r?\n)*(?:\](?:\\\r?\n)*\]|&(?:\\\r?\n)*&|\|(?:\\\r?\n)*\||#|\n)/y;

/** A glob pattern, which may contain blanks, up to the end of the test or the operator that continues it. */
function readGlob(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const parts: SyntaxNode[] = [];
  for (let depth = 0; !reader.atEnd; ) {
    if (reader.skipEscaped()) continue;
    const character = reader.peek();
    const next = reader.peek(1);
    if (depth === 0) {
      if (/^[\n&|)]$/.test(character)) break;
      if (/^[ \t]$/.test(character) && reader.matches(goesOn) !== undefined) break;
    }
    if (character === "'" || (character === '$' && next === "'")) reader.token('argument');
    else if (character === '"') parts.push(grammar.doubleQuoted());
    else if (character === '$' && next === '"') reader.skip();
    else if (character === '$' && /^[([{\w?$@*#!\u0080-\uffff-]$/.test(next) && !/^\d$/.test(next)) {
      parts.push(grammar.expansion());
    } else if (character === '`') parts.push(grammar.backticks());
    else if ((character === '<' || character === '>') && next === '(') parts.push(grammar.processSubstitution());
    else {
      if (character === '(') depth++;
      else if (character === ')') depth--;
      reader.skip();
    }
  }
  return parts;
}
