import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { generateFiles } from '../../schemas/generate/generated-files.ts';
import { filesOfRelease } from '../../schemas/generate/release-facts.ts';
import { isEveryTest, oneIn } from '../every-test.ts';

// Each text is formatted by a process, and most are the same each time.
vi.mock('../../schemas/generate/format.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../schemas/generate/format.ts')>();
  const formatted = new Map<string, Promise<string>>();
  const format: typeof actual.format = (source, file, root) => {
    const key = `${file}\n${source}`;
    const known = formatted.get(key) ?? actual.format(source, file, root);
    formatted.set(key, known);
    return known;
  };
  return { format };
});

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What is generated, and what it is generated from. */
const copied = [
  '.gitignore',
  'docs/guide/settings.md',
  'biome.json',
  'docs/rules',
  'package.json',
  'schemas/skillwright.config.schema.json',
  'server/src/platform/release.ts',
  'server/src/dialect',
  'server/src/rules',
  ...filesOfRelease,
];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'skillwright-generate-'));
  for (const file of copied) await cp(path.join(repository, file), path.join(root, file), { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const read = (file: string) => readFile(path.join(root, file), 'utf8');
const write = (file: string, text: string) => writeFile(path.join(root, file), text);

async function replace(file: string, written: string, text: string): Promise<void> {
  const before = await read(file);
  expect(before).toContain(written);
  await write(file, before.replace(written, text));
}

async function differing(folder: string) {
  return (await generateFiles(folder)).filter(({ written, generated }) => written !== generated);
}

/** Writes what differs, as `npm run generate` does. */
async function generate(): Promise<void> {
  for (const { path: file, generated } of await differing(root)) await write(file, generated);
}

/** Changes in what is generated: what is there, and what replaces it. */
const changes = [
  ['server/src/dialect/runtimes/generated/runtime-types.d.ts', 'export interface', 'interface'],
  ['server/src/dialect/consumer-id.ts', "'vscode'", "'code'"],
  ['server/src/rules/rules-by-group.ts', '    nameFormat,', '    // nameFormat,'],
  ['package.json', '"default": "information"', '"default": "off"'],
  ['package.json', '"agentskills",', '"agentskill",'],
  ['schemas/skillwright.config.schema.json', '"claude-code@2.1.7"', '"claude-code@2.1.8"'],
  ['docs/guide/settings.md', '`bypassPermissions`', '`skipPermissions`'],
  ['docs/rules/README.md', '| error |', '| off |'],
  ['docs/rules/name-format.md', '# `name-format`', '# The format of names'],
  ['docs/rules/suppression-unused.md', '| hint |', '| warning |'],
  ['action.yml', 'default: 0.1.0', 'default: 0.0.9'],
  ['docs/claude-plugin/this-release.mjs', 'skillwright@0.1.0', 'skillwright@0.0.9'],
  ['docs/guide/command-line.md', 'https://github.com/skillwright/', 'https://github.com/somebody/'],
  ['server/src/platform/release.ts', "'0.1.0'", "'0.0.9'"],
] as const;

const changedFiles = [...new Set(changes.map(([file]) => file))];

/** That the repository has what is generated is a test of the manifest. */
describe('what is generated', () => {
  test('is not changed by hand', async () => {
    const before = await Promise.all(changedFiles.map(read));
    for (const [file, written, text] of changes) await replace(file, written, text);
    expect((await differing(root)).map((it) => it.path).sort()).toEqual([...changedFiles].sort());
    await generate();
    expect(await Promise.all(changedFiles.map(read))).toEqual(before);
  });

  test.each(
    oneIn(2, [
      ['CRLF', '\r\n'],
      ['LF', '\n'],
    ] as const),
  )('keeps the rest of a file, with %s', async (_, lineEnd) => {
    for (const file of changedFiles) await write(file, (await read(file)).replaceAll('\n', lineEnd));
    expect(await differing(root)).toEqual([]);

    await replace('package.json', '"keywords": [', `"keywords": [${lineEnd}\t"by hand" ,  `);
    for (const page of ['docs/guide/settings.md', 'docs/rules/README.md', 'docs/rules/name-format.md']) {
      await write(page, `By hand  ${lineEnd}${await read(page)}${lineEnd}$& by hand`);
    }
    const edited = await Promise.all(changedFiles.map(read));
    for (const [file, written, text] of changes) await replace(file, written, text);
    await generate();
    expect(await Promise.all(changedFiles.map(read))).toEqual(edited);
  });

  test('begins the page of a new rule', async () => {
    const page = await read('docs/rules/name-format.md');
    const [head, rest] = page.split(/(?<=<!-- end generated -->\n)/);
    await write('docs/rules/name-format.md', rest!.trimStart());
    await generate();
    expect(await read('docs/rules/name-format.md')).toBe(page);
    await rm(path.join(root, 'docs/rules/name-format.md'));
    await generate();
    expect(await read('docs/rules/name-format.md')).toBe(head);
  });

  test('leaves no page without its rule', async () => {
    await write('docs/rules/retired-rule.md', 'By hand');
    await expect(generateFiles(root)).rejects.toThrow('docs/rules/retired-rule.md is the page of no rule');
  });

  test.each(['begin generated by `npm run generate`', 'end generated'])('needs one `%s`', async (mark) => {
    const page = await read('docs/guide/settings.md');
    await write('docs/guide/settings.md', page.replace(`<!-- ${mark} -->`, ''));
    await expect(generateFiles(root)).rejects.toThrow(/^docs\/guide\/settings\.md must have one line/);
    await write('docs/guide/settings.md', `${page}\n<!-- ${mark} -->\n`);
    await expect(generateFiles(root)).rejects.toThrow(/^docs\/guide\/settings\.md must have one line/);
  });

  // Each change is itself checked so.
  test.runIf(isEveryTest)('is checked on the command line, without a change', async () => {
    await replace('docs/rules/name-format.md', '| warning |', '| error |');
    const changed = await read('docs/rules/name-format.md');
    const program = ['test/run-typescript.mjs', 'schemas/generate/generate.ts'].map((it) => path.join(repository, it));
    const run = (...options: string[]) =>
      promisify(execFile)(process.execPath, [...program, ...options], { cwd: root, encoding: 'utf8' });

    await expect(run('--check')).rejects.toMatchObject({
      code: 1,
      stderr: 'docs/rules/name-format.md differs from what is generated\nRun `npm run generate`.\n',
    });
    expect(await read('docs/rules/name-format.md')).toBe(changed);
    expect(await run()).toEqual({ stdout: 'docs/rules/name-format.md\n', stderr: '' });
    expect(await run('--check')).toEqual({ stdout: '', stderr: '' });
  });
});
