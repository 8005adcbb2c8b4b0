/*
 * The HTML that is allowed in the rendered view. Everything else is removed, including future features of browsers;
 * its text remains.
 */

/** Elements that structure text, and do nothing else. */
export const shownTags: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'wbr', 'hr', 'blockquote', 'pre'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'abbr', 'b', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small'],
  ...['strong', 'sub', 'sup', 'u', 'var'],
];

/**
 * Their attributes. Addresses are removed when the links are created, other classes than the renderer's are removed, and
 * names get a prefix, so that they do not collide with the page's.
 */
export const shownAttributes: readonly string[] = [
  ...['href', 'id', 'class', 'title', 'data-line'],
  ...['start', 'reversed', 'colspan', 'rowspan'],
];
