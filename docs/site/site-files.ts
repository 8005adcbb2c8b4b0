import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { repositoryAddress } from '../../server/src/platform/release.ts';
import { playgroundFiles } from './playground-files.ts';
import { type SitePage, sitePage } from './site-page.ts';

/** Where it is described, the site has the playground itself. */
const playground = 'docs/playground/README.md';

/** The pages, in the groups of the menu. */
const groups = [
  { title: 'Skillwright', sources: ['README.md', playground, 'CHANGELOG.md', 'SECURITY.md'] },
  { title: 'Guide', folder: 'docs/guide' },
  { title: 'Rules', sources: ['docs/rules/README.md'] },
  { title: 'Other editors', folder: 'docs/editors' },
  { title: 'Development', sources: ['ARCHITECTURE.md', 'CONTRIBUTING.md'] },
];

/**
 * The files of the site by their paths: a page for each document, its pictures, and one style sheet. All links between
 * them are relative, so that no server is needed.
 *
 * @throws {Error} if a document links to what does not exist
 */
export async function siteFiles(root: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const menu = await Promise.all(
    groups.map(async ({ title, sources, folder }) => ({ title, sources: sources ?? (await pagesIn(root, folder)) })),
  );
  const inMenu = menu.flatMap(({ sources }) => sources);
  const sources = [...new Set([...inMenu, ...(await pagesIn(root, 'docs/rules'))])];
  const files = new Map<string, string | Uint8Array>();
  const styles = ['colors.css', 'site.css'].map((name) => readFile(path.join(root, 'docs/site', name), 'utf8'));
  files.set('site.css', (await Promise.all(styles)).join('\n'));
  for (const [name, content] of await playgroundFiles(root)) files.set(name, content);
  const pages = new Map<string, SitePage>();
  for (const source of sources)
    pages.set(source, { source, name: nameOf(source), text: await readFile(path.join(root, source), 'utf8') });
  const target = async (from: string, written: string): Promise<string> => {
    const [file = '', fragment] = written.split('#', 2);
    const found = path.posix.join(path.posix.dirname(from), decodeURI(file));
    const page = pages.get(found) ?? pages.get(`${found}/README.md`);
    const after = fragment === undefined ? '' : `#${fragment}`;
    if (page) return relative(from, page.name) + after;
    const type = await typeOf(path.join(root, found));
    if (type === undefined) throw new Error(`${from} links to ${written}, which does not exist`);
    // What is not copied is linked to.
    if (!/\.(?:webp|svg|png)$/.test(found)) return `${repositoryAddress}/${type}/main/${found}${after}`;
    files.set(found, await readFile(path.join(root, found)));
    return relative(from, found);
  };
  const links = menu.map(({ title, sources }) => ({ title, pages: sources.map((source) => pages.get(source)!) }));
  for (const page of pages.values())
    if (page.source !== playground) files.set(page.name, await sitePage(page, links, relative, target));
  return files;
}

/** The documents of a folder, the overview first. */
async function pagesIn(root: string, folder: string): Promise<string[]> {
  const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith('.md')).sort();
  const overview = names.filter((name) => name === 'README.md');
  return [...overview, ...names.filter((name) => name !== 'README.md')].map((name) => `${folder}/${name}`);
}

function nameOf(source: string): string {
  if (source === playground) return 'playground.html';
  return source.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

/** A path of the site as a link in a page. The pages are in the folders of their sources. */
function relative(from: string, to: string): string {
  return path.posix.relative(path.posix.dirname(from), to);
}

/** As GitHub names the pages of files and folders. */
async function typeOf(file: string): Promise<'blob' | 'tree' | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && (found.isDirectory() ? 'tree' : 'blob');
}
