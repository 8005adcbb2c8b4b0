import { describe, expect, test } from 'vitest';
import type { ShownSession } from '../../../server/src/features/shown-skills/shown-session.ts';
import { treeTooltip } from '../../../server/src/jobs/skills/tree/skill-tooltip.ts';
import { skillNodeAt, treeParent } from '../../../server/src/jobs/skills/tree/skills-tree.ts';
import { linkTo, type MemoryFiles } from '../memory-file-system.ts';
import { described, home, lines, project, type TestTree, treeOf } from './tree-of.ts';
import { whyUnused } from './why-unused.ts';

const byTier = { grouping: 'tier', hideEmpty: false } as const;

const everything: MemoryFiles = {
  '/etc/claude-code/.claude/skills/deploy-guard/SKILL.md': described('Checks releases'),
  '/etc/claude-code/.claude/skills/release/SKILL.md': described('Releases as the company does'),
  [`${home}/.claude/skills/notes/SKILL.md`]: described('Keeps notes', 'name: my-notes'),
  [`${home}/.claude/skills/pdf/SKILL.md`]: described('Reads PDF files', 'user-invocable: false'),
  [`${home}/.claude/commands/sub/tidy.md`]: described('Tidies up'),
  [`${home}/.claude/settings.json`]: JSON.stringify({ skillOverrides: { notes: 'name-only', 'old-off': 'off' } }),
  [`${project}/.claude/skills/review/SKILL.md`]: described('Reviews a diff', 'argument-hint: "[range]"'),
  [`${project}/.claude/skills/review/references/checklist.md`]: 'Look twice',
  [`${project}/.claude/skills/review/LICENSE`]: 'MIT',
  [`${project}/.claude/skills/release/SKILL.md`]: described('Releases'),
  [`${project}/.claude/skills/old-off/SKILL.md`]: described('Was useful once'),
  [`${project}/.claude/skills/old-dead/SKILL.md`]: described(
    'Nobody calls',
    'disable-model-invocation: true',
    'user-invocable: false',
  ),
  [`${project}/.claude/skills/quiet/SKILL.md`]: described('Waits to be called', 'disable-model-invocation: true'),
  [`${project}/.claude/skills/styles/SKILL.md`]: described('Styles', 'paths: "*.css"'),
  [`${project}/.claude/skills/loose.md`]: described('Lost'),
  [`${project}/.claude/agents/reviewer.md`]: '---\nname: reviewer\ndescription: Reviews\nskills: review, pdf\n---\n',
  [`${project}/.claude/settings.json`]: '{ broken',
  [`${project}/apps/web/.claude/skills/build/SKILL.md`]: described('Builds the site'),
  '/plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  '/plugins/office/skills/pdf/SKILL.md': described('Reads PDF files for the office'),
  '/plugins/office/commands/mail.md': described('Writes a mail'),
};

const office = { pluginFolders: ['/plugins/office'] };

describe('the tree by tier', () => {
  test('shows what there is, in the order of precedence, and what is not loaded last', async () => {
    const tree = await treeOf(everything, office);
    expect(await tree.draw()).toBe(
      lines(`
        Managed | 2 · /etc/claude-code/.claude/skills
          deploy-guard | Checks releases
          release | Releases as the company does
        User | 2 · ~/.claude/skills
          notes (my-notes) | name only · Keeps notes
          pdf | only for the model · Reads PDF files
            Used by agent reviewer
        Project | 3 of 6 · .claude/skills
          old-dead | cannot be invoked · Nobody calls
          old-off | disabled · Was useful once
          quiet | only for you · Waits to be called
          release | hidden by Managed › release
          review | [range] · Reviews a diff
            references
              checklist.md
            LICENSE
            Used by agent reviewer
          styles | waiting for *.css · Styles
        apps/web (nested) | 1 · loads when files there are read
          build | Builds the site
        Commands | 1 · ~/.claude/commands
          sub:tidy | Tidies up
        Plugin: office | 2 · /plugins/office
          office:mail | Writes a mail
          office:pdf | Reads PDF files for the office
        Not loaded | 2
          .claude/skills/loose.md | A skill needs its own folder with a SKILL.md file
          .claude/settings.json | This is not valid JSON, so Claude Code ignores the whole file
      `),
    );
  });

  test('says in words and by icons what colours say too', async () => {
    const tree = await treeOf(everything, office);
    expect(await tree.find('Project', 'release')).toMatchObject({
      icon: 'eye-closed',
      iconColor: 'disabledForeground',
      accessibleName: 'release, skill, hidden by Managed › release',
    });
    expect(await tree.find('Project', 'review')).toMatchObject({
      icon: 'book',
      accessibleName: 'review, skill, [range], Reviews a diff',
      uri: `file://${project}/.claude/skills/review/SKILL.md`,
      skill: `project:${project}/.claude/skills/review/SKILL.md`,
    });
    expect(await tree.find('Project')).toMatchObject({
      accessibleName: 'Project, 3 of 6 skills loaded, .claude/skills',
      children: 'expanded',
    });
    expect(await tree.find('Not loaded')).toMatchObject({ accessibleName: 'Not loaded, 2', children: 'collapsed' });
  });

  test('tells the menus what can be done', async () => {
    const tree = await treeOf(everything, office);
    const words = async (...labels: readonly string[]) => (await tree.find(...labels)).contextValue;
    expect(await words('Managed')).toBe('group located');
    expect(await words('User')).toBe('group receives located');
    expect(await words('Plugin: office')).toBe('group plugin removable publishable located');
    expect(await words('Managed', 'release')).toBe('skill openable located invocable listed switchable on');
    expect(await words('User', 'notes (my-notes)')).toBe(
      'skill openable located editable invocable listed switchable nameonly',
    );
    expect(await words('Project', 'old-off')).toBe('skill openable located editable switchable off');
    expect(await words('Project', 'release')).toBe('skill openable located editable');
    expect(await words('Commands', 'sub:tidy')).toBe(
      'command openable located editable invocable listed switchable on',
    );
    expect(await words('Plugin: office', 'office:pdf')).toBe('skill openable located invocable listed');
    expect(await words('Project', 'review', 'references')).toBe('folder located');
    expect(await words('Project', 'review', 'LICENSE')).toBe('file openable located');
    expect(await words('Project', 'review', 'Used by agent reviewer')).toBe('agent openable located');
    expect(await words('Not loaded', '.claude/settings.json')).toBe('error openable located');
  });

  test('invites to the user’s and the project’s folder before they are there', async () => {
    const tree = await treeOf({}, { addedFolders: ['/shared'] });
    expect(await tree.draw()).toBe(
      lines(`
        User | 0 · ~/.claude/skills
        Project | 0 · .claude/skills
        shared (added) | 0 · /shared/.claude/skills
      `),
    );
    expect(await tree.draw({ hideEmpty: true })).toBe('');
    const [user] = await tree.children();
    expect(user).toMatchObject({ contextValue: 'group receives', children: 'none' });
    expect(user).not.toHaveProperty('uri');
  });

  test('shows folders above the project that hold skills', async () => {
    const mono = `${home}/mono`;
    const options = { folders: [`${mono}/packages/one`], repositories: [mono] };
    const tree = await treeOf({ [`${mono}/.claude/skills/lint/SKILL.md`]: described('Lints') }, options);
    expect(await tree.draw()).toBe(
      lines(`
        User | 0 · ~/.claude/skills
        Project | 0 · .claude/skills
        mono (parent) | 1 · ~/mono/.claude/skills
          lint | Lints
      `),
    );
    expect(await (await treeOf({}, options)).draw()).not.toContain('mono');
  });

  test('finds words of a filter in names, aliases, descriptions and paths, in any case', async () => {
    const tree = await treeOf(everything, office);
    expect(await tree.draw({ filter: 'PDF file', hideEmpty: true })).toBe(
      lines(`
        User | 1 · ~/.claude/skills
          pdf | only for the model · Reads PDF files
            Used by agent reviewer
        Plugin: office | 1 · /plugins/office
          office:pdf | Reads PDF files for the office
      `),
    );
    expect(await tree.draw({ filter: 'my-notes', hideEmpty: true })).toContain('notes (my-notes)');
    expect(await tree.draw({ filter: 'apps/web', hideEmpty: true })).toContain('build');
    expect(await tree.draw({ filter: '  ', hideEmpty: false })).toBe(await tree.draw());
    const [group] = await tree.children(undefined, { filter: 'mail', hideEmpty: true });
    expect(group).toMatchObject({ label: 'Plugin: office', children: 'expanded' });
  });
});

describe('the tree by status and by plugin', () => {
  test('puts together what is alike', async () => {
    const tree = await treeOf(everything, office);
    const groups = await tree.children(undefined, { grouping: 'status' });
    expect(groups.map(({ label, description }) => `${label} ${description}`)).toEqual([
      'Active 8',
      'Name only 1',
      'Waiting for a file 2',
      'Disabled 1',
      'Hidden by another skill 1',
      'Cannot be invoked 1',
      'Misplaced 1',
      'Could not be read 1',
    ]);
    expect(await tree.draw({ grouping: 'status', filter: 'build' })).toContain(
      '  build | waiting for files in apps/web · Builds the site',
    );
  });

  test('shows plugins and then everything else', async () => {
    const tree = await treeOf(everything, office);
    expect(await tree.draw({ grouping: 'plugin', filter: 'pdf', hideEmpty: true })).toBe(
      lines(`
        office | 1
          office:pdf | Reads PDF files for the office
        No plugin | 1
          pdf | only for the model · Reads PDF files
            Used by agent reviewer
      `),
    );
  });
});

describe('the tree of several folders', () => {
  const [web, api] = [`${home}/web`, `${home}/api`];
  const both: MemoryFiles = {
    [`${home}/.claude/skills/notes/SKILL.md`]: described('Keeps notes'),
    [`${home}/.claude/commands/tidy.md`]: described('Tidies up'),
    [`${web}/.claude/skills/styles/SKILL.md`]: described('Styles'),
    [`${web}/.claude/commands/ship.md`]: described('Ships'),
    [`${api}/.claude/settings.json`]: JSON.stringify({ skillOverrides: { notes: 'off' } }),
  };

  test('shows once what all share, and what differs below each folder', async () => {
    const tree = await treeOf(both, { folders: [web, api] });
    expect(await tree.draw()).toBe(
      lines(`
        User | 1 · ~/.claude/skills
          notes | disabled in api · Keeps notes
        web | 2
          Project | 1 · .claude/skills
            styles | Styles
          Commands | 1 · .claude/commands
            ship | Ships
        api | 0
        Commands | 1 · ~/.claude/commands
          tidy | Tidies up
      `),
    );
    expect(await tree.find('api')).toMatchObject({ contextValue: 'group session receives located', children: 'none' });
  });

  test('says whose it is where groups hold what belongs to several', async () => {
    const tree = await treeOf(both, { folders: [web, api] });
    expect(await tree.draw({ grouping: 'status' })).toBe(
      lines(`
        Active | 4
          notes | disabled in api · Keeps notes
          tidy | Tidies up
          styles | in web · Styles
          ship | in web · Ships
      `),
    );
  });

  test('leads from every line to the one above it', async () => {
    const tree = await treeOf({ ...both, [`${web}/.claude/skills/styles/a/b.css`]: '' }, { folders: [web, api] });
    await expectParents(tree);
  });
});

test('leads from every line to the one above it, with one folder', async () => {
  await expectParents(await treeOf(everything, office));
});

async function expectParents(tree: TestTree): Promise<void> {
  const visit = async (parent: Awaited<ReturnType<TestTree['find']>> | undefined): Promise<number> => {
    let count = 0;
    for (const node of await tree.children(parent)) {
      const found = await treeParent(tree.sessions, node.id, byTier, tree.files);
      expect(found, `above ${node.label}`).toEqual(parent);
      count += 1 + (await visit(node));
    }
    return count;
  };
  expect(await visit(undefined)).toBeGreaterThan(5);
}

describe('the line of a file', () => {
  test('is that of the skill that it belongs to', async () => {
    const tree = await treeOf(everything, office);
    const at = async (path: string) => (await skillNodeAt(tree.sessions, path, byTier, tree.files))?.id;
    const review = await tree.find('Project', 'review');
    expect(await at(`${project}/.claude/skills/review/SKILL.md`)).toBe(review.id);
    expect(await at(`${project}/.claude/skills/review/references/checklist.md`)).toBe(review.id);
    expect(await at(`${project}/.claude/skills/loose.md`)).toBe(
      (await tree.find('Not loaded', '.claude/skills/loose.md')).id,
    );
    expect(await at(`${project}/README.md`)).toBeUndefined();
  });

  test('is none where the filter leaves it out', async () => {
    const tree = await treeOf(everything, office);
    const path = `${project}/.claude/skills/review/SKILL.md`;
    expect(await skillNodeAt(tree.sessions, path, { ...byTier, filter: 'notes' }, tree.files)).toBeUndefined();
  });

  test('is one of the session around it', async () => {
    const folders = [`${home}/mono`, `${home}/mono/web`];
    const path = `${folders[1]}/.claude/skills/styles/SKILL.md`;
    const tree = await treeOf({ [path]: described('Styles') }, { folders });
    const node = await skillNodeAt(tree.sessions, path, byTier, tree.files);
    expect(node?.id).toBe((await tree.find('web', 'Project', 'styles')).id);
  });
});

describe('the files of a skill', () => {
  const skill = `${project}/.claude/skills/big`;
  const file = { [`${skill}/SKILL.md`]: described('Big') };

  test('end where links come back', async () => {
    const tree = await treeOf({
      ...file,
      [`${skill}/docs/a.md`]: '',
      [`${skill}/docs/up`]: linkTo(skill),
      [`${skill}/all`]: linkTo(`${project}/.claude/skills`),
      [`${skill}/gone`]: linkTo('/nowhere'),
      [`${skill}/.git/HEAD`]: '',
      [`${skill}/node_modules/x/index.js`]: '',
    });
    expect((await tree.draw()).split('\n').slice(2, -1)).toEqual([
      '  big | Big',
      '    all',
      '      big | links back to big',
      '    docs',
      '      up | links back to big',
      '      a.md',
      '    gone | not a readable file',
    ]);
  });

  test('are counted where there are too many', async () => {
    const many = Array.from({ length: 320 }, (_, index) => [`${skill}/data/${index}.txt`, ''] as const);
    const tree = await treeOf({ ...file, ...Object.fromEntries(many) });
    const nodes = await tree.children(await tree.find('Project', 'big', 'data'));
    expect(nodes.length).toBe(301);
    expect(nodes.slice(0, 3).map(({ label }) => label)).toEqual(['0.txt', '1.txt', '2.txt']);
    expect(nodes.at(-1)).toMatchObject({ label: '20 more', contextValue: 'more located', children: 'none' });
  });

  test('are those of the skill alone, whatever an id asks for', async () => {
    const tree = await treeOf({ ...file, [`${skill}/data/a.txt`]: '', [`${home}/secret/key`]: '' });
    const data = await tree.find('Project', 'big', 'data');
    for (const path of [`${home}/secret`, `${skill}/../../../../secret`]) {
      const asked = { ...data, id: data.id.replace(`${skill}/data`, path) };
      expect(await tree.children(asked)).toEqual([]);
    }
    expect(await tree.children({ ...data, id: 'nonsense' })).toEqual([]);
  });
});

test('shows text of any content on one line', async () => {
  const tree = await treeOf({
    [`${project}/.claude/skills/odd/SKILL.md`]: `---\ndescription: "a\\u001b[31m b\\n\\tc ${'😀'.repeat(200)}"\n---\n`,
  });
  const { description } = await tree.find('Project', 'odd');
  expect(description).toMatch(/^a b c 😀+…$/u);
  expect(description!.length).toBeLessThanOrEqual(200);
});

describe('a skill that permission rules deny', () => {
  const review = `${project}/.claude/skills/review/SKILL.md`;
  const denying = (...deny: string[]): MemoryFiles => ({
    [review]: described('Reviews a diff'),
    [`${project}/.claude/skills/quiet/SKILL.md`]: described('Waits', 'disable-model-invocation: true'),
    [`${project}/.claude/settings.json`]: JSON.stringify({ permissions: { deny } }),
  });

  test.each(['Skill(review)', 'Skill(rev:*)', 'Skill(skill:rev*)', 'Skill'])('looks denied: %s', async (rule) => {
    const tree = await treeOf(denying(rule));
    const node = await tree.find('Project', 'review');
    expect(node).toMatchObject({ icon: 'lock', description: 'denied · Reviews a diff' });
    expect(node.accessibleName).toBe('review, skill, denied, Reviews a diff');
    expect(node.contextValue).toContain('denied');
    // The author keeps it from the model anyway.
    expect((await tree.find('Project', 'quiet')).description).toBe('only for you · Waits');
    expect(await tree.draw({ grouping: 'status' })).toBe(
      'Active | 1\n  quiet | only for you · Waits\nDenied | 1\n  review | denied · Reviews a diff\n',
    );
  });

  test.each(['Skill(other)', 'skill(review)', 'Skill(args:x)', 'Bash(rm:*)'])('is not one for %s', async (rule) => {
    const tree = await treeOf(denying(rule));
    expect((await tree.find('Project', 'review')).icon).toBe('book');
  });

  test('has the words of "Why isn’t this skill used?" in its tooltip', async () => {
    const tree = await treeOf(denying('Skill(review)'));
    const [{ catalog }] = tree.sessions as [ShownSession];
    const node = await tree.find('Project', 'review');
    const why = await whyUnused(catalog, node.skill!, { files: tree.files, environment: catalog.session.environment });
    expect(why?.verdict).toBe('`permissions.deny` has `Skill(review)`, so calls to it are refused. Remove the rule');
    expect(treeTooltip(tree.sessions, node.id)).toContain(
      '`permissions.deny` has `Skill(review)`, so calls to it are refused (`.claude/settings.json`)',
    );
  });
});
