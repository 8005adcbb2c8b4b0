import { type CST, Lexer, Parser } from 'yaml';
import dialects from '../../../schemas/dialects.json' with { type: 'json' };

/** Frontmatter with more tokens is not read; five lines of one text count as a token. */
export const maxTokens = dialects.limits['frontmatter-parts'].value;

/** A line of a text costs the reader far less than a token. */
const linesOfOneToken = 5;

/** How much of a text may be read, over one reading or several. */
export class TokenBudget {
  #left: number;

  constructor(max = maxTokens) {
    this.#left = max;
  }

  /** Whether so many tokens are left; if so, they are taken. */
  take(tokens: number): boolean {
    this.#left -= tokens;
    return this.#left >= 0;
  }
}

/** The pieces of a YAML text, or where it has more of them than the budget allows. */
export type YamlLexemes =
  | { readonly kind: 'whole'; readonly lexemes: readonly string[] }
  | { readonly kind: 'cut'; readonly offset: number };

/**
 * Cuts a YAML text into the library's lexical pieces, as far as the budget reaches: reading a piece costs microseconds,
 * so a large text of short ones would hold everything else up. One long text is a single piece.
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

/** Puts the pieces together to the library's syntax tree. */
export function* parseLexemes(lexemes: readonly string[]): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of lexemes) yield* parser.next(lexeme);
  yield* parser.end();
}

/** What the lexer says about the pieces, in characters that stand nowhere in the text. */
function isMark(lexeme: string): boolean {
  return lexeme === '\u0002' || lexeme === '\u0018' || lexeme === '\u001F';
}

/** Escapes of one letter; of the others the library makes an error where they are wrong, and errors are dear. */
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
