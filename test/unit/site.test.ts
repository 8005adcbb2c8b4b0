import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { siteFiles } from '../../docs/site/site-files.ts';

const files = await siteFiles(fileURLToPath(new URL('../../', import.meta.url)));
const pages = [...files].filter((file): file is [string, string] => file[0].endsWith('.html'));

const withoutScripts = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '');

const attributes = (html: string, name: string) =>
  [...withoutScripts(html).matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map((match) => match[1]!);

describe('the site', () => {
  test('has the README first, and a page for every rule and editor', () => {
    const names = pages.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'index.html',
        'SECURITY.html',
        'docs/rules/index.html',
        'docs/rules/literal-dollar.html',
      ]),
    );
    expect(names).toContain('docs/editors/neovim.html');
  });

  test('has no link to a file or heading that does not exist', () => {
    const broken = pages.flatMap(([name, html]) =>
      [...attributes(html, 'href'), ...attributes(html, 'src')]
        .filter((written) => !/^(?:https|data):/.test(written) && !leadsSomewhere(name, written))
        .map((written) => `${name}: ${written}`),
    );
    expect(broken).toEqual([]);
  });

  test('has every page within reach of its first one', () => {
    const reached = new Set(['index.html']);
    for (const name of reached) {
      for (const written of attributes(String(files.get(name)), 'href')) {
        const to = path.posix.join(path.posix.dirname(name), written.split('#')[0]!);
        if (files.has(to) && to.endsWith('.html')) reached.add(to);
      }
    }
    expect([...reached].sort()).toEqual(pages.map(([name]) => name).sort());
  });

  test('loads nothing from a network, and runs nothing', () => {
    // A browser runs that one, without a network: its test is among those in a browser.
    for (const [name, html] of pages.filter(([name]) => name !== 'playground.html')) {
      expect(html, name).not.toMatch(/<script|<iframe|\son\w+=/);
      for (const written of attributes(html, 'src')) expect(written, name).not.toMatch(/^(?:https?:)?\/\//);
    }
    expect(files.get('site.css')).not.toMatch(/url\(|@import/);
  });

  test('has the licences and the bill of materials of what the playground contains', () => {
    const licences = String(files.get('playground-licenses.txt'));
    const { components } = JSON.parse(String(files.get('playground.cdx.json'))) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@codemirror/view', '@codemirror/lsp-client', 'dompurify', 'yaml']));
    expect(names).not.toContain('@codemirror/streamparser');
    for (const name of names) expect(licences).toContain(`\n\n${name} `);
  });

  test('has a title, a language and one main heading on every page', () => {
    const titles = pages.map(([, html]) => /<title>(.+)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
    for (const [name, html] of pages) {
      expect(html, name).toContain('<html lang="en">');
      expect(html.match(/<h1[ >]/g), name).toHaveLength(1);
      expect(html.match(/aria-current="page"/g)?.length ?? 0, name).toBeLessThanOrEqual(1);
    }
  });
});

function leadsSomewhere(from: string, written: string): boolean {
  const [file = '', fragment] = written.split('#', 2);
  const to = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
  const content = files.get(to);
  if (content === undefined) return false;
  return fragment === undefined || attributes(String(content), 'id').includes(decodeURIComponent(fragment));
}
