import { describe, expect, test } from 'vitest';
import { expectInSession, inSession, skill } from './check-in-session.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const path = '/project/office/.claude-plugin/plugin.json';
const manifest = (skills: string): string => `{\n  "name": "office",\n  "skills": ${skills}\n}\n`;
const text = skill('Reads PDF files. Use when the user names one.');
const around = {
  '/project/office/more/pdf/SKILL.md': text,
  '/project/office/a/b/c/d/e/SKILL.md': text,
  '/project/office/notes.md': 'Notes.',
};

describe('plugin-skills-path', () => {
  test.for([
    '«"more"»',
    '["./more", «"more"»]',
    '«"/more"»',
    '«"../more"»',
    '«""»',
    '[«5», «null»]',
    '«null»',
    '«{}»',
    '[«[]»]',
  ])('says that %s stops the plugin', async (skills) => {
    const findings = await expectInSession('plugin-skills-path', path, manifest(skills), around);
    for (const finding of findings) {
      expect(finding.severity).toBe('error');
      expect(finding.message).toContain('does not load the plugin at all');
    }
  });

  test.for([
    ['«"./mores"»', 'There is no folder `mores`'],
    ['["./more/", «"./x"»]', 'There is no folder `x`'],
    ['«"./notes.md"»', 'This is a file'],
    ['«"./more/pdf/SKILL.md"»', 'Use the folder `./more/pdf`'],
    ['«"./../outside"»', 'is outside the plugin'],
  ] as const)('says that %s is ignored', async ([skills, message]) => {
    const [finding] = await expectInSession('plugin-skills-path', path, manifest(skills), around);
    expect(finding!.severity).toBe('warning');
    expect(finding!.message).toContain(message);
  });

  test.for(['"./more"', '["./more/", "./more/pdf", "./more/../more"]', '"."', '"./"', '[]', '"./a/b/c/d/e/f"'])(
    'is silent for %s',
    async (skills) => {
      await expectInSession('plugin-skills-path', path, manifest(skills), around);
    },
  );

  test('is silent without `skills`, in files that are no JSON, and where nothing could be listed', async () => {
    await expectInSession('plugin-skills-path', path, '{ "name": "office" }', around);
    await expectInSession('plugin-skills-path', path, '{ "skills": "x", }', around);
    expectFindings('plugin-skills-path', manifest('"./nothing"'), { path });
    expectFindings('plugin-skills-path', '', { path });
    expectFindings('plugin-skills-path', '[]', { path });
  });

  test('says that a text with the path of a link is there', async () => {
    const links = {
      ...around,
      '/project/office/skills/a': '../more',
      '/project/office/b': './more\n',
      '/project/office/c': 'none',
    };
    const [one] = await expectInSession('plugin-skills-path', path, manifest('[«"./skills/a"», "./more"]'), links);
    expect(one).toMatchObject({
      severity: 'information',
      message:
        '`skills/a` is a text file with the path of a link, so Claude Code ignores the entry. Check out the repository with symbolic links',
    });
    const [two] = await expectInSession('plugin-skills-path', path, manifest('[«"./skills/a"», "./b/pdf"]'), links);
    expect(two!.message).toContain(
      '`skills/a` and `b` are text files with the paths of links, so Claude Code ignores these entries',
    );
    const [none] = await expectInSession('plugin-skills-path', path, manifest('«"./c"»'), links);
    expect(none).toMatchObject({ severity: 'warning', message: expect.stringContaining('There is no folder `c`') });
  });

  test('says once that several paths have no `./`', async () => {
    const marked = manifest('[«"more"», "./more", "other", 5]').replace('5', '«5»');
    const [finding] = await expectInSession('plugin-skills-path', path, marked, around);
    expect(finding!.message).toMatch(/^Paths in `skills` must begin with `\.\/`, and 2 do not, .*at all\./);
    expect(finding!.related).toHaveLength(1);
    const before = manifest('["more", "./more", "other"]');
    expectFix('plugin-skills-path', before, manifest('["./more", "./more", "./other"]'), { path });
  });

  test('says once that several folders do not exist', async () => {
    const marked = manifest('[«"./one"», "./two", «"./moer"», "./three", "./four", "./more"]');
    const [finding, misspelled] = await expectInSession('plugin-skills-path', path, marked, around);
    expect(finding!.message).toBe(
      'The plugin has none of the folders `./one`, `./two`, `./three` and 1 more, so Claude Code ignores these entries. Name folders that exist, or remove the entries',
    );
    expect(finding!.severity).toBe('warning');
    expect(finding!.related).toHaveLength(3);
    expect(misspelled!.message).toContain('Did you mean `./more`?');
  });

  test('writes a path in the right form', async () => {
    const options = await inSession(path, { ...around, [path]: manifest('"more"') });
    expect(expectFix('plugin-skills-path', manifest('"more"'), manifest('"./more"'), options).safe).toBe(false);
    expectFix('plugin-skills-path', manifest('["./moer"]'), manifest('["./more"]'), options);
    expectFix('plugin-skills-path', manifest('["./more/pdf/SKILL.md"]'), manifest('["./more/pdf"]'), options);
  });

  test('a template inside a skill gets a hint at most', async () => {
    const inside = '/project/.claude/skills/plugin-maker/assets/.claude-plugin/plugin.json';
    const files = { '/project/.claude/skills/plugin-maker/SKILL.md': text };
    const [finding] = await expectInSession('plugin-skills-path', inside, manifest('«"x"»'), files);
    expect(finding!.severity).toBe('hint');
  });
});

describe('plugin-description-missing', () => {
  const skillPath = '/project/office/skills/pdf/SKILL.md';
  const file = { pluginRoot: '/project/office' };
  const options = { path: skillPath, file };

  test('replaces description-missing, never adds to it', () => {
    for (const [content, rules] of [
      ['---\nname: pdf\n---\nRead.\n', ['plugin-description-missing']],
      ['---\nname: pdf\nwhen_to_use: When a PDF is named.\n---\nRead.\n', ['description-missing']],
      ['---\nname: pdf\ndisable-model-invocation: true\n---\nRead.\n', []],
      ['---\nname: pdf\ndescription:\n---\nRead.\n', ['description-empty']],
      ['Read.\n', ['frontmatter-missing']],
      [text, []],
    ] as const) {
      const found = check(content, options).findings.map(({ rule }) => rule);
      const about = found.filter((rule) => /description-(missing|empty)|frontmatter-missing/.test(rule));
      expect(about, content).toEqual(rules);
    }
  });

  test('is for plugins alone', () => {
    expectFindings('plugin-description-missing', '---\nname: pdf\n---\nRead.\n');
    expectFindings('plugin-description-missing', '«---»\nname: pdf\n---\nRead.\n', options);
    expectFindings('plugin-description-missing', '«---»\r\nname: pdf\r\n---\r\nRead.\r\n', {
      ...options,
      runtime: 'claude-code@2.1.7',
    });
  });
});

describe('skill-misplaced in plugins', () => {
  const at = async (skillPath: string, marked: string, files: Record<string, object>) =>
    expectInSession('skill-misplaced', skillPath, marked, files);
  const named = text.replace('---', '---\nname: pdf');
  const found = named.replace('---', '«---»');

  test('finds what lies too deep or has no folder', async () => {
    const files = { [path]: { name: 'office' } };
    await at('/project/office/skills/paper/pdf/SKILL.md', found, files);
    await at('/project/office/skills/pdf.md', found, files);
  });

  test('is silent for notes, for `skills/SKILL.md` and for examples', async () => {
    const files = { [path]: { name: 'office' } };
    await at('/project/office/skills/pdf.md', text, files);
    await at('/project/office/skills/SKILL.md', named, files);
    await at('/project/office/skills/pdf/SKILL.md', named, files);
  });

  test('is silent where a manifest or a marketplace may name other folders', async () => {
    const deep = '/project/office/skills/paper/pdf/SKILL.md';
    await at(deep, named, { [path]: { name: 'office', skills: './skills/paper' } });
    await at(deep, named, {
      [path]: { name: 'office' },
      '/project/.claude-plugin/marketplace.json': { plugins: [{ name: 'office', source: './office' }] },
    });
  });
});

describe('api-limits', () => {
  const measured = { files: 3, bytes: 1000, innerSkills: [], complete: true };
  const target = { targets: ['claude-api'] } as const;
  const withPackage = (changes: object) => ({ ...target, file: { package: { ...measured, ...changes } } });

  test('says which limits a folder exceeds', () => {
    const marked = text.replace('---', '«---»');
    const [size] = expectFindings('api-limits', marked, withPackage({ bytes: 31457281 }));
    expect(size!.message).toContain('its files have 31,457,281 bytes, but only 31,457,280 are allowed');
    const [all] = expectFindings(
      'api-limits',
      marked,
      withPackage({ bytes: 50_000_000, files: 2001, innerSkills: ['a/SKILL.md', 'b/SKILL.md'], complete: false }),
    );
    expect(all!.message).toContain('more than 50,000,000 bytes');
    expect(all!.message).toContain('more than 2,001 files, but only 200 are allowed');
    expect(all!.message).toContain('another skill, `a/SKILL.md` and 1 more');
  });

  test('is silent within them, without the target, and where nothing was measured', () => {
    expectFindings('api-limits', text, withPackage({ bytes: 31457280, files: 200 }));
    expectFindings('api-limits', text, { file: { package: { ...measured, files: 1000 } } });
    expectFindings('api-limits', text, target);
  });
});

describe('plugin-manifest', () => {
  const rule = 'plugin-manifest';

  test('writes a valid name, or inserts the name of the folder', () => {
    const named = (name: string) => `{ "name": "${name}", "version": "1" }`;
    expect(expectFix(rule, named('my office'), named('my-office'), { path }).safe).toBe(false);
    expectFix(rule, named('@me/office:x'), named('me-office-x'), { path });
    expectFix(rule, named('office ').replaceAll(' ', '  '), named('office').replaceAll(' ', '  '), { path });
    expectFix(rule, '{}', '{ "name": "office" }', { path });
    expectFix(rule, '{ }', '{ "name": "office" }', { path });
    expectFix(rule, '{"version": "1"}', '{"name": "office", "version": "1"}', { path });
    expectFix(rule, '{\r\n\t"version": "1"\r\n}', '{\r\n\t"name": "office",\r\n\t"version": "1"\r\n}', { path });
    expectFix(rule, '{ "Name": "office" }', '{ "name": "office" }', { path });
    const [without] = expectFindings(rule, '{ "name": «"@"» }', { path });
    expect(without!.fixes).toEqual([]);
  });

  test('leaves the paths of skills to their rule, and mentions a value once', () => {
    expectFindings(rule, '{ "name": "office", "skills": ["more", 5] }', { path });
    expectFindings(rule, '{ "name": "office", "commands": [«"a"», "b"] }', { path });
  });

  test('knows what the first releases accept', () => {
    const old = { path, runtime: 'claude-code@2.1.7' } as const;
    expectFindings(rule, '{ "name": "my:office@2" }', old);
    expectFindings(rule, '{ "name": «"my office"» }', old);
    expectFindings(rule, '«\uFEFF»{ "name": "office" }', old);
  });

  test('says nothing about a file too deep to be read', () => {
    expectFindings(rule, `{ "name": ${'['.repeat(2000)}${']'.repeat(2000)} }`, { path });
  });
});

describe('a text with the path of a link', () => {
  test('is named where a manifest leads to it', async () => {
    const marked = '{ "name": "office", "commands": [«"./extra/review.md"»] }';
    const disk = { ...around, '/project/office/extra': '../shared', '/project/shared/review.md': 'Review.' };
    const [finding] = await expectInSession('plugin-path', path, marked, disk);
    expect(finding!.severity).toBe('information');
    expect(finding!.message).toBe(
      '`extra` is a text file with the path of a link, so Claude Code loads nothing from it, nor from `commands/`, which `commands` replaces. Check out the repository with symbolic links',
    );
  });

  test('is named with the others that a manifest leads to', async () => {
    const marked = '{ "name": "office", "commands": [«"./extra/a.md"», "./extra/b.md", "./more"] }';
    const disk = { ...around, '/project/office/extra': '../shared', '/project/office/more': '../shared' };
    const shared = { '/project/shared/a.md': 'A.', '/project/shared/b.md': 'B.' };
    const [finding] = await expectInSession('plugin-path', path, marked, { ...disk, ...shared });
    expect(finding!.message).toMatch(/^`extra` and `more` are text files with the paths of links, so /);
  });

  test('is named where a marketplace leads to it', async () => {
    const marketplace = '/project/.claude-plugin/marketplace.json';
    const marked = '{ "name": "shop", "owner": { "name": "Ada" }, "plugins": [{ "name": "o", "source": «"./o"» }] }';
    const [finding] = await expectInSession('marketplace-entry', marketplace, marked, {
      ...around,
      '/project/o': 'office',
    });
    expect(finding!.severity).toBe('information');
    expect(finding!.message).toMatch(/^`o` is a text file with the path of a link, /);
    const [other] = await expectInSession('marketplace-entry', marketplace, marked, {
      ...around,
      '/project/o': 'Notes.',
    });
    expect(other!.message).toContain('`o` is a file');
  });
});
