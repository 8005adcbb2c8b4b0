import { withoutSecrets } from '../../dialect/secrets/find-secrets.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';

/** The rest of a longer value is not repeated in a message. */
const maxShown = 40;

/** A name that is to be typed or found is needed as a whole. */
const maxNameShown = 120;

/** More of a text is not searched for credentials: they are shorter, but for keys, which have spaces. */
const maxSearched = 2000;

/** A piece of the author's text as messages show it: on one line, not too long, without credentials, in backticks. */
export function showText(text: string): string {
  return showUpTo(text, maxShown);
}

/** The name of a file, a skill or a command to type, as messages show it: whole, unless it is absurdly long. */
export function showName(text: string): string {
  return showUpTo(text, maxNameShown);
}

function showUpTo(text: string, max: number): string {
  const line = withoutSecrets(text.trim().slice(0, maxSearched).replace(/\s+/g, ' '));
  if (line.length <= max) return `\`${line}\``;
  const characters = [...line.slice(0, 2 * max)];
  return `\`${characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line}\``;
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
