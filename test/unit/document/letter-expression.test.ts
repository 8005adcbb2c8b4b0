import { describe, expect, test } from 'vitest';
import { letterExpression } from '../../../server/src/document/text/letter-expression.ts';

describe('letters of a text', () => {
  test('each character of Unicode is a letter, a mark or a digit, or is not', () => {
    const expression = letterExpression(String.raw`[\p{L}\p{M}\p{N}]`, 'u');
    const told: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (expression(character).test(character) !== /[\p{L}\p{M}\p{N}]/u.test(character)) told.push(code.toString(16));
    }
    expect(told).toEqual([]);
  });

  test('dashes, arrows and emoji do not make a text one of all letters', () => {
    const expression = letterExpression(String.raw`\p{L}`, 'u');
    expect(expression('Draws – “charts” → ⚠️ 🚀').source).toBe('[A-Za-z]');
    expect(expression('naïve').source).toBe(String.raw`\p{L}`);
  });

  test.each(['use the `draw-it` skill', 'über-draw – 日本 skill', 'x² → y_1', 'Ⅷ a\u0301b', '⚠️ a1', '🚀 𝒜b'])(
    'finds the same in %j as the expression for all letters',
    (text) => {
      for (const expression of [
        /\p{L}+/gu,
        /[\p{L}\p{N}_](?:[\p{L}\p{N}_-]|[.:](?=[\p{L}\p{N}_-]))*/gu,
        /(?<![\p{L}\p{N}])[^\p{L}\p{M}\p{N}[\]]+/gu,
        /\[\p{Lu}\]|\p{Ll}\p{M}?/gu,
      ]) {
        expect(text.match(letterExpression(expression.source, expression.flags)(text))).toEqual(text.match(expression));
      }
    },
  );
});
