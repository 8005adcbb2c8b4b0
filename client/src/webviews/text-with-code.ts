import { html } from './elements.ts';

/** Text in which backticks mark code. */
export function textWithCode(text: string): (Node | string)[] {
  return text
    .split('`')
    .map((part, index, parts) => (index % 2 === 1 && index < parts.length - 1 ? html('code', {}, part) : part));
}
