import { type CST, Lexer, Parser } from 'yaml';
import dialects from '../../../../schemas/dialects.json' with { type: 'json' };

/** Frontmatter with more tokens is not read; five lines of a scalar count as one token. */
export const maxTokens = dialects.limits['frontmatter-parts'].value;

/** Reading a line of a scalar costs far less than reading a token. */
const linesOfOneToken = 5;

/** How much of a text may be read, in one reading or several. */
export class TokenBudget {
  #left: number;

  constructor(max = maxTokens) {
    this.#left = max;
  }

  /** Whether this many tokens are left; if so, they are used up. */
  take(tokens: number): boolean {
    this.#left -= tokens;
    return this.#left >= 0;
  }
}

/** The lexical tokens of a YAML text, or the offset at which the budget ends. */
type YamlLexemes =
  | { readonly kind: 'whole'; readonly lexemes: readonly string[] }
  | { readonly kind: 'cut'; readonly offset: number };

/**
 * Splits a YAML text into the library's lexical tokens, as far as the budget allows: each takes microseconds, so a
 * large text of short ones would block everything else. One long scalar is a single token.
 */
export function lexYaml(text: string, budget: TokenBudget): YamlLexemes {
  const lexemes: string[] = [];
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (!budget.take(costOf(lexeme))) return { kind: 'cut', offset: Math.min(offset, text.length) };
    lexemes.push(lexeme);
    if (!isMark(lexeme)) offset += lexeme.length;
  }
  return { kind: 'whole', lexemes };
}

/** Combines the tokens into the library's syntax tree. */
export function* parseLexemes(lexemes: readonly string[]): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of lexemes) yield* parser.next(lexeme);
  yield* parser.end();
}

/** Tokens of the lexer that do not appear in the text. */
function isMark(lexeme: string): boolean {
  return lexeme === '\u0002' || lexeme === '\u0018' || lexeme === '\u001F';
}

/**
 * Escapes of one letter; the library creates an error for each of the others that is wrong, and errors are expensive.
 */
const simpleEscapes = '0abefnrtvN_LP "/\\\t\r\n';

function costOf(lexeme: string): number {
  if (lexeme.length < 2) return 1;
  let cost = 1;
  for (let end = lexeme.indexOf('\n'); end >= 0; end = lexeme.indexOf('\n', end + 1)) cost += 1 / linesOfOneToken;
  if (!lexeme.startsWith('"')) return cost;
  for (let at = lexeme.indexOf('\\'); at >= 0; at = lexeme.indexOf('\\', at + 2)) {
    if (!simpleEscapes.includes(lexeme.charAt(at + 1))) cost++;
  }
  return cost;
}
