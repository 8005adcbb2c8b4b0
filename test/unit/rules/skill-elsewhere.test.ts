import { expect, test } from 'vitest';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { linkTo, type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';
import { check } from './expect-findings.ts';

const text = '---\nname: sow\ndescripton: Sows.\neffort: hihg\n---\n\nSow.\n';

/** What is said about a file of a project. */
async function messagesIn(path: string, content: MemoryFiles): Promise<string[]> {
  const files = memoryFileSystem({ '/repo/.git/HEAD': '', ...content });
  const file = (await readFileContext(`/repo/${path}`, files, '/home/me'))!;
  return check(text, { path: `/repo/${path}`, file }).findings.map(({ rule, message }) => `${rule}: ${message}`);
}

const agents = { '/repo/.agents/skills/sow/SKILL.md': text, '/repo/.agents/skills/water/SKILL.md': text };

test('names the products that read the folder once, and says of no product what it does not do', async () => {
  const [first, slip, value, ...others] = await messagesIn('.agents/skills/sow/SKILL.md', agents);
  expect(first).toMatch(
    /^skill-elsewhere: Claude Code does not read `.agents\/skills`: VS Code, .* and OpenCode read it/,
  );
  expect(slip).toContain('No product supports `descripton`. Did you mean `description`?');
  expect(value).toContain('Claude Code, once it reads this file, does not recognize `hihg`');
  expect(others.filter((message) => message.includes('Claude Code '))).toEqual([]);
  expect((await messagesIn('.agents/skills/water/SKILL.md', agents)).join()).not.toContain('skill-elsewhere');
});

test.each([
  ['the skill', { '/repo/.claude/skills/sow': linkTo('/repo/.agents/skills/sow') }],
  ['its file', { '/repo/.claude/skills/sow/SKILL.md': linkTo('/repo/.agents/skills/sow/SKILL.md') }],
  ['the folder', { '/repo/.claude/skills': linkTo('/repo/.agents/skills') }],
  ['the folder of all', { '/repo/.claude': linkTo('/repo/.agents') }],
] as const)('a link to %s makes it one of Claude Code', async (_, links) => {
  const [slip] = await messagesIn('.agents/skills/sow/SKILL.md', { ...agents, ...links });
  expect(slip).toContain('Claude Code ignores `descripton`');
});

test('a hint, unless the project has something for Claude Code', async () => {
  const severityIn = async (more: MemoryFiles) => {
    const path = '/repo/.agents/skills/sow/SKILL.md';
    const files = memoryFileSystem({ '/repo/.git/HEAD': '', ...agents, ...more });
    const file = (await readFileContext(path, files, '/home/me'))!;
    return check(text, { path, file }).findings.find(({ rule }) => rule === 'skill-elsewhere')!.severity;
  };
  expect(await severityIn({})).toBe('hint');
  expect(await severityIn({ '/repo/CLAUDE.md': '' })).toBe('information');
  expect(await severityIn({ '/repo/.claude/settings.json': '{}' })).toBe('information');
});

test('the next skill is the first that is not linked', async () => {
  const links = { '/repo/.claude/skills/sow': linkTo('/repo/.agents/skills/sow') };
  expect((await messagesIn('.agents/skills/water/SKILL.md', { ...agents, ...links }))[0]).toContain('skill-elsewhere');
});

test('a skill that is a link itself is checked where it leads', async () => {
  const content = {
    '/repo/docs/skills/sow/SKILL.md': text,
    '/repo/.gemini/skills/sow/SKILL.md': linkTo('/repo/docs/skills/sow/SKILL.md'),
  };
  expect((await messagesIn('.gemini/skills/sow/SKILL.md', content)).join()).not.toContain('skill-elsewhere');
});
