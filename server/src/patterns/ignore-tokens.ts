import { rangeOf, readBrackets } from './brackets.ts';
import { foldUnit, oneUnit, UnitSet } from './unit-set.ts';

/** A token of a line of a `.gitignore`. */
export type Token =
  /** One unit; `plain` is the folded unit if it can be only one. */
  { readonly units: UnitSet; readonly plain?: string } | 'star' | 'slash';

const anyInName = new UnitSet([rangeOf('/', '/')], { negated: true });

/** The tokens of a line without `!`; undefined if it can match nothing. */
export function readIgnoreTokens(body: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < body.length; at++) {
    const character = body[at]!;
    if (character === '/') tokens.push('slash');
    else if (character === '*') {
      // More than two in a row mean the same as two.
      if (tokens.at(-1) !== 'star' || tokens.at(-2) !== 'star') tokens.push('star');
    } else if (character === '?') tokens.push({ units: anyInName });
    else if (character === '\\') {
      at++;
      // There is nothing to escape at the end, and before a final slash.
      if (at === body.length || (body[at] === '/' && at === body.length - 1)) return undefined;
      tokens.push(plainUnit(body, at));
    } else if (character === '[') {
      const brackets = readBrackets(body, at, { ignoresCase: true });
      if (!brackets) return undefined;
      tokens.push({ units: brackets.units });
      at = brackets.end;
    } else tokens.push(plainUnit(body, at));
  }
  return tokens;
}

function plainUnit(text: string, at: number): Token {
  const folded = foldUnit(text.charCodeAt(at));
  // Here, an escaped slash does not separate folders, so it cannot be looked up as one.
  return text[at] === '/' ? { units: oneUnit(folded) } : { units: oneUnit(folded), plain: String.fromCharCode(folded) };
}
