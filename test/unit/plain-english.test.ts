import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { STILTED } from './stilted-words.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Words that a user may read, and where they are. */
interface Words {
  readonly file: string;
  readonly text: string;
}

function filesBelow(folder: string, extension: string): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** The string and template literals of a source, those of imports left out. */
function literalsOf(file: string): Words[] {
  const found: Words[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration') return;
    if (type === 'Literal' && typeof value === 'string') found.push({ file, text: value });
    if (type === 'TemplateElement') found.push({ file, text: (value as { cooked: string }).cooked });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(read(file), { lang: 'ts' }, file));
  return found.filter(({ text }) => /\p{L} \p{L}/u.test(text));
}

/** The comments of a source, each as one line: those on lines of their own, and those after code. */
function commentsOf(file: string): Words[] {
  const source = read(file);
  const blocks = source.matchAll(/^[ \t]*\/\*\*?([\s\S]*?)\*\//gm);
  const lines = source.matchAll(/(?:^[ \t]*\/\/.*$\n?)+|(?<=[;,{}()] )\/\/ .*$/gm);
  return [...blocks, ...lines].map(([comment]) => ({
    file,
    text: comment
      .replace(/\*\/$/, '')
      .replace(/^[ \t]*(?:\/\*\*?|\*\/|\*(?!\/)|\/\/)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

/** Where a client is what the language server protocol calls one, or Claude Code as a program that is asked. */
const hasClients = /^(?:client\/src|server\/src\/lsp|test\/record)\//;
const theClient = /\bthe client(?:'s|’s)?\b/i;

/** The paragraphs of a page without its examples. */
function proseOf(file: string): Words[] {
  const prose = read(file).replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
  return prose.split(/\n\s*\n/).map((text) => ({ file, text: text.replace(/\s+/g, ' ').trim() }));
}

/** The texts of a JSON file under keys whose name says that people read them. */
function textsOf(file: string, keys: RegExp, value: unknown = JSON.parse(read(file))): Words[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner === 'string') return keys.test(key) ? [{ file, text: inner }] : [];
    return textsOf(file, keys, inner);
  });
}

/** What the schemas repeat from Claude Code is left as it is. */
const spokenByClaudeCode = new Set(['schemas/skill-tool.json', 'schemas/shell-commands.json']);

const readByPeople = /^(?:title|description|default|whenWrongType|whenBroken|because|what|matches|patternInWords)$/;

function expectPlain(words: readonly Words[], habits: readonly RegExp[] = STILTED): void {
  expect(words.length).toBeGreaterThan(0);
  const stilted = words.flatMap(({ file, text }) =>
    habits.flatMap((habit) => {
      const match = habit.exec(text);
      return match ? [`${file}: “${match[0]}” in “${text}”`] : [];
    }),
  );
  expect(stilted).toEqual([]);
}

describe('plain English', () => {
  test.for([
    'server/src/rules',
    'server/src/cli',
    'server/src/catalog',
    'server/src/features',
    'server/src/jobs',
    'server/src/lsp',
    'client/src',
  ])('in the messages of %s', (folder) => {
    expectPlain(filesBelow(folder, '.ts').flatMap(literalsOf));
  });

  test.for(['server/src', 'client/src', 'schemas', 'test/record'])('in the comments of %s', (folder) => {
    const files = [...filesBelow(folder, '.ts'), ...filesBelow(folder, '.mjs')];
    const ofClients = files.filter((file) => hasClients.test(file));
    const others = files.filter((file) => !hasClients.test(file));
    expect(files.length).toBeGreaterThan(10);
    const inGeneral = STILTED.filter((habit) => habit.source !== theClient.source);
    expect(inGeneral).toHaveLength(STILTED.length - 1);
    if (ofClients.length > 0) expectPlain(ofClients.flatMap(commentsOf), inGeneral);
    if (others.length > 0) expectPlain(others.flatMap(commentsOf));
  });

  test('on the pages of the rules', () => {
    expectPlain(filesBelow('docs/rules', '.md').flatMap(proseOf));
  });

  test('in the descriptions of the schemas', () => {
    const files = filesBelow('schemas', '.json').filter((file) => !spokenByClaudeCode.has(file));
    expectPlain(files.flatMap((file) => textsOf(file, readByPeople)));
  });

  test('in what package.json contributes', () => {
    const { contributes } = JSON.parse(read('package.json'));
    expectPlain(textsOf('package.json', /description$|^(?:title|name|contents)$/i, contributes));
  });

  test.for([...filesBelow('docs/guide', '.md'), 'README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'])(
    'in %s',
    (page) => {
      expectPlain(proseOf(page));
    },
  );
});
