import DOMPurify from 'dompurify';
import { shownAttributes, shownTags } from './shown-html.ts';

/** The classes that the renderer uses; any other class could imitate the style of this page. */
const knownClass = /^(hljs(-[\w-]+)?|code-line|language-[\w-]+|task-list-item|contains-task-list)$/;

const purifier = DOMPurify(window);

purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName !== 'class') return;
  attribute.attrValue = attribute.attrValue
    .split(/\s+/)
    .filter((name) => knownClass.test(name))
    .join(' ');
});

// An image would be fetched from any address; its alternative text is enough.
purifier.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName !== 'img' || !(node instanceof Element)) return;
  const text = node.getAttribute('alt') || node.getAttribute('src') || '';
  node.replaceWith(node.ownerDocument.createTextNode(`[Image: ${text}]`));
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href');
  if (address === null) return;
  // Followed by a message only: the page itself never navigates.
  node.removeAttribute('href');
  if (node.tagName !== 'A') return;
  node.setAttribute('data-address', address);
  node.setAttribute('role', 'link');
  node.setAttribute('tabindex', '0');
});

/** The rendered text, sanitized: nothing that acts, loads, moves or imitates this page remains. */
export function harmless(rendered: string): DocumentFragment {
  return purifier.sanitize(rendered, {
    ALLOWED_TAGS: [...shownTags],
    ALLOWED_ATTR: [...shownAttributes],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  });
}
