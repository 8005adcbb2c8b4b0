import { describe, expect, test } from 'vitest';
import { locationOfPath } from '../../../server/src/catalog/file/file-location.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const text = '---\nname: beans\ndescription: Grows beans. Use when it is May.\n---\n\nSow in May.\n';
const marked = text.replace('---', '«---»');

describe('file-encoding', () => {
  const rule = 'file-encoding';

  test('marks the first character that could not be read', () => {
    const [finding] = expectFindings(rule, '---\nname: 豆 🌱 caf«\uFFFD»\n---\n\uFFFD\n', {
      file: { encoding: 'not-utf-8' },
    });
    expect(finding?.severity).toBe('error');
    expectFindings(rule, marked, { file: { encoding: 'not-utf-8' } });
    const [wide] = expectFindings(rule, marked, { file: { encoding: 'utf-16' } });
    expect(wide?.message).toContain('UTF-16');
    expectFindings(rule, '«»', { file: { encoding: 'utf-16' } });
  });

  test('UTF-16 is the only finding, whatever the text looks like', () => {
    const wide = [...'---\nname: Beans\n---\n'].join('\0');
    const rulesOf = (found: string) => check(found, { file: { encoding: 'utf-16' } }).findings.map((it) => it.rule);
    for (const found of [wide, `\uFFFD\uFFFD${wide}`, text, '# Beans\n', '']) expect(rulesOf(found)).toEqual([rule]);
  });

  test('a byte order mark is a hint', () => {
    const [finding] = expectFindings(rule, `«\uFEFF»${text}`);
    expect(finding?.severity).toBe('hint');
    expect(expectFix(rule, `\uFEFF${text}`, text).safe).toBe(true);
    expectFindings(rule, `«\uFEFF»${text.replaceAll('\n', '\r\n')}`);
    expectFindings(rule, '«\uFEFF»', { path: '/p/.claude/agents/x.md' });
  });

  test('a byte order mark is an error for a release that does not skip it', () => {
    const runtime = 'claude-code@2.1.7';
    const [finding] = expectFindings(rule, `«\uFEFF»${text}`, { runtime });
    expect(finding?.severity).toBe('error');
    const [body] = expectFindings(rule, '«\uFEFF»Text\n', { runtime });
    expect(body?.severity).toBe('hint');
    expectFindings('frontmatter-missing', `\uFEFF${text}`, { runtime });
  });

  test('reports nothing for UTF-8 with any content', () => {
    expectFindings(rule, text);
    expectFindings(rule, `${text}\uFEFF \uFFFD 豆 🌱\n`);
    expectFindings(rule, '');
  });
});

describe('file-name-case', () => {
  const rule = 'file-name-case';

  test('marks the first line and renames the file', () => {
    for (const name of ['skill.md', 'Skill.md', 'SKILL.MD']) {
      const [finding] = expectFindings(rule, marked, { path: `/p/.claude/skills/beans/${name}` });
      expect(finding?.severity).toBe('warning');
      expect(finding?.message).toContain(`\`${name}\``);
      expect(finding?.fixes).toMatchObject([{ safe: false, edits: [], rename: { what: 'file', to: 'SKILL.md' } }]);
    }
    expectFindings(rule, '«# Beans»\n', { path: '/p/skills/beans/skill.md' });
    expectFindings(rule, marked, { path: '/p/beans/skill.md' });
  });

  test('is silent for the right name and for other texts', () => {
    expectFindings(rule, text);
    expectFindings(rule, '# About the skill\n', { path: '/p/docs/skill.md' });
    expectFindings(rule, text, { path: '/p/.claude/skills/x/examples/skill.md', file: { insideSkill: true } });
    expectFindings(rule, text, { path: '/p/.claude/commands/skill.md' });
    expectFindings(rule, text, { path: '/p/.claude/agents/Skill.md' });
    expectFindings(rule, text, { path: '/p/.claude/skills/beans.md' });
  });
});

describe('skill-misplaced', () => {
  const rule = 'skill-misplaced';

  test('a file that lies in the skills folder itself', () => {
    const [loose] = expectFindings(rule, marked, { path: '/p/.claude/skills/grow.md' });
    expect(loose?.severity).toBe('warning');
    expect(loose?.message).toContain('`skills/grow/SKILL.md`');
    expect(loose?.fixes).toMatchObject([{ safe: false, rename: { what: 'file', to: 'grow/SKILL.md' } }]);
    const [root] = expectFindings(rule, marked, { path: '/p/.claude/skills/SKILL.md' });
    expect(root?.fixes).toMatchObject([{ rename: { what: 'file', to: 'beans/SKILL.md' } }]);
    const [unnamed] = expectFindings(rule, '«# Beans»\n', { path: '/p/.claude/skills/SKILL.md' });
    expect(unnamed?.fixes).toMatchObject([{ rename: { to: 'my-skill/SKILL.md' } }]);
  });

  test('a skill that only a plugin has', () => {
    const path = '/p/.claude/skills/vegetables/beans/SKILL.md';
    const misplaced = { reason: 'too-deep', loadedAt: 'beans/SKILL.md', offeredBy: 'garden' } as const;
    const [finding] = expectFindings(rule, marked, { path, file: { misplaced } });
    expect(finding).toMatchObject({
      severity: 'information',
      message:
        'Claude Code only looks for skills one level below the skills folder, so only the plugin `garden` has it, not the sessions in this project',
    });
    expect(finding?.fixes).toBeUndefined();
    const file = { misplaced: { ...misplaced, offeredThrough: 'garden/skills/vegetables' } };
    const [here] = expectFindings(rule, marked, { path, file });
    expect(here?.message).toMatch(
      /not the sessions in this project\. In this checkout, the plugin lacks it too, because `garden\/skills\/vegetables` is a text file with the path of a link\. Check out the repository with symbolic links$/,
    );
  });

  test('a skill whose file has another name', () => {
    const [finding] = expectFindings(rule, marked, { path: '/p/.claude/skills/grow/instructions.md' });
    expect(finding?.message).toBe(
      'The folder has no `SKILL.md` file, so it is never loaded. Rename it to `skills/grow/SKILL.md`',
    );
    expect(finding?.fixes).toMatchObject([{ safe: false, rename: { what: 'file', to: 'SKILL.md' } }]);
    expect(check('# Notes\n', { path: '/p/.claude/skills/grow/notes.md' }).findings).toEqual([]);
  });

  test('a skill in a README.md or in a folder `skill`, but not notes without a description', () => {
    const path = '/p/.claude/skills/beans/README.md';
    expectFindings(rule, marked, { path });
    expectFindings(rule, marked, { path: '/p/.claude/skill/beans/SKILL.md' });
    for (const notes of ['# Notes\n', '---\ntitle: Notes\n---\n']) expect(check(notes, { path }).findings).toEqual([]);
  });

  test('a name that is not a folder name is not used as one', () => {
    for (const name of ['../x', 'a/b', '"a b"', '.', '{a: b}']) {
      const [finding] = expectFindings(rule, `«---»\nname: ${name}\n---\n`, { path: '/p/.claude/skills/SKILL.md' });
      expect(finding?.fixes?.[0]?.rename?.to).toBe('my-skill/SKILL.md');
    }
  });

  test('a folder too deep is moved up', () => {
    const [finding] = expectFindings(rule, marked, { path: '/p/.claude/skills/garden/beans/SKILL.md' });
    expect(finding?.message).toContain('`skills/beans/SKILL.md`');
    expect(finding?.fixes).toMatchObject([{ safe: false, rename: { what: 'folder', to: '../beans' } }]);
    const [deeper] = expectFindings(rule, marked, { path: '/p/.claude/skills/a/b/beans/SKILL.md' });
    expect(deeper?.fixes).toMatchObject([{ rename: { to: '../../beans' } }]);
  });

  test.for([
    ['/p/.claude/command/grow.md', 'commands', '../commands/grow.md'],
    ['/p/.claude/command/beans/grow.md', 'commands', '../../commands/beans/grow.md'],
    ['/p/.claude/agent/grow.md', 'agents', '../agents/grow.md'],
  ] as const)('%s is in no folder of %s', ([path, folder, to]) => {
    const [finding] = expectFindings(rule, marked, { path });
    const target = to.replaceAll('../', '');
    expect(finding?.message).toBe(
      `Claude Code looks for ${folder} in \`.claude/${folder}\`, not in \`.claude/${folder.slice(0, -1)}\`, so it is never loaded. Move it to \`${target}\``,
    );
    expect(finding?.fixes).toMatchObject([
      { title: `Move the file to \`${target}\``, safe: false, rename: { what: 'file', to } },
    ]);
  });

  test('notes in such folders, and folders of other products, are silent', () => {
    for (const path of [
      '/p/.claude/commands/grow.md',
      '/p/.claude/agents/grow.md',
      '/p/.claude/agents/agent/grow.md',
    ]) {
      expectFindings(rule, text, { path });
    }
    expectFindings(rule, '# Notes\n', { path: '/p/.claude/agent/notes.md' });
    for (const path of [
      '/p/.opencode/command/x.md',
      '/p/command/x.md',
      '/p/.claude/command/CLAUDE.md',
      '/p/agent/x.md',
    ]) {
      expect(locationOfPath(path, undefined)).toBeUndefined();
    }
    // `agent` below the right folder is only a folder.
    expect(locationOfPath('/p/.claude/commands/command/x.md', undefined)?.misplaced).toBeUndefined();
    expect(locationOfPath('/p/.claude/command/README.md', undefined)).toBeUndefined();
  });

  test('is silent where the skill is loaded or nothing is meant as one', () => {
    expectFindings(rule, text);
    expectFindings(rule, text, { path: '/p/skills/garden/beans/SKILL.md' });
    expectFindings(rule, '# All our skills\n', { path: '/p/.claude/skills/OVERVIEW.md' });
    expectFindings(rule, '---\ntitle: Notes\n---\n', { path: '/p/.claude/skills/notes.md' });
    expectFindings(rule, text, {
      path: '/p/.claude/skills/plug/skills/beans/SKILL.md',
      file: { pluginRoot: '/p/.claude/skills/plug' },
    });
    expectFindings(rule, text, { path: '/p/.claude/skills/synced/beans/SKILL.md' });
    expectFindings(rule, text, {
      path: '/p/.claude/skills/a/b/SKILL.md',
      file: { insideSkill: true, misplaced: undefined },
    });
    expectFindings(rule, text, { path: '/p/.claude/commands/garden/beans.md' });
  });
});

describe('file-too-large', () => {
  const rule = 'file-too-large';
  const command = '/p/.claude/commands/x.md';

  test('marks the first line of a file that is not loaded', () => {
    const [finding] = expectFindings(rule, `«---»\n${'x'.repeat(999_997)}`);
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toContain('1,000,001 bytes');
    expect(finding?.message).toContain('a skill of more than 1,000,000');
    expectFindings(rule, `«---»\n${'é'.repeat(500_000)}`);
    const [other] = expectFindings(rule, `«---»\n${'x'.repeat(1_048_573)}`, { path: command });
    expect(other?.message).toContain('a command of more than 1,048,576');
  });

  test('is the only finding', () => {
    const body = 'Sow --- now.\n'.repeat(80_000);
    for (const start of ['---\nname: X\n', '---\nname: X\n---\n', '---\nname: "\n---\n', '']) {
      expect(check(start + body).findings.map((it) => it.rule)).toEqual([rule]);
    }
  });

  test('counts the bytes on disk where not all could be read', () => {
    const read = `---\n${'\uFFFD'.repeat(400_000)}`;
    const options = (bytes: number) => ({ file: { encoding: 'not-utf-8', bytes } as const });
    expectFindings(rule, read, options(400_004));
    const [finding] = expectFindings(rule, `«---»\n${'\uFFFD'.repeat(400_000)}`, options(1_000_001));
    expect(finding?.message).toContain('has 1,000,001 bytes');
    expectFindings(rule, `«---»\n${'x'.repeat(1_000_000)}`, options(400_004));
  });

  test('warns where it is loaded but checked only in part', () => {
    const runtime = 'claude-code@2.1.7';
    const [finding] = expectFindings(rule, `«---»\n${'x'.repeat(1_048_576)}`, { runtime });
    expect(finding?.severity).toBe('warning');
    expectFindings(rule, 'x'.repeat(1_048_576), { runtime });
  });

  test('is silent up to the limit', () => {
    expectFindings(rule, 'x'.repeat(1_000_000));
    expectFindings(rule, 'é'.repeat(500_000));
    expectFindings(rule, 'x'.repeat(1_048_576), { path: command });
    expectFindings(rule, '');
  });
});
