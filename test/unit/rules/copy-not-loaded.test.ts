import { describe, expect, test } from 'vitest';
import { NamesInScope } from '../../../server/src/catalog/file/names-in-scope.ts';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { linkTo, type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';
import { inSession } from './check-in-session.ts';
import { type CheckOptions, check } from './expect-findings.ts';

/** A skill about which other rules have something to say. */
const nagged = '---\ndescription: I plan beds.\n---\n\nPlan the bed.\n';

const manifest = '{ "name": "garden" }';

/** What is found in every SKILL.md of a repository in `/repo`, as `path: rule, rule`; those without findings are omitted. */
async function findingsIn(content: MemoryFiles, options: CheckOptions = {}): Promise<string[]> {
  const files = memoryFileSystem({ '/repo/.git/HEAD': '', ...content });
  const names = new NamesInScope(files);
  const found: string[] = [];
  for (const [path, text] of Object.entries(content)) {
    if (!path.endsWith('/SKILL.md') || typeof text !== 'string') continue;
    const file = (await readFileContext(path, files, '/home/me', { names }))!;
    const rules = check(text, { ...options, path, file: { ...file, ...options.file } }).findings.map(
      ({ rule }) => rule,
    );
    if (rules.length > 0) found.push(`${path.replace('/repo/', '')}: ${rules.join(', ')}`);
  }
  return found.sort();
}

/** What is found in a copy in this folder of a repository with the skill `plan-bed`. */
async function findingsOfCopy(folder: string, original: string, others: MemoryFiles = {}): Promise<readonly string[]> {
  const path = `/repo/${folder}/plan-bed/SKILL.md`;
  const found = await findingsIn({ [`/repo/${original}/plan-bed/SKILL.md`]: nagged, [path]: nagged, ...others });
  const prefix = `${path.replace('/repo/', '')}: `;
  return found.filter((it) => it.startsWith(prefix)).flatMap((it) => it.slice(prefix.length).split(', '));
}

const like = ['description-person'];

describe('copy-not-loaded', () => {
  test.each([
    ['translations/de/skills', 'skills'],
    ['docs/zh-CN/skills', 'skills'],
    ['docs/ja/skills', '.claude/skills'],
    ['i18n/fr', 'skills'],
    ['skills-zh', 'skills'],
    ['chinese/skills', 'skills'],
    ['zh-TW-skills', '.claude/skills'],
    ['codex-skills', 'skills'],
    ['dist-cursor/skills', 'skills'],
    ['skills/de', 'skills'],
    ['.claude/skills/de', '.claude/skills'],
    ['plugins/garden/locales/pt-BR/skills', 'plugins/garden/skills'],
    ['.agents/skills', '.claude/skills'],
    ['.cursor/skills', 'skills'],
    ['.codex/skills', 'plugins/garden/skills'],
    ['dist/skills', 'skills'],
    ['dist/codex/skills', 'plugins/garden/skills'],
    ['platforms/cursor/skills', 'skills'],
    ['overlays/team', 'skills'],
    ['skill-flavors/team', 'skills'],
    ['opencode/skills', '.claude/skills'],
  ])('says once that nothing loads %s', async (folder, original) => {
    expect(await findingsOfCopy(folder, original)).toEqual(['copy-not-loaded']);
    expect(await findingsOfCopy(folder, original, { '/repo/.claude-plugin/plugin.json': manifest })).toEqual([
      'copy-not-loaded',
    ]);
  });

  test('reports a folder in the file of its first copy, whichever file is checked first', async () => {
    const content = {
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/skills/sow/SKILL.md': nagged,
      '/repo/translations/fr/skills/sow/SKILL.md': nagged,
      '/repo/translations/fr/skills/plan-bed/SKILL.md': nagged,
      '/repo/translations/de/skills/sow/SKILL.md': nagged,
      '/repo/.agents/skills/sow/SKILL.md': nagged,
      '/repo/.agents/skills/only-here/SKILL.md': nagged,
    };
    expect(await findingsIn(content)).toEqual([
      '.agents/skills/only-here/SKILL.md: skill-elsewhere, description-person',
      '.agents/skills/sow/SKILL.md: copy-not-loaded',
      'skills/plan-bed/SKILL.md: description-person',
      'skills/sow/SKILL.md: description-person',
      'translations/de/skills/sow/SKILL.md: copy-not-loaded',
    ]);
  });

  test('reports the folder in the file of a copy, not in that of a plugin in it', async () => {
    const content = {
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/dist/a/skills/plan-bed/SKILL.md': nagged,
      '/repo/dist/b/skills/plan-bed/SKILL.md': nagged,
      '/repo/dist/a/.claude-plugin/plugin.json': manifest,
    };
    expect(await findingsIn(content)).toEqual([
      'dist/a/skills/plan-bed/SKILL.md: description-person',
      'dist/b/skills/plan-bed/SKILL.md: copy-not-loaded',
      'skills/plan-bed/SKILL.md: description-person',
    ]);
  });

  test('finds skills of the plugins that a marketplace lists', async () => {
    const marketplace = '{ "plugins": [{ "name": "garden", "source": "./garden" }] }';
    const files = { '/repo/.claude-plugin/marketplace.json': marketplace };
    expect(await findingsOfCopy('.agents/skills', 'garden/skills', files)).toEqual(['copy-not-loaded']);
    expect(await findingsOfCopy('.agents/skills', 'garden/skills')).toEqual(['skill-elsewhere', ...like]);
  });

  test('says which folder, and of what', async () => {
    const files = memoryFileSystem({
      '/repo/.git/HEAD': '',
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/docs/de/skills/plan-bed/SKILL.md': nagged,
    });
    const path = '/repo/docs/de/skills/plan-bed/SKILL.md';
    const file = (await readFileContext(path, files, undefined))!;
    expect(check(nagged, { path, file }).findings).toMatchObject([
      {
        severity: 'information',
        range: { start: 0, end: 3 },
        message: expect.stringContaining('in `docs/de`, such as this one of `skills/plan-bed`.'),
        related: [{ path: '/repo/skills/plan-bed/SKILL.md' }],
      },
    ]);
  });

  test('leaves out what matters only once a file is loaded, but not errors', async () => {
    const broken = '---\nname: plan-bed\ndescription: Plans beds\n\tUse it when: sowing: now\n---\n\nPlan the bed.\n';
    const content = {
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/skills/sow/SKILL.md': nagged,
      '/repo/overlays/a/plan-bed/SKILL.md': 'Overlay without frontmatter.\n',
      '/repo/overlays/a/sow/SKILL.md': broken,
    };
    const found = await findingsIn(content);
    expect(found.filter((it) => it.startsWith('overlays'))).toEqual([
      'overlays/a/plan-bed/SKILL.md: copy-not-loaded',
      'overlays/a/sow/SKILL.md: yaml-syntax',
    ]);
  });

  test('checks copies like other skills if the rule is off, or a target is selected', async () => {
    const content = {
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/.agents/skills/plan-bed/SKILL.md': nagged,
    };
    const off = await findingsIn(content, { levels: { 'copy-not-loaded': 'off' } });
    expect(off[0]).toBe('.agents/skills/plan-bed/SKILL.md: description-person');
    const targeted = await findingsIn(content, { targets: ['vscode'] });
    expect(targeted[0]).toContain('.agents/skills/plan-bed/SKILL.md: ');
    expect(targeted[0]).not.toContain('copy-not-loaded');
    expect(targeted[0]).toContain('description-person');
  });

  test.each([
    ['a nested project', 'packages/web/.claude/skills', '.claude/skills'],
    ['a nested project in the folder of an edition', 'translations/de/.claude/skills', '.claude/skills'],
    ['another folder of skills', 'packages/web/skills', 'skills'],
    ['an example', 'examples/skills', 'skills'],
    ['a skill of that name', 'skills', 'other'],
    ['a category', 'skills/.experimental', 'skills'],
    ['a folder with a short name', 'ai/skills', 'skills'],
    ['a folder named for a program', 'go/skills', '.claude/skills'],
    ['builders', 'builder/skills', 'skills'],
    ['a skill with another name', 'translations/de/skills', 'skills/garden'],
    ['a source next to what is loaded', 'skills', '.claude/skills'],
  ])('does not report %s', async (_, folder, original) => {
    expect(await findingsOfCopy(folder, original)).toEqual(like);
  });

  test.each([
    'backups/2025/skills',
    'backups/skills-migration-20251108-070147/plugins/garden/skills',
    'archive/skills',
    '_archive',
    'old/skills',
    'skills.bak',
    'skills-2025-11-08',
    'plugins/garden/skills/deprecated',
    '.claude/skills/archive',
    'tests/fixtures/skills',
    'test/__fixtures__/garden/skills',
    'testdata/skills',
  ])('says once that %s is set aside, and nothing else of it', async (folder) => {
    const broken = '---\nname: plan-bed\ndescription: Plans beds\n\tUse it when: sowing: now\n---\n\nPlan the bed.\n';
    const content = {
      '/repo/.claude-plugin/marketplace.json': '{ "plugins": [{ "name": "garden", "source": "./plugins/garden" }] }',
      '/repo/plugins/garden/.claude-plugin/plugin.json': manifest,
      [`/repo/${folder}/a/SKILL.md`]: nagged,
      [`/repo/${folder}/b/SKILL.md`]: broken,
    };
    expect(await findingsIn(content)).toEqual([`${folder}/a/SKILL.md: copy-not-loaded`]);
    const off = await findingsIn(content, { levels: { 'copy-not-loaded': 'off' } });
    expect(off).toHaveLength(2);
  });

  test.each([
    [
      'a plugin of that name',
      'plugins/archive/skills',
      { '/repo/plugins/archive/.claude-plugin/plugin.json': manifest },
    ],
    [
      'a plugin that a marketplace lists',
      'old/garden/skills',
      {
        '/repo/old/garden/.claude-plugin/plugin.json': manifest,
        '/repo/.claude-plugin/marketplace.json': '{ "plugins": [{ "name": "garden", "source": "./old/garden" }] }',
      },
    ],
    ['a project in such a folder', 'backups/2025/.claude/skills', {}],
    ['a repository in such a folder', 'old/garden/skills', { '/repo/old/garden/.git/HEAD': '' }],
    ['a plugin about backups', 'plugins/database-backup/skills', {}],
    ['a folder of an archiver', 'archivers/skills', {}],
  ])('does not take %s for one that is set aside', async (_, folder, others) => {
    expect(await findingsOfCopy(folder, 'elsewhere', others)).toEqual(like);
  });

  test('reports credentials in what is set aside', async () => {
    const token = `ghp_${'kR7wQz2LmT9xVb4NcY6pHs8JdG3fKa5EuW1o'}`;
    const found = await findingsIn({
      '/repo/backups/a/SKILL.md': nagged,
      '/repo/backups/b/SKILL.md': `${nagged}\nUse ${token}.\n`,
    });
    expect(found).toEqual(['backups/a/SKILL.md: copy-not-loaded', 'backups/b/SKILL.md: text-secret']);
  });

  test('does not report the only edition', async () => {
    expect(await findingsOfCopy('.agents/skills', 'elsewhere')).toEqual(['skill-elsewhere', ...like]);
  });

  test('does not report what plugins and marketplaces load', async () => {
    const source = '{ "plugins": [{ "name": "garden", "source": "./dist/garden" }] }';
    const skills = '{ "plugins": [{ "name": "garden", "source": "./", "skills": ["./dist/skills/plan-bed"] }] }';
    const marketplaceOf = (text: string) => ({ '/repo/.claude-plugin/marketplace.json': text });
    expect(await findingsOfCopy('plugins/garden/skills', 'skills')).toEqual(like);
    const own = { '/repo/dist/garden/.claude-plugin/plugin.json': manifest };
    expect(await findingsOfCopy('dist/garden/skills', 'skills', own)).toEqual(like);
    expect(await findingsOfCopy('dist/garden/skills', 'skills', marketplaceOf(source))).toEqual(like);
    expect(await findingsOfCopy('dist/skills', 'skills', marketplaceOf(skills))).toEqual(like);
    const named = { '/repo/.claude-plugin/plugin.json': '{ "name": "garden", "skills": "./dist/skills/" }' };
    expect(await findingsOfCopy('dist/skills', 'skills', named)).toEqual(like);
  });

  test('reports commands and documents that are linked as skills of another product', async () => {
    const files = memoryFileSystem({
      '/repo/.git/HEAD': '',
      '/repo/docs/sow.md': nagged,
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/.gemini/skills/plan-bed/SKILL.md': linkTo('/repo/skills/plan-bed/SKILL.md'),
      '/repo/.gemini/skills/sow/SKILL.md': linkTo('/repo/docs/sow.md'),
      '/repo/.claude/skills/sow/SKILL.md': linkTo('/repo/docs/sow.md'),
    });
    const found = async (folder: string) => {
      const path = `/repo/${folder}/SKILL.md`;
      const file = (await readFileContext(path, files, '/home/me'))!;
      return check(nagged, { path, file }).findings.map(
        ({ rule, message }) => `${rule} ${/`[^`]*`\./.exec(message)?.[0]}`,
      );
    };
    expect(await found('.gemini/skills/sow')).toEqual(['copy-not-loaded `docs/sow.md`.']);
    expect(await found('.gemini/skills/plan-bed')).toEqual(['description-person undefined']);
    expect(await found('.claude/skills/sow')).toEqual(['description-person undefined']);
  });

  test('does not report a file to which a link leads from where it is loaded', async () => {
    const content = {
      '/repo/skills/plan-bed/SKILL.md': nagged,
      '/repo/.agents/skills/plan-bed/SKILL.md': nagged,
      '/repo/.claude/skills': linkTo('/repo/.agents/skills'),
    };
    expect((await findingsIn(content))[0]).toContain(like.join(', '));
  });

  test('does not report a repository that is itself in a folder with such a name', async () => {
    const content = {
      '/home/me/.claude/skills/plan-bed/SKILL.md': nagged,
      '/home/me/build/skills/plan-bed/SKILL.md': nagged,
      '/work/skills/plan-bed/SKILL.md': nagged,
      '/work/dist/garden/.git/HEAD': '',
      '/work/dist/garden/skills/plan-bed/SKILL.md': nagged,
    };
    expect((await findingsIn(content)).filter((it) => it.includes('copy-not-loaded'))).toEqual([]);
  });

  test('does not report what the session has been given', async () => {
    const path = '/project/dist/skills/plan-bed/SKILL.md';
    const disk = { '/project/skills/plan-bed/SKILL.md': nagged, [path]: nagged };
    const given = await inSession(path, disk, { pluginFolders: ['/project/dist'] });
    expect(check(nagged, given).findings.map(({ rule }) => rule)).toEqual(like);
    const added = '/project/dist/.claude/skills/plan-bed/SKILL.md';
    const addedToo = await inSession(added, { ...disk, [added]: nagged }, { addedFolders: ['/project/dist'] });
    expect(check(nagged, addedToo).findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(like));
    const notGiven = await inSession(path, disk);
    expect(check(nagged, notGiven).findings.map(({ rule }) => rule)).toEqual(['copy-not-loaded']);
  });
});
