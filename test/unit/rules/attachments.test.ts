import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { expectInSession } from './check-in-session.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const folder = '/project/.claude/skills/demo';
const path = `${folder}/SKILL.md`;
const command = '/project/.claude/commands/demo.md';
const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;
const around = {
  [`${folder}/refs/lids.md`]: 'Lids',
  [`${folder}/tape.md`]: 'Tape',
  [`${folder}/README.md`]: 'About',
  '/project/docs/orders.md': 'Orders',
  '/project/src/a.ts': 'A',
  '/project/refs.md': 'R',
};

describe('attachment-missing', () => {
  test.for([
    'See @«refs/lids.md».',
    'See @«tape.md#L3-7», and @tape.md.',
    '`x @«refs/lids.md»`',
    '@"«refs/lids.md»"',
    '```\nrun @«refs/lids.md»\n```',
    '<!-- @«refs/lids.md» -->',
  ])('a file of the skill: %s', async (body) => {
    const marked = skill(body).replace('#L3-7»', '»#L3-7');
    const [finding] = await expectInSession('attachment-missing', path, marked.replace('»#L3-7', '#L3-7»'), around);
    expect(finding).toMatchObject({ severity: 'warning' });
    await expectInSession('attachment-missing', path, skill(body).replaceAll('\n', '\r\n'), around);
  });

  test('a file that the project does not have', async () => {
    const [finding] = await expectInSession('attachment-missing', path, skill('See @«docs/order.md».'), around);
    expect(finding).toMatchObject({ severity: 'information' });
    await expectInSession('attachment-missing', command, skill('See @«src/b.ts» and @docs/orders.md.'), around);
  });

  test.for([
    'See @docs/orders.md, @"docs/orders.md", @docs, @src/ and @refs.md.',
    'See [lids](refs/lids.md), refs/lids.md, `@refs/lids.md` and me@refs/lids.md.',
    'See @${CLAUDE_SKILL_DIR}/refs/lids.md, @~/notes.md and @/etc/hosts.txt.',
    'Ask @ada, @docs-team and @example.com, install @types/node and @scope/package.json, use @app.route and @docs/api.',
    'See @lib/gone.md and @gone.md.',
    'Run `x @docs/gone.md`.\n\n```\n@docs/gone.md\n```',
    'See @docs/<name>.md, @docs/$1 and @docs/*.md.',
  ])('is silent for %s', async (body) => {
    await expectInSession('attachment-missing', path, skill(body), around);
  });

  test('a file that the skill does not have', async () => {
    const text = (name: string) => skill(`See @\${CLAUDE_SKILL_DIR}/${name}, please.`);
    await expectInSession('attachment-missing', path, text('«refs/lid.md»'), around);
    await expectInSession('attachment-missing', path, text('refs/<name>.md'), around);
    const files = memoryFileSystem({ ...around, [path]: text('refs/Lids.md') });
    const file = (await readFileContext(path, files, undefined))!;
    expectFix('attachment-missing', text('refs/Lids.md'), text('refs/lids.md'), { path, file });
  });

  test('counts a file of the project before one of the skill', async () => {
    const both = { ...around, '/project/refs/lids.md': 'Other' };
    await expectInSession('attachment-missing', path, skill('See @refs/lids.md.'), both);
  });

  test('is not for agents', async () => {
    const agent = skill('See @docs/gone.md.').replace('---\n', '---\nname: demo\n');
    await expectInSession('attachment-missing', '/project/.claude/agents/demo.md', agent, around);
  });

  test('writes the variable that leads there', async () => {
    const text = (mention: string) => skill(`See ${mention}, please.`);
    const files = memoryFileSystem({ ...around, [path]: text('@refs/lids.md') });
    const file = (await readFileContext(path, files, undefined))!;
    const after = text('@${CLAUDE_SKILL_DIR}/refs/lids.md');
    expect(expectFix('attachment-missing', text('@refs/lids.md'), after, { path, file }).safe).toBe(false);
    // The first releases have no such variable.
    const old = check(text('@refs/lids.md'), { path, file, runtime: 'claude-code@2.1.7' }).findings;
    expect(old.find(({ rule }) => rule === 'attachment-missing')!.fixes).toEqual([]);
  });

  test('knows the folder of a plugin, but not those in which it is used', async () => {
    const root = '/project/office';
    const plugin = {
      [`${root}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
      [`${root}/memory/m.md`]: 'M',
      [`${root}/skills/demo/refs/lids.md`]: 'L',
      [`${root}/skills/demo/README.md`]: 'R',
      '/project/docs/orders.md': 'Orders',
    };
    const check = async (at: string, marked: string) => {
      const files = memoryFileSystem({ ...plugin, [at]: marked.replace(/[«»]/g, '') });
      return expectFindings('attachment-missing', marked, {
        path: at,
        file: (await readFileContext(at, files, undefined))!,
      });
    };
    const marked = 'See @«memory/m.md», @«refs/lids.md», @README.md, @docs/gone.md and @memory/gone.md.';
    const [first] = await check(`${root}/skills/demo/SKILL.md`, skill(marked));
    expect(first!.fixes![0]!.title).toContain('${CLAUDE_PLUGIN_ROOT}/memory/m.md');
    await check(`${root}/commands/demo.md`, skill('See @«memory/m.md» and @refs/lids.md.'));
  });

  test('goes without what a user has anywhere', async () => {
    const own = '/home/me/.claude/skills/demo';
    const files = memoryFileSystem({
      [`${own}/SKILL.md`]: skill('See @refs/lids.md, @README.md and @docs/gone.md.'),
      [`${own}/refs/lids.md`]: 'L',
      [`${own}/README.md`]: 'R',
      '/home/me/docs/a.md': 'A',
    });
    const file = (await readFileContext(`${own}/SKILL.md`, files, '/home/me'))!;
    const text = skill('See @«refs/lids.md», @README.md and @docs/gone.md.');
    expectFindings('attachment-missing', text, { path: `${own}/SKILL.md`, file });
  });
});
