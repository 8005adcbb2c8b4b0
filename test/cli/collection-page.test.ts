import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const begin = '<!-- begin skillwright list -->';
const end = '<!-- end skillwright list -->';

const collection = {
  '.claude-plugin/marketplace.json': JSON.stringify({
    name: 'acme',
    owner: { name: 'Acme' },
    plugins: [{ name: 'boxes', source: './plugins/boxes' }],
  }),
  'plugins/boxes/.claude-plugin/plugin.json': '{"name":"boxes"}',
  'plugins/boxes/skills/pack/SKILL.md':
    '---\nname: pack\ndescription: Packs *all* boxes | crates. Use when something moves.\nallowed-tools: Read, Bash(ls:*)\n---\n\nPack.\n',
  'plugins/boxes/skills/(send)/SKILL.md': `---\ndescription: Sends boxes\ndisable-model-invocation: true\n---\n\n${'Send it. '.repeat(600)}`,
  'plugins/boxes/skills/hidden/SKILL.md':
    '---\ndescription: Nobody can use it\ndisable-model-invocation: true\nuser-invocable: false\n---\n\nHidden.\n',
  '.claude/skills/release/SKILL.md': '---\ndescription: 发布。之后\nuser-invocable: false\n---\n\nRelease.\n',
};

const tables = [
  '### boxes',
  '',
  'Install: `/plugin install boxes@acme`',
  '',
  '| Skill | What it is for | Invoked by | Allowed without asking | Tokens, about |',
  '|---|---|---|---|---:|',
  '| [`boxes:-send-`](plugins/boxes/skills/%28send%29/SKILL.md) | Sends boxes | you |  | 1,350 |',
  '| [`boxes:pack`](plugins/boxes/skills/pack/SKILL.md) | Packs \\*all\\* boxes \\| crates. | Claude and you | `Read`, `Bash(ls:*)` | 2 |',
  '',
  '### For this project',
  '',
  '| Skill | What it is for | Invoked by | Allowed without asking | Tokens, about |',
  '|---|---|---|---|---:|',
  '| [`release`](.claude/skills/release/SKILL.md) | 发布。 | Claude |  | 3 |',
];

async function list(cwd: string, ...args: string[]) {
  const home = await temporaryFolder({});
  return runCli(['list', '--format', 'markdown', '--home', home, ...args], { cwd });
}

test('the tables of a collection are printed', async () => {
  const { code, stdout } = await list(await temporaryFolder(collection));
  expect({ code, lines: stdout.split('\n') }).toEqual({ code: 0, lines: [...tables, ''] });
});

test('a page is updated between its marks, in its own line ends, and checked', async () => {
  const folder = await temporaryFolder({
    ...collection,
    'README.md': `\uFEFF# Boxes\r\n\r\n${begin}\r\nold\r\n${end}\r\n\r\nMore.\r\n`,
    'docs/skills.md': `${begin}${end}`,
  });
  const page = path.join(folder, 'README.md');
  const stale = await list(folder, '--update', 'README.md', '--check');
  expect({ code: stale.code, stderr: stale.stderr }).toEqual({
    code: 1,
    stderr: 'skillwright: README.md is not up to date: the skills have changed. Run the same command without --check\n',
  });
  expect((await list(folder, '--update', 'README.md')).code).toBe(0);
  expect(await readFile(page, 'utf8')).toBe(
    `\uFEFF# Boxes\r\n\r\n${begin}\r\n\r\n${tables.join('\r\n')}\r\n\r\n${end}\r\n\r\nMore.\r\n`,
  );
  expect(await list(folder, '--update', 'README.md', '--check')).toMatchObject({
    code: 0,
    stderr: 'skillwright: README.md is up to date\n',
  });
  await list(folder, '--update', 'docs/skills.md');
  expect(await readFile(path.join(folder, 'docs/skills.md'), 'utf8')).toContain(
    '[`boxes:pack`](../plugins/boxes/skills/pack/SKILL.md)',
  );
  await writeFile(path.join(folder, '.claude/skills/release/SKILL.md'), '---\ndescription: New\n---\n\nRelease.\n');
  expect((await list(folder, '--update', 'README.md', '--check')).code).toBe(1);
});

test.for([
  [['--update', 'missing.md'], 'The page cannot be read: '],
  [['--update', 'README.md'], `must have one line \`${begin}\` and after it one line \`${end}\``],
  [['--check'], '--check needs --update FILE'],
  [['--filter', 'user'], '--filter cannot be combined with --format markdown'],
  [['--format', 'text', '--update', 'README.md'], '--update needs --format markdown'],
] as const)('incorrect usage: %j', async ([args, message]) => {
  const folder = await temporaryFolder({ ...collection, 'README.md': `# Boxes\n${end}\n${begin}\n` });
  const { code, stderr } = await list(folder, ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toBe(`# Boxes\n${end}\n${begin}\n`);
});

test('a folder without skills says so', async () => {
  expect((await list(await temporaryFolder({ 'a.txt': '' }))).stdout).toBe('No skills yet.\n');
});
