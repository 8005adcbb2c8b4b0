import { withVisibleControls } from './markdown-text.ts';

/*
 * HTML that a browser renders. Texts of files are only data: no element, attribute or link may result from them. So a page
 * is made of our own text and of texts that went through `htmlText`; the compiler rejects everything else.
 */

declare const htmlBrand: unique symbol;

/** HTML in which no text of a file has an effect. */
export type Html = string & { readonly [htmlBrand]: true };

/** Our own HTML, as a template: the values in it are HTML or numbers. */
export function html(words: TemplateStringsArray, ...parts: readonly (Html | number)[]): Html {
  return words.map((word, index) => word + (parts[index] ?? '')).join('') as Html;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text of a file, in an element or between the quotes of an attribute: it is shown literally, and nothing in it is hidden. */
export function htmlText(text: string): Html {
  const visible = withVisibleControls(text.replace(/\r\n?/g, '\n'));
  return visible.replace(/[&<>"']/g, (character) => entities[character]!) as Html;
}

export function joinHtml(parts: readonly (Html | undefined)[], separator = '\n'): Html {
  return parts.filter((part) => part !== undefined && part !== '').join(separator) as Html;
}
