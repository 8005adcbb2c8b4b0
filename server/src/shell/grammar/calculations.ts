import type { CalculationEnd, CalculationMode, ShellGrammar } from './shell-grammar.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The nodes in a calculation that may contain commands; undefined if nothing could be read. */
type Parts = SyntaxNode[] | undefined;

const operator = /<<=|>>=|\*\*|<<|>>|==|!=|<=|>=|&&|\|\||[-+*/%&^|]=|\+(?!\+)|-(?!-)|[*/%<>&|^=]/y;

/** The precedence of the binary operators. */
const precedences: Readonly<Record<string, number>> = {
  ...{ '=': 2, '+=': 2, '-=': 2, '*=': 2, '/=': 2, '%=': 2, '<<=': 2, '>>=': 2, '&=': 2, '^=': 2, '|=': 2 },
  ...{ '||': 4, '&&': 5, '|': 6, '^': 7, '&': 8, '==': 9, '!=': 9 },
  ...{ '<': 10, '>': 10, '<=': 10, '>=': 10, '<<': 11, '>>': 11 },
  ...{ '+': 12, '-': 12, '*': 13, '/': 13, '%': 13, '**': 14 },
};

/** Calculations with commas between them. */
export function readCalculations(grammar: ShellGrammar, end: CalculationEnd, mode: CalculationMode): SyntaxNode[] {
  const { reader } = grammar;
  const parts = readCalculation(grammar, end, mode) ?? [];
  reader.skipBlanks();
  while (reader.peek() === ',' && !isAt(grammar, end)) {
    reader.skip();
    parts.push(...(readCalculation(grammar, end, mode) ?? []));
    reader.skipBlanks();
  }
  return parts;
}

/** One calculation, which may be a choice: `a ? b : c`. */
export function readCalculation(grammar: ShellGrammar, end: CalculationEnd, mode: CalculationMode): Parts {
  return grammar.reader.nested(() => {
    const { reader } = grammar;
    const condition = readBinary(grammar, end, 0, mode);
    if (!condition) return undefined;
    reader.skipBlanks();
    if (!reader.skipText('?')) return condition;
    const chosen = readBinary(grammar, ':', 0, mode) ?? [];
    reader.skipBlanks();
    reader.skipText(':');
    return [...condition, ...chosen, ...(readCalculation(grammar, end, mode) ?? [])];
  });
}

function readBinary(grammar: ShellGrammar, end: CalculationEnd, min: number, mode: CalculationMode): Parts {
  const { reader } = grammar;
  const parts = readUnary(grammar, end, mode);
  if (!parts) return undefined;
  for (;;) {
    reader.skipBlanks();
    const sign = isAt(grammar, end) ? undefined : reader.matches(operator);
    if (sign === undefined) return parts;
    const precedence = precedences[sign]!;
    if (precedence < min) return parts;
    reader.skip(sign.length);
    const groupsRight = precedence === 2 || sign === '**';
    const right = reader.nested(() => readBinary(grammar, end, groupsRight ? precedence : precedence + 1, mode));
    if (!right) return parts;
    parts.push(...right);
  }
}

function readUnary(grammar: ShellGrammar, end: CalculationEnd, mode: CalculationMode): Parts {
  const { reader } = grammar;
  let signs = false;
  for (;;) {
    reader.skipBlanks();
    if (isAt(grammar, end)) break;
    if (!reader.matches(/\+\+|--/y) && mode !== 'name' && reader.skipMatch(/-\d+/y)) return [];
    if (!reader.skipMatch(/\+\+|--|[-+!~]/y)) {
      const operand = readOperand(grammar, end, mode);
      if (operand) reader.skipMatch(/\+\+|--/y);
      return operand ?? (signs ? [] : undefined);
    }
    signs = true;
  }
  return signs ? [] : undefined;
}

function readOperand(grammar: ShellGrammar, end: CalculationEnd, mode: CalculationMode): Parts {
  const { reader } = grammar;
  switch (reader.peek()) {
    case '(': {
      reader.skip();
      const parts = readCalculations(grammar, ')', mode);
      reader.skipBlanks();
      reader.skipText(')');
      return parts;
    }
    case '"':
      return [grammar.doubleQuoted()];
    case '$':
      return [grammar.expansion()];
  }
  if (/^\d$/.test(reader.peek())) return readNumber(grammar);
  return reader.skipMatch(/[A-Za-z_]\w*/y) ? readAfterName(grammar, end, mode) : undefined;
}

function readNumber(grammar: ShellGrammar): SyntaxNode[] {
  const { reader } = grammar;
  if (reader.skipMatch(/0[xX][\dA-Fa-f]*/y)) return [];
  reader.skipMatch(/\d+/y);
  // A base and digits in it, which may be expansions.
  if (reader.skipMatch(/#[\w@]*/y) && reader.peek() === '$') return [grammar.expansion()];
  return [];
}

function readAfterName(grammar: ShellGrammar, end: CalculationEnd, mode: CalculationMode): SyntaxNode[] {
  const { reader } = grammar;
  const hasSubscript = reader.peek() === '[';
  if (mode === 'assign') {
    reader.skipBlanks();
    if (reader.skipMatch(/=(?!=)/y)) {
      // The assigned value is not searched for commands.
      readCalculation(grammar, end, mode);
      return [];
    }
  }
  if (!hasSubscript) return [];
  reader.skip();
  const parts = readCalculation(grammar, ']', 'name') ?? [grammar.expansion()];
  reader.skipBlanks();
  reader.skipText(']');
  return parts;
}

function isAt({ reader }: ShellGrammar, end: CalculationEnd): boolean {
  if (end === ':}') return reader.peek() === ':' || reader.peek() === '}';
  return reader.startsWith(end);
}
