/*
 * What is left of HTML in the rendered view. Whatever is not in these lists goes, also what browsers learn one day; the
 * words in it stay.
 */

/** Elements that structure words, and do nothing else. */
export const shownTags: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'wbr', 'hr', 'blockquote', 'pre'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'abbr', 'b', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small'],
  ...['strong', 'sub', 'sup', 'u', 'var'],
];

/**
 * What these may have: addresses are taken off again when the links are made, classes but those of the renderer go, and
 * names get a prefix, so that they mean nothing to the page.
 */
export const shownAttributes: readonly string[] = [
  ...['href', 'id', 'class', 'title', 'data-line'],
  ...['start', 'reversed', 'colspan', 'rowspan'],
];
