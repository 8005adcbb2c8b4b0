/*
 * lit, which comes with VS Code's elements, is for templates that are rendered again. Pages here create elements once, and replace
 * parts of them as a whole.
 */

type Child = Node | string | undefined;

/**
 * Creates an HTML element. Attributes are set one by one and strings become text: nothing in a skill is parsed as
 * markup. Undefined attributes are omitted.
 */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled<Made extends Element>(
  made: Made,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly Child[],
): Made {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, String(value));
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A button in the style of VS Code. Its text is its name. */
export function button(label: string, onClick: () => void, look: 'primary' | 'secondary' = 'secondary'): HTMLElement {
  const made = document.createElement('vscode-button');
  made.textContent = label;
  if (look === 'secondary') made.setAttribute('secondary', '');
  made.addEventListener('click', onClick);
  return made;
}

/** Looks like a link, but asks the extension to act. */
export function linkButton(label: string, onClick: () => void): HTMLButtonElement {
  const made = html('button', { type: 'button', class: 'link' }, label);
  made.addEventListener('click', onClick);
  return made;
}
