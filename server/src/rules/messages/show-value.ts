import type { YamlValue } from '../../document/yaml-value.ts';

/** The rest of a longer value is not repeated in a message. */
const maxShown = 40;

/** A piece of the author's text as messages show it: on one line, not too long, in backticks. */
export function showText(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = [...line.slice(0, 2 * maxShown)];
  return `\`${characters.length > maxShown ? `${characters.slice(0, maxShown - 1).join('')}…` : line}\``;
}

/** The kind of value, in words for people. */
export function kindInWords(value: YamlValue): string {
  if (value.kind !== 'scalar') return value.kind === 'list' ? 'a list' : 'a mapping';
  switch (typeof value.value) {
    case 'string':
      return 'a string';
    case 'boolean':
      return `\`${value.value}\``;
    case 'object':
      return 'an empty value';
    default:
      return 'a number';
  }
}
