import { MAX_PARSED_ARGUMENTS } from '../../dialect/limits.ts';
import { readCalculation, readCalculations } from './calculations.ts';
import { readExpansion } from './expansions.ts';
import { readProcessSubstitution, readRedirect } from './redirects.ts';
import type { CalculationEnd, CalculationMode, Heredoc, ShellGrammar } from './shell-grammar.ts';
import { ShellGivenUp, ShellReader } from './shell-reader.ts';
import { readList, readProgram, readStatement, readStatements } from './statements.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { readBackticks, readDoubleQuoted, readWord } from './words.ts';

/** The result of parsing a text: no root if parsing was given up. */
interface ParsedShell {
  readonly root: SyntaxNode | undefined;
  /** The cost: characters and tokens read. */
  readonly steps: number;
}

/**
 * Parses text as Claude Code parses a shell command. Nothing is an error: text that cannot begin a command is skipped,
 * and unclosed constructs end with the text. Claude Code gives up on longer texts.
 */
export function parseShell(text: string): ParsedShell {
  if (text.length > MAX_PARSED_ARGUMENTS) return { root: undefined, steps: 0 };
  const parser = new ShellParser(text);
  try {
    return { root: readProgram(parser), steps: parser.reader.steps };
  } catch (error) {
    if (!(error instanceof ShellGivenUp)) throw error;
    return { root: undefined, steps: parser.reader.steps };
  }
}

/** Joins the parts of the grammar, which are in separate files. */
class ShellParser implements ShellGrammar {
  readonly reader: ShellReader;
  insideBackticks = false;
  endsAtBracket = false;
  insideForHead = false;
  heredocs: Heredoc[] = [];

  constructor(text: string) {
    this.reader = new ShellReader(text);
  }

  statements(end?: ')' | '}'): SyntaxNode[] {
    return readStatements(this, end);
  }

  list(): SyntaxNode | undefined {
    return readList(this);
  }

  statement(): SyntaxNode | undefined {
    return readStatement(this);
  }

  redirect(greedy: boolean): SyntaxNode | undefined {
    return readRedirect(this, greedy);
  }

  word(): SyntaxNode | undefined {
    return readWord(this);
  }

  doubleQuoted(): SyntaxNode {
    return readDoubleQuoted(this);
  }

  backticks(): SyntaxNode {
    return readBackticks(this);
  }

  processSubstitution(): SyntaxNode {
    return readProcessSubstitution(this);
  }

  expansion(): SyntaxNode {
    return readExpansion(this);
  }

  calculations(end: CalculationEnd, mode: CalculationMode = 'name'): SyntaxNode[] {
    return readCalculations(this, end, mode);
  }

  calculation(end: CalculationEnd, mode: CalculationMode = 'name'): SyntaxNode[] | undefined {
    return readCalculation(this, end, mode);
  }
}
