import { describe, expect, test } from 'vitest';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { definitions } from '../../../server/src/features/navigation/definitions.ts';
import { documentLinks } from '../../../server/src/features/navigation/document-links.ts';
import { findReferences } from '../../../server/src/features/navigation/find-references.ts';
import { movedTree, openIn, preparedAt, renamedAt, type Texts } from './renamed-tree.ts';
import { home, project, type TreeOptions, treeOf } from './tree-of.ts';

const skills = `${project}/.claude/skills`;
const agents = `${project}/.claude/agents`;
const review = `${skills}/review/SKILL.md`;
const guide = `${skills}/review/references/guide.md`;
const office = `${project}/plugins/office`;
const manifest = `${office}/.claude-plugin/plugin.json`;

/** `path:line text` of each place, below the project. */
function shown(content: Texts, places: readonly { uri: string; range: { start: { line: number } } }[]): string[] {
  return places.map(({ uri, range }) => {
    const path = decodeURIComponent(uri.replace('file://', ''));
    return `${path.replace(`${project}/`, '')}:${range.start.line} ${content[path]!.split('\n')[range.start.line]!}`;
  });
}

async function look(content: Texts, path: string, at: string, options?: TreeOptions) {
  const tree = await treeOf(content, options);
  const { open, subject } = await openIn(tree, content, path, at);
  const texts = { files: tree.files, open: nothingOpen, runtime: open.document.runtime };
  return {
    definitions: async () => subject && shown(content, await definitions(subject, open, texts)),
    references: async () => subject && shown(content, await findReferences(subject, open, tree.sessions, texts, false)),
    links: async (editorKnowsMarkdown: boolean) =>
      (await documentLinks(open, tree.files, editorKnowsMarkdown)).map(({ target }) => target?.replace('file://', '')),
  };
}

const bundled: Texts = {
  [review]:
    '---\ndescription: D\n---\nRead [it](references/guide.md#use-it), `references/guide.md`, ${CLAUDE_SKILL_DIR}/references/guide.md and scripts/a.sh.\n',
  [guide]: '# Guide\n\n## Use it\n\nRun `scripts/a.sh`, then /ship. See [above](#use-it), [b](b.md).\n',
  [`${skills}/review/references/b.md`]: 'Back to [it](guide.md#use-it).\n',
  [`${skills}/review/scripts/a.sh`]: 'exit\n',
  [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n[g](../review/references/guide.md)\n',
};

describe('a file that a skill bundles', () => {
  test('leads to files and skills, and plain links are left to the editor', async () => {
    const at = (marked: string) => look(bundled, guide, marked);
    expect(await (await at('`scripts|/a.sh`')).definitions()).toEqual(['.claude/skills/review/scripts/a.sh:0 exit']);
    expect(await (await at('/sh|ip')).definitions()).toEqual(['.claude/skills/ship/SKILL.md:0 ---']);
    expect(await (await at('(#use|-it)')).definitions()).toEqual([
      '.claude/skills/review/references/guide.md:2 ## Use it',
    ]);
    const script = `${skills}/review/scripts/a.sh`;
    expect(await (await at('Gui|de')).links(true)).toEqual([script]);
    expect(await (await at('Gui|de')).links(false)).toEqual([script, guide, `${skills}/review/references/b.md`]);
  });

  test('has references from every skill', async () => {
    const { references } = await look(bundled, `${skills}/review/references/b.md`, '(guide|.md#');
    expect((await references())?.toSorted()).toEqual([
      '.claude/skills/review/SKILL.md:3 Read [it](references/guide.md#use-it), `references/guide.md`, ${CLAUDE_SKILL_DIR}/references/guide.md and scripts/a.sh.',
      '.claude/skills/review/SKILL.md:3 Read [it](references/guide.md#use-it), `references/guide.md`, ${CLAUDE_SKILL_DIR}/references/guide.md and scripts/a.sh.',
      '.claude/skills/review/SKILL.md:3 Read [it](references/guide.md#use-it), `references/guide.md`, ${CLAUDE_SKILL_DIR}/references/guide.md and scripts/a.sh.',
      '.claude/skills/review/references/b.md:0 Back to [it](guide.md#use-it).',
      '.claude/skills/ship/SKILL.md:3 [g](../review/references/guide.md)',
    ]);
  });

  test('is renamed by a path to it, and its headings with the links to them', async () => {
    const after = {
      [review]: bundled[review]!.replaceAll('guide.md', 'use.md'),
      [`${skills}/review/references/use.md`]: bundled[guide]!,
      [`${skills}/review/references/b.md`]: 'Back to [it](use.md#use-it).\n',
      [`${skills}/review/scripts/a.sh`]: 'exit\n',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n[g](../review/references/use.md)\n',
    };
    expect(await renamedAt(bundled, review, '`references/gu|ide.md`', 'use.md')).toEqual(after);
    expect(await preparedAt(bundled, review, '`refer|ences/guide.md`')).toBe('guide.md = guide.md');
    expect(await renamedAt(bundled, guide, '## Use |it', 'Do it')).toEqual({
      ...bundled,
      [review]: bundled[review]!.replace('#use-it', '#do-it'),
      [guide]: bundled[guide]!.replace('## Use it', '## Do it').replace('#use-it', '#do-it'),
      [`${skills}/review/references/b.md`]: 'Back to [it](guide.md#do-it).\n',
    });
    expect(await renamedAt(bundled, review, '`references/gu|ide.md`', 'b.md')).toContain('already exists');
    const toSkill = { ...bundled, [guide]: '[up](../SKILL.md)\n' };
    expect(await renamedAt(toSkill, guide, 'SK|ILL.md', 'x.md')).toContain('Rename the folder');
  });

  test('is none without a skill above it, nor in the folder of a tool', async () => {
    const content = {
      ...bundled,
      [`${project}/docs/references/a.md`]: '`scripts/a.sh`\n',
      [`${skills}/review/node_modules/x/README.md`]: '/ship\n',
    };
    await expect(look(content, `${project}/docs/references/a.md`, 'scr|ipts')).rejects.toThrow('not a file');
    await expect(look(content, `${skills}/review/node_modules/x/README.md`, '/sh|ip')).rejects.toThrow('not a file');
  });
});

const plugin: Texts = {
  [manifest]:
    '{ "name": "office", "skills": ["./more/pdf", "./extra/"], "commands": { "go": { "source": "./go.md" } }, "agents": "./people/bob.md" }\n',
  [`${office}/more/pdf/SKILL.md`]: '---\ndescription: D\n---\n',
  [`${office}/extra/one/SKILL.md`]: '---\ndescription: D\n---\n',
  [`${office}/extra/two/SKILL.md`]: '---\ndescription: D\n---\n',
  [`${office}/go.md`]: 'Go\n',
  [`${office}/people/bob.md`]: '---\nname: bob\ndescription: D\n---\n',
};

describe('the paths in a manifest', () => {
  test('lead to files, and those of folders to the skills in them', async () => {
    const at = (marked: string) => look(plugin, manifest, marked);
    expect(await (await at('more/p|df')).definitions()).toEqual(['plugins/office/more/pdf/SKILL.md:0 ---']);
    expect(await (await at('ext|ra')).definitions()).toEqual([
      'plugins/office/extra/one/SKILL.md:0 ---',
      'plugins/office/extra/two/SKILL.md:0 ---',
    ]);
    expect(await (await at('go|.md')).definitions()).toEqual(['plugins/office/go.md:0 Go']);
    expect(await (await at('na|me')).links(true)).toEqual([
      `${office}/more/pdf/SKILL.md`,
      `${office}/go.md`,
      `${office}/people/bob.md`,
    ]);
  });

  test('follow what is renamed and moved inside the plugin', async () => {
    const moved = async (from: string, to: string) =>
      (await movedTree(plugin, { [`${office}/${from}`]: `${office}/${to}` }))[manifest];
    expect(await moved('more/pdf', 'more/doc')).toContain('["./more/doc", "./extra/"]');
    expect(await moved('more', 'lots of')).toContain('["./lots of/pdf", "./extra/"]');
    expect(await moved('extra', 'skills2')).toContain('["./more/pdf", "./skills2/"]');
    expect(await moved('go.md', 'cmd/run.md')).toContain('"source": "./cmd/run.md"');
    expect(await moved('people/bob.md', 'people/rob.md')).toContain('"./people/rob.md"');
    // With the plugin itself, nothing in its manifest changes; nor can it name what leaves the plugin.
    const whole = await movedTree(plugin, { [office]: `${project}/desk` });
    expect(whole[`${project}/desk/.claude-plugin/plugin.json`]).toBe(plugin[manifest]);
    const out = await movedTree(plugin, { [`${office}/extra`]: `${project}/extra` });
    expect(out[manifest]).toBe(plugin[manifest]);
  });
});

const market = `${project}/.claude-plugin/marketplace.json`;
const shop: Texts = {
  ...plugin,
  [market]: JSON.stringify({
    name: 'shop',
    owner: { name: 'O' },
    plugins: [
      { name: 'office', source: './plugins/office', skills: ['./more/pdf'], strict: false },
      { name: 'all', source: './', skills: './plugins/office/extra' },
      { name: 'far', source: { source: 'github', repo: 'a/b' }, skills: ['./plugins/office'] },
      { name: 'out', source: './../office' },
    ],
  }),
};

describe('the paths in a marketplace', () => {
  test('lead to plugins and to what they list', async () => {
    const at = (marked: string) => look(shop, market, marked);
    expect(await (await at('./plugins/off|ice"')).definitions()).toEqual([
      `plugins/office/.claude-plugin/plugin.json:0 ${plugin[manifest]!.trim()}`,
    ]);
    expect(await (await at('more/p|df')).definitions()).toEqual(['plugins/office/more/pdf/SKILL.md:0 ---']);
    expect(await (await at('sh|op')).links(true)).toEqual([manifest, `${office}/more/pdf/SKILL.md`]);
    const { references } = await look(shop, manifest, 'more/p|df');
    expect((await references())?.map((it) => it.split(' ')[0])).toEqual([
      'plugins/office/.claude-plugin/plugin.json:0',
      '.claude-plugin/marketplace.json:0',
    ]);
  });

  test('follow what is renamed and moved', async () => {
    const listed = (tree: Texts) => JSON.parse(tree[market]!).plugins;
    const moved = async (from: string, to: string) => listed(await movedTree(shop, { [from]: to }));
    expect(await moved(office, `${project}/products/desk`)).toEqual([
      { name: 'office', source: './products/desk', skills: ['./more/pdf'], strict: false },
      { name: 'all', source: './', skills: './products/desk/extra' },
      ...listed(shop).slice(2),
    ]);
    expect(await moved(`${office}/more/pdf`, `${office}/more/doc`)).toMatchObject([
      { skills: ['./more/doc'] },
      {},
      {},
      {},
    ]);
    // A marketplace cannot list what is not in it.
    expect(await moved(office, `${home}/office`)).toEqual(listed(shop));
    const renamed = await renamedAt(shop, market, './plugins/off|ice"', 'desk');
    expect(listed(renamed as Texts)).toMatchObject([
      { source: './plugins/desk' },
      { skills: './plugins/desk/extra' },
      {},
      {},
    ]);
    expect(renamed).toHaveProperty([`${project}/plugins/desk/go.md`]);
  });

  test('of plugins without a leading dot begin in the folder for all of them', async () => {
    const root = { metadata: { pluginRoot: './plugins' }, plugins: [{ name: 'office', source: 'office' }] };
    const plain: Texts = { ...plugin, [market]: JSON.stringify({ name: 'shop', owner: { name: 'O' }, ...root }) };
    expect(await (await look(plain, market, 'sh|op')).links(true)).toEqual([manifest]);
    const after = await movedTree(plain, { [office]: `${project}/plugins/desk` });
    expect(after[market]).toContain('"source":"desk"');
  });
});

const team: Texts = {
  [`${agents}/tester.md`]: '---\nname: tester\ndescription: D\ntools: Agent(helper, tester), Read\n---\n',
  [`${agents}/helper.md`]: '---\nname: "helper"\ndescription: D\n---\nAsk @agent-tester, not the tester.\n',
  [review]:
    '---\ndescription: D\nagent: tester\ncontext: fork\nallowed-tools: Task(tester)\nhooks:\n  SubagentStart:\n    - matcher: tester, testers\n      hooks: []\n---\n[t](../../agents/tester.md)\n',
  [`${project}/.claude/settings.json`]:
    '{ "agent": "tester", "permissions": { "deny": ["Agent(tester)", "Task(tester)", "Agent(testers)"] }, "hooks": { "SubagentStop": [{ "matcher": "helper|tester" }], "Stop": [{ "matcher": "testers" }] } }\n',
  [`${project}/CLAUDE.md`]: 'Let @agent-tester test.\n',
};
const teamAfter = Object.fromEntries(
  Object.entries(team).map(([path, text]) => [
    path.replace('tester', 'checker'),
    text.replaceAll(/tester(?!s)/g, 'checker').replace('not the checker', 'not the tester'),
  ]),
);

describe('an agent', () => {
  test('is renamed with its file and everything that names it', async () => {
    expect(await renamedAt(team, `${agents}/tester.md`, 'name: tes|ter', 'checker')).toEqual(teamAfter);
    expect(await renamedAt(team, review, 'agent: tes|ter', 'checker')).toEqual(teamAfter);
    expect(await renamedAt(team, `${agents}/tester.md`, 'helper, tes|ter', 'checker')).toEqual(teamAfter);
    expect(await renamedAt(team, `${project}/.claude/settings.json`, '"agent": "te|ster', 'checker')).toEqual(
      teamAfter,
    );
    // A file with another name stays where it is.
    const { [`${agents}/tester.md`]: tester, ...others } = team;
    const renamed = await renamedAt({ ...others, [`${agents}/one.md`]: tester! }, review, 'agent: tes|ter', 'checker');
    expect((renamed as Texts)[`${agents}/one.md`]).toContain('name: checker');
    expect((renamed as Texts)[review]).toContain('agent: checker');
  });

  test('of a plugin keeps the name of the plugin before its own', async () => {
    const bob = `${office}/agents/staff/bob.md`;
    const before = {
      [manifest]: '{ "name": "office", "agents": "./agents/staff/bob.md" }\n',
      [bob]: '---\nname: bob\ndescription: D\n---\n',
      [`${office}/skills/ask/SKILL.md`]: '---\ndescription: D\n---\nAsk @agent-office:bob and @agent-bob.\n',
    };
    const options = { pluginFolders: [office] };
    expect(await renamedAt(before, `${office}/skills/ask/SKILL.md`, 'office:b|ob', 'rob', options)).toEqual({
      [manifest]: '{ "name": "office", "agents": "./agents/staff/rob.md" }\n',
      [`${office}/agents/staff/rob.md`]: '---\nname: rob\ndescription: D\n---\n',
      [`${office}/skills/ask/SKILL.md`]: '---\ndescription: D\n---\nAsk @agent-office:rob and @agent-bob.\n',
    });
  });

  test('says why it cannot be renamed', async () => {
    const at = (newName: string) => renamedAt(team, review, 'agent: tes|ter', newName);
    expect(await at('helper')).toBe('There is already an agent `helper`');
    expect(await at('two words')).toContain('is a word of letters');
    const twice = { ...team, [`${home}/.claude/agents/tester.md`]: team[`${agents}/tester.md`]! };
    expect(await preparedAt(twice, review, 'agent: tes|ter')).toContain('Several agents');
    // In its own file, it is clear which one is meant, but not elsewhere.
    const own = await renamedAt(twice, `${agents}/tester.md`, 'name: tes|ter', 'checker');
    expect((own as Texts)[review]).toContain('agent: tester');
    expect((own as Texts)[`${agents}/checker.md`]).toContain('name: checker');
    const managed = { ...team, '/etc/claude-code/.claude/agents/boss.md': '---\nname: boss\ndescription: D\n---\n' };
    const named = { ...managed, [review]: '---\ndescription: D\nagent: boss\n---\n' };
    expect(await preparedAt(named, review, 'agent: bo|ss')).toContain('read-only');
  });
});

describe('what is moved to another folder', () => {
  test('keeps its links, and those to it', async () => {
    const before = {
      [review]: '---\ndescription: D\n---\n[r](references/r.md), [s](../ship/SKILL.md), [d](../../../docs/d.md)\n',
      [`${skills}/review/references/r.md`]: '[s](../../ship/SKILL.md)\n',
      [`${skills}/ship/SKILL.md`]: '---\ndescription: D\n---\n[r](../review/references/r.md)\n',
      [`${project}/docs/d.md`]: 'D\n',
    };
    const to = `${project}/sub/.claude/skills/review`;
    expect(await movedTree(before, { [`${skills}/review`]: to })).toEqual({
      [`${to}/SKILL.md`]:
        '---\ndescription: D\n---\n[r](references/r.md), [s](../../../../.claude/skills/ship/SKILL.md), [d](../../../../docs/d.md)\n',
      [`${to}/references/r.md`]: '[s](../../../../../.claude/skills/ship/SKILL.md)\n',
      [`${skills}/ship/SKILL.md`]:
        '---\ndescription: D\n---\n[r](../../../sub/.claude/skills/review/references/r.md)\n',
      [`${project}/docs/d.md`]: 'D\n',
    });
    // A file that no skill has, and a folder with several skills.
    const other = await movedTree(before, { [`${project}/docs/d.md`]: `${project}/guides/e.md` });
    expect(other[review]).toContain('[d](../../../guides/e.md)');
    const all = await movedTree(before, { [skills]: `${project}/.claude/old/skills` });
    expect(all[`${project}/.claude/old/skills/review/SKILL.md`]).toContain(
      '[s](../ship/SKILL.md), [d](../../../../docs/d.md)',
    );
  });
});

describe('CLAUDE.md, AGENTS.md and rules', () => {
  const told: Texts = {
    [review]: '---\nname: review\ndescription: D\n---\n',
    [`${skills}/review/r.md`]: 'R\n',
    [`${project}/CLAUDE.md`]: 'Use /review, [r](.claude/skills/review/r.md), @docs/a.md. A review.\n',
    [`${project}/.claude/CLAUDE.md`]: 'Before a commit, /review. See @../docs/a.md\n',
    [`${project}/CLAUDE.local.md`]: '/review\n',
    [`${home}/.claude/CLAUDE.md`]: '- /review\n',
    [`${project}/AGENTS.md`]: 'Then /review.\n',
    [`${project}/.claude/rules/web/style.md`]:
      '---\npaths: "*.css"\n---\nAfter changes, /review. See @../../../docs/a.md\n',
    [`${home}/.claude/rules/mine.md`]: 'Not review, but /review\n',
    [`${project}/docs/a.md`]: 'A /review\n',
  };

  test('names skills and files', async () => {
    const { references } = await look(told, review, 'name: rev|iew');
    expect((await references())?.map((it) => it.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'CLAUDE.md:0',
        '.claude/CLAUDE.md:0',
        'CLAUDE.local.md:0',
        `${home}/.claude/CLAUDE.md:0`,
        'AGENTS.md:0',
        '.claude/rules/web/style.md:3',
        `${home}/.claude/rules/mine.md:0`,
      ]),
    );
    const rule = (marked: string) => look(told, `${project}/.claude/rules/web/style.md`, marked);
    expect(await (await rule('/rev|iew')).definitions()).toEqual(['.claude/skills/review/SKILL.md:1 name: review']);
    expect(await (await rule('/docs|/a.md')).definitions()).toEqual(['docs/a.md:0 A /review']);
    const at = (marked: string) => look(told, `${project}/CLAUDE.md`, marked);
    expect(await (await at('/rev|iew')).definitions()).toEqual(['.claude/skills/review/SKILL.md:1 name: review']);
    expect(await (await at('@docs|/a.md')).definitions()).toEqual(['docs/a.md:0 A /review']);
    expect(await (await at('A rev|iew')).definitions()).toBeUndefined();
  });

  test('follows renames of skills and files', async () => {
    expect(await renamedAt(told, review, 'name: rev|iew', 'check')).toEqual({
      [`${skills}/check/SKILL.md`]: '---\nname: check\ndescription: D\n---\n',
      [`${skills}/check/r.md`]: 'R\n',
      [`${project}/CLAUDE.md`]: 'Use /check, [r](.claude/skills/check/r.md), @docs/a.md. A review.\n',
      [`${project}/.claude/CLAUDE.md`]: 'Before a commit, /check. See @../docs/a.md\n',
      [`${project}/CLAUDE.local.md`]: '/check\n',
      [`${home}/.claude/CLAUDE.md`]: '- /check\n',
      [`${project}/AGENTS.md`]: 'Then /check.\n',
      [`${project}/.claude/rules/web/style.md`]:
        '---\npaths: "*.css"\n---\nAfter changes, /check. See @../../../docs/a.md\n',
      [`${home}/.claude/rules/mine.md`]: 'Not review, but /check\n',
      [`${project}/docs/a.md`]: 'A /review\n',
    });
    const moved = await movedTree(told, { [`${project}/docs/a.md`]: `${project}/docs/b.md` });
    expect(moved[`${project}/CLAUDE.md`]).toContain('@docs/b.md');
    const rule = `${project}/.claude/rules/web/style.md`;
    expect(moved[rule]).toContain('@../../../docs/b.md');
    const up = await movedTree(told, { [rule]: `${project}/.claude/rules/style.md` });
    expect(up[`${project}/.claude/rules/style.md`]).toContain('@../../docs/a.md');
  });
});
