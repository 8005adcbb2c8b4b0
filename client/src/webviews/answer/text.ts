import { revealInvisible } from '../../text/reveal-invisible.ts';
import { html } from '../elements.ts';

/** Names and texts of a repository may be in it. A space between a number and its unit is our own. */
export function visible(text: string): string {
  return text
    .split('\u00A0')
    .map((part) => revealInvisible(part))
    .join('\u00A0');
}

/** Text in which backticks mark code. */
export function withCode(text: string): (Node | string)[] {
  return visible(text)
    .split('`')
    .map((part, index, parts) => (index % 2 === 1 && index < parts.length - 1 ? html('code', {}, part) : part));
}
