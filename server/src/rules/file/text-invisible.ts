import { showText } from '../messages/show-value.ts';
import { findInvisibleText, type InvisibleText } from '../readings/invisible-text.ts';
import type { Rule } from '../rule.ts';

export const textInvisible: Rule = {
  id: 'text-invisible',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['wide-character'],
  summary: 'Invisible characters that hide text, split words, or change the order in which a line is displayed',
  source: 'https://www.unicode.org/reports/tr36/',
  check({ document }, report) {
    for (const found of findInvisibleText(document.text)) {
      const isOne = found.codePoints.length === 1;
      report({
        range: found.range,
        message: describe(found),
        fixes: [
          {
            title: isOne ? 'Remove the invisible character' : 'Remove the invisible characters',
            // Without its controls, a line may look different.
            safe: found.kind !== 'order',
            edits: [{ range: found.range, newText: '' }],
          },
        ],
      });
    }
  },
};

function describe({ kind, codePoints }: InvisibleText): string {
  const characters = nameCharacters(codePoints);
  const many = codePoints.length > 1;
  switch (kind) {
    case 'tags': {
      const text = spelledByTags(codePoints);
      return `${characters} ${many ? 'are' : 'is'} invisible, but the model reads ${many ? 'them' : 'it'}${text ? `: ${showText(text)}` : ''}. Remove ${many ? 'them' : 'it'}`;
    }
    case 'order':
      return `${characters} ${many ? 'make' : 'makes'} editors display this line in another order than the model reads it. Remove ${many ? 'them' : 'it'}`;
    case 'in-word':
      return `${characters} splits this word invisibly, so search does not find it and commands do not recognize it. Remove it`;
    case 'run':
      return `${characters} are invisible and can hide text from readers. Remove them`;
    case 'mark':
      return `${characters}, an invisible byte order mark, belongs only at the beginning of a file. Remove it`;
  }
}

/** More are not named. */
const MAX_NAMED = 3;

function nameCharacters(codePoints: readonly number[]): string {
  const names = [...new Set(codePoints)].map((point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
  const [only] = names;
  if (codePoints.length === 1) return only!;
  const named = names.length > MAX_NAMED ? `${names.slice(0, MAX_NAMED).join(', ')} …` : names.join(', ');
  return `${codePoints.length} characters (${named})`;
}

/** Backticks would end the quotation. */
function spelledByTags(codePoints: readonly number[]): string {
  return codePoints
    .filter((point) => point >= 0xe0020 && point <= 0xe007e)
    .map((point) => String.fromCharCode(point - 0xe0000))
    .join('')
    .replaceAll('`', "'")
    .trim();
}
