import MarkdownIt, { type Token } from 'markdown-it';

/** A document of the site. */
export interface SitePage {
  /** The document, relative to the repository. */
  readonly source: string;
  /** Its page, relative to the site. */
  readonly name: string;
  readonly text: string;
}

/** A part of the menu. */
interface MenuGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const markdown = new MarkdownIt({ html: true });
// A wide table scrolls, not the page; who has no mouse can reach it.
markdown.renderer.rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.renderer.rules.fence = (tokens, index) =>
  `<pre tabindex="0"><code>${escaped(tokens[index]!.content)}</code></pre>\n`;
// Comments mark what is generated. Other HTML is shown as text.
markdown.renderer.rules.html_block = (tokens, index) => withoutComments(tokens[index]!);
markdown.renderer.rules.html_inline = markdown.renderer.rules.html_block;

/**
 * The HTML of a document.
 *
 * @param relative a path of the site as a link in the page of a document
 * @param target what a relative link of a document becomes
 */
export async function sitePage(
  page: SitePage,
  menu: readonly MenuGroup[],
  relative: (from: string, to: string) => string,
  target: (from: string, written: string) => Promise<string>,
): Promise<string> {
  const { source, text } = page;
  const tokens = markdown.parse(text, {});
  nameHeadings(tokens);
  for (const token of tokens.flatMap((it) => [it, ...(it.children ?? [])])) {
    const attribute = token.type === 'image' ? 'src' : 'href';
    const written = String(token.attrGet(attribute) ?? '');
    if (written === '' || /^(?:#|[a-z]+:)/.test(written)) continue;
    token.attrSet(attribute, await target(source, written));
  }
  const title = titleOf(tokens);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title === 'Skillwright' ? title : `${title} · Skillwright`)}</title>
<link rel="stylesheet" href="${relative(source, 'site.css')}">
</head>
<body>
<nav aria-label="Documentation">
${menu.map((group) => menuGroup(group, page, relative)).join('\n')}
</nav>
<main>
${markdown.renderer.render(tokens, markdown.options, {})}</main>
</body>
</html>
`;
}

/** Gives headings the names that GitHub gives them, which links use. */
function nameHeadings(tokens: readonly Token[]): void {
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const words = textOf(tokens[index + 1]!).toLowerCase();
    const name = words.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    const before = used.get(name) ?? 0;
    used.set(name, before + 1);
    token.attrSet('id', before === 0 ? name : `${name}-${before}`);
  }
}

function titleOf(tokens: readonly Token[]): string {
  const first = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1');
  return first === -1 ? 'Skillwright' : textOf(tokens[first + 1]!);
}

function textOf({ children }: Token): string {
  return (children ?? []).map(({ content }) => content).join('');
}

function menuGroup(
  { title, pages }: MenuGroup,
  page: SitePage,
  relative: (from: string, to: string) => string,
): string {
  const items = pages.map((it) => {
    const current = it === page ? ' aria-current="page"' : '';
    return `<li><a href="${relative(page.source, it.name)}"${current}>${escaped(nameInMenu(it))}</a></li>`;
  });
  return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

/** Short: the group above it says what it is about. */
function nameInMenu({ source, text }: SitePage): string {
  if (source === 'README.md') return 'Overview';
  if (source === 'docs/rules/README.md') return 'All rules';
  const title = titleOf(markdown.parse(text, {})).replace(/^Skillwright in /, '');
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

function withoutComments({ content }: Token): string {
  return content.startsWith('<!--') ? '' : escaped(content);
}

function escaped(text: string): string {
  return markdown.utils.escapeHtml(text);
}
