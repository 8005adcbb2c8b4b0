import type { ShellGrammar } from './shell-grammar.ts';
import { skipBackticks, skipBraced, skipParenthesized, skipQuoted } from './skipping.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The rest after the name in `${name…}`: an operator and its operand. */
export function readOperand(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const operator = reader.matches(/:[-=?+]|##?|%%?|\/\/?|\^\^?|,,?|[-=?+]/y);
  if (operator === undefined) return [];
  reader.skip(operator.length);
  switch (operator[0]) {
    case '/':
      return readReplacing(grammar);
    case '#':
    case '%':
      return readTrimming(grammar);
    case '^':
    case ',':
      skipPattern(grammar, '}');
      return [];
  }
  return reader.peek() === '(' ? skipList(grammar) : readText(grammar);
}

/** `/pattern/text`. */
function readReplacing(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  reader.skipMatch(/[#%]/y);
  const quoted = reader.peek() === '"' ? [grammar.doubleQuoted()] : [];
  skipPattern(grammar, '/');
  return reader.skipText('/') ? [...quoted, ...readText(grammar)] : quoted;
}

/** A pattern is skipped, not read. Escapes count in both kinds of quotes. */
function skipPattern({ reader }: ShellGrammar, end: '/' | '}'): void {
  while (!reader.atEnd && reader.peek() !== '}' && reader.peek() !== end) {
    if (reader.skipEscaped() || reader.skipMatch(/\$(?=\$)/y)) continue;
    if (reader.skipMatch(/"(?:\\[\s\S]|[^"])*"?|'(?:\\[\s\S]|[^'])*'?/y)) continue;
    if (reader.peek() === '`') skipBackticks(reader);
    else if (reader.startsWith('${')) skipBraced(reader);
    else if (reader.startsWith('$(')) skipParenthesized(reader);
    else reader.skip();
  }
}

/** The pattern of `#` and `%`, in which only `"…"` is read. */
function readTrimming(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const quoted: SyntaxNode[] = [];
  while (!reader.atEnd && reader.peek() !== '}') {
    if (reader.skipEscaped() || reader.skipText('$$')) continue;
    if (reader.peek() === '"') quoted.push(grammar.doubleQuoted());
    else if (reader.peek() === "'") skipQuoted(reader, "'");
    else if (reader.peek() === '`') skipBackticks(reader);
    else if (reader.startsWith("$'")) skipQuoted(reader, "$'");
    else if (reader.startsWith('${')) skipBraced(reader);
    else if (reader.startsWith('$(')) skipParenthesized(reader);
    else reader.skip();
  }
  return quoted;
}

/** `(…)` after an operator: a list of words that are skipped, not read. */
function skipList({ reader }: ShellGrammar): readonly SyntaxNode[] {
  reader.skip();
  for (;;) {
    reader.skipBlanks();
    if (/^[)}\n]?$/.test(reader.peek())) break;
    while (!/^[)} \t\n]?$/.test(reader.peek())) {
      if (reader.skipEscaped() || reader.skipText('$$')) continue;
      if (reader.startsWith("$'")) skipQuoted(reader, "$'");
      else if (reader.peek() === '"' || reader.peek() === "'") skipQuoted(reader, reader.peek() as '"' | "'");
      else if (reader.peek() === '`') skipBackticks(reader);
      else reader.skip();
    }
  }
  reader.skipText(')');
  reader.skipMatch(/\n+/y);
  return [];
}

/** Text up to the closing brace. */
function readText(grammar: ShellGrammar): readonly SyntaxNode[] {
  const { reader } = grammar;
  const parts: SyntaxNode[] = [];
  while (!reader.atEnd && reader.peek() !== '}') {
    const character = reader.peek();
    const next = reader.peek(1);
    if (reader.skipEscaped()) continue;
    if (character === '$' && /[{([\w?$@*#!\u0080-\uffff-]/.test(next)) parts.push(grammar.expansion());
    else if (character === '$' && next === "'") skipQuoted(reader, "$'");
    else if (character === '"') parts.push(grammar.doubleQuoted());
    else if (character === "'") skipQuoted(reader, "'");
    else if ((character === '<' || character === '>') && next === '(') parts.push(grammar.processSubstitution());
    else if (character === '`') parts.push(grammar.backticks());
    else reader.skip();
  }
  return parts;
}
