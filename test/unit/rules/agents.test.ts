import { describe, expect, test } from 'vitest';
import { expectInSession, inSession, skill } from './check-in-session.ts';
import { applyFix, check, expectFindings, expectFix } from './expect-findings.ts';

const path = '/project/.claude/agents/gardener.md';
const agent = (...fields: string[]): string =>
  ['---', 'name: gardener', 'description: Grows things.', ...fields, '---', '', 'Grow.', ''].join('\n');
const skillAt = (name: string, ...fields: string[]) => ({
  [`/project/.claude/skills/${name}/SKILL.md`]: skill('Plans beds. Use when the user asks what to sow.', ...fields),
});
const office = {
  '/project/office/.claude-plugin/plugin.json': { name: 'office' },
  '/project/office/skills/pdf/SKILL.md': skill('Reads PDF files. Use when the user names one.'),
};
const pluginFolders = ['/project/office'];

describe('agent-skill-unknown', () => {
  const around = { ...skillAt('plan-bed', 'name: bed-planner'), ...office };

  test.for([
    'skills: [plan-bed, «plan-bad»]',
    'skills:\n  - «"Plan-Bed"»'.replace('«"Plan-Bed"»', '"«Plan-Bed»"'),
    'skills: plan-bed, «water» «Plan-Bed»',
    'skills: >\n  plan-bed\n  «water»',
    'skills: «/plan-bed»',
    "skills: ['«it''s»']",
  ])('marks the very name in %s', async (fields) => {
    await expectInSession('agent-skill-unknown', path, agent(fields), around, { pluginFolders });
    await expectInSession('agent-skill-unknown', path, agent(fields).replaceAll('\n', '\r\n'), around, {
      pluginFolders,
    });
  });

  test.for([
    'skills: plan-bed bed-planner',
    'skills: [office:pdf, pdf]',
    'skills: dataviz',
    // Of a plugin that is not here.
    'skills: sheets:xlsx',
    'skills: []',
    'skills: 5',
    'skills:',
    'skills: [5, true]',
    'tools: Read',
  ])('is silent for %s', async (fields) => {
    await expectInSession('agent-skill-unknown', path, agent(fields), around, { pluginFolders });
  });

  test('says in settings that the main agent preloads nothing', async () => {
    const settings = '/project/.claude/settings.json';
    const [finding] = await expectInSession('agent-skill-unknown', settings, '{ "agent": «"gardener"» }', {
      ...around,
      [path]: agent('skills: [plan-bed, office:pdf]'),
    });
    expect(finding?.message).toContain('the session starts without `plan-bed` and `office:pdf`');
    for (const other of ['', 'skills: []'])
      await expectInSession('agent-skill-unknown', settings, '{ "agent": "gardener" }', { [path]: agent(other) });
    for (const value of ['"other"', '5', '["gardener"]'])
      await expectInSession('agent-skill-unknown', settings, `{ "agent": ${value} }`, {
        [path]: agent('skills: plan-bed'),
      });
  });

  test.for([
    ['disable-model-invocation: true', 'the skill has `disable-model-invocation`'],
    ['paths: src/**', 'does not exist until Claude reads or writes a file that matches its `paths`'],
  ] as const)('says why a skill with %s is left out', async ([field, reason]) => {
    const [finding] = await expectInSession(
      'agent-skill-unknown',
      path,
      agent('skills: «plan-bed»'),
      skillAt('plan-bed', field),
    );
    expect(finding!.message).toContain(reason);
    expect(finding!.fixes?.map(({ title }) => title)).toEqual(['Remove `plan-bed`']);
  });

  test.for(['off', 'user-invocable-only'])('says that settings with %s hide a skill', async (value) => {
    const settings = { '/project/.claude/settings.json': { skillOverrides: { 'plan-bed': value } } };
    const [finding] = await expectInSession('agent-skill-unknown', path, agent('skills: «plan-bed»'), {
      ...skillAt('plan-bed'),
      ...settings,
    });
    expect(finding!.message).toContain('`skillOverrides`');
  });

  test('a shorter form of a plugin’s name is unknown to 2.1.7', async () => {
    const runtime = 'claude-code@2.1.7';
    await expectInSession('agent-skill-unknown', path, agent('skills: [«pdf», office:pdf]'), office, {
      pluginFolders,
      runtime,
    });
  });

  test('offers the nearest name', async () => {
    const [finding] = await expectInSession('agent-skill-unknown', path, agent('skills: [«Plan-Bed»]'), around);
    expect(finding!.fixes?.map(({ title, safe }) => ({ title, safe }))).toEqual([
      { title: 'Change to `plan-bed`', safe: false },
      { title: 'Remove `Plan-Bed`', safe: false },
    ]);
  });

  test('offers up to three names, best first', async () => {
    const many = { ...around, ...skillAt('plan-beds'), ...skillAt('plan-pond'), ...skillAt('plan-bad-2') };
    const [finding] = await expectInSession('agent-skill-unknown', path, agent('skills: «plan-bad»'), many);
    expect(finding!.fixes?.map(({ title }) => title)).toEqual([
      'Change to `plan-bed`',
      'Change to `plan-bad-2`',
      'Change to `plan-beds`',
      'Remove `plan-bad`',
    ]);
    const [part] = await expectInSession('agent-skill-unknown', path, agent('skills: «plan»'), many);
    expect(part!.fixes?.map(({ title }) => title)).toEqual([
      'Change to `plan-bad-2`',
      'Change to `plan-bed`',
      'Change to `plan-beds`',
      'Remove `plan`',
    ]);
  });

  test.for([
    ['skills: [plan-bed, nobody]', 'skills: [plan-bed]'],
    ['skills: [nobody, plan-bed]', 'skills: [plan-bed]'],
    ['skills: [ "nobody" , plan-bed ]', 'skills: [ plan-bed ]'],
    ['skills: [nobody]', undefined],
    ['skills: [ # all\n  nobody, plan-bed]', 'none'],
    ['skills: [plan-bed,\n  nobody]', 'none'],
    ['skills:\n  - nobody # gone\n  - plan-bed', 'skills:\n  - plan-bed'],
    ['skills:\n- plan-bed\n- "nobody"', 'skills:\n- plan-bed'],
    ['skills:\n  - nobody', undefined],
    ['skills:\n  - &a nobody\n  - plan-bed', 'none'],
    ['skills: plan-bed, nobody', 'skills: plan-bed'],
    ['skills: "nobody, plan-bed"', 'skills: "plan-bed"'],
    ['skills: plan-bed nobody bed-planner', 'skills: plan-bed bed-planner'],
    ['skills: nobody', undefined],
    ['skills: >\n  plan-bed\n  nobody', 'none'],
  ] as const)('removes the name from %j', async ([before, after]) => {
    for (const newLine of ['\n', '\r\n']) {
      const text = agent(before, 'tools: Read').replaceAll('\n', newLine);
      const options = await inSession(path, { ...around, [path]: text });
      const [finding] = check(text, options).findings.filter(({ rule }) => rule === 'agent-skill-unknown');
      const removal = finding!.fixes!.find(({ title }) => title === 'Remove `nobody`');
      if (after === 'none') {
        expect(removal).toBeUndefined();
        continue;
      }
      const expected = after === undefined ? agent('tools: Read') : agent(after, 'tools: Read');
      expect(applyFix(text, removal!)).toBe(expected.replaceAll('\n', newLine));
    }
  });

  test('knows the skills of an agent’s own plugin only where the plugin is loaded', async () => {
    const inOffice = '/project/office/agents/clerk.md';
    await expectInSession('agent-skill-unknown', inOffice, agent('skills: [pdf, xlsx]'), office);
    await expectInSession('agent-skill-unknown', inOffice, agent('skills: [pdf, «xlsx»]'), office, { pluginFolders });
  });

  test('is silent where no session is known, and where agents wait to be copied', async () => {
    expectFindings('agent-skill-unknown', agent('skills: nothing'), { path });
    const elsewhere = '/project/.cursor/agents/gardener.md';
    expectFindings('agent-skill-unknown', agent('skills: nothing'), {
      path,
      file: {
        place: 'other-product',
        path: elsewhere,
        inCatalog: { own: undefined, names: [], preloadingAgents: [], ofThisSessionAlone: false },
      },
    });
  });
});

describe('agent-frontmatter', () => {
  test.for([
    '---\n«name: gardener»\n---\nGrow.\n',
    '---\nname: gardener\n«description:»\n---\nGrow.\n',
    '---\nname: gardener\n«description: ""»\n---\nGrow.\n',
    '---\nname: gardener\ndescription: «5»\n---\nGrow.\n',
    '---\nname: «true»\ndescription: Grows.\n---\nGrow.\n',
    '---\nname: «1.0»\ndescription: «yes»\n---\nGrow.\n'.replace('«yes»', 'yes'),
    '«---»\ngardener\n---\nGrow.\n',
  ])('tells of %j', (text) => {
    const findings = expectFindings('agent-frontmatter', text, { path });
    expect(findings.length).toBe(1);
    expectFindings('agent-frontmatter', text.replaceAll('\n', '\r\n'), { path });
  });

  test('quotes values that are not strings', () => {
    const fix = expectFix('agent-frontmatter', agent().replace('gardener', '07'), agent().replace('gardener', '"07"'), {
      path,
    });
    expect(fix.safe).toBe(true);
  });

  test.for([
    '---\n«description»: Grows.\ntools: Read\n---\nGrow.\n',
    '---\n«description»: Grows.\n---\n\nYou are a gardener.\n',
    '---\n«name»:\ndescription: Grows.\nmodel: haiku\n---\nGrow.\n',
    '---\n«name»: ""\ndescription: Grows.\nmodel: haiku\n---\nGrow.\n',
  ])('misses a name in %j', (text) => {
    const plain = text.replace(/[«»]/g, '');
    const named = /^name:.*$/m.test(plain)
      ? plain.replace(/^name:.*$/m, 'name: gardener')
      : plain.replace('---\n', '---\nname: gardener\n');
    expectFindings('agent-frontmatter', text, { path });
    expect(expectFix('agent-frontmatter', plain, named, { path }).safe).toBe(false);
    expectFix('agent-frontmatter', plain.replaceAll('\n', '\r\n'), named.replaceAll('\n', '\r\n'), { path });
    // The name of a plugin's agent may be that of its file.
    expectFindings('agent-frontmatter', plain, { path: '/p/agents/gardener.md', file: { pluginRoot: '/p' } });
  });

  test('knows a misspelled name', () => {
    const text = '---\nNames: gardener\ndescription: Grows.\ntools: Read\n---\nGrow.\n';
    expect(check(text, { path }).findings.map(({ rule }) => rule)).toEqual(['field-unknown']);
  });

  test.for([
    '# A prompt without frontmatter\n',
    '---\ndescription: A note.\n---\n',
    '---\ndescription: A note.\ntags: [a]\n---\nWho you are.\n',
    '---\n---\n',
    '---\n# nothing\n---\n',
    // Found by other rules.
    '---\nname: gardener\ndescription: [a]\n---\n',
    '---\nname: gardener\ndescription: "Grows\n---\n',
    agent(),
  ])('is silent for %j', (text) => {
    expectFindings('agent-frontmatter', text, { path });
  });

  const ofPlugin = { path: '/p/agents/gardener.md', file: { pluginRoot: '/p', isUnnamedAgent: true } };

  test.for([
    ['«Grow.»\n', 'Every Markdown file in the `agents` folder of a plugin is an agent'],
    ['«---»\ngardener\n---\nGrow.\n', 'the model reads only that this is an agent of the plugin'],
    ['---\n«name: gardener»\n---\nGrow.\n', 'the model reads only that this is an agent of the plugin'],
    ['---\nname: gardener\n«description:»\n---\nGrow.\n', 'the model reads only that this is an agent of the plugin'],
    ['---\nname: «12»\ndescription: Grows.\n---\nGrow.\n', '`claude plugin validate` rejects it. Quote it'],
    ['---\ndescription: «12»\n---\nGrow.\n', '`claude plugin validate` rejects it. Quote it'],
  ])('says what becomes of an agent of a plugin: %j', ([text, said]) => {
    for (const marked of [text!, text!.replaceAll('\n', '\r\n')]) {
      const findings = expectFindings('agent-frontmatter', marked, ofPlugin);
      expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining(said!)]);
    }
  });

  test.for([
    '---\ndescription: Grows.\n---\nGrow.\n',
    '---\nname:\ndescription: Grows.\n---\nGrow.\n',
    // Found by other rules.
    '---\ndescription: "Grows\n---\nGrow.\n',
  ])('is silent for an agent of a plugin: %j', (text) => {
    expectFindings('agent-frontmatter', text, ofPlugin);
  });

  test('takes no file for an agent if the manifest names others', async () => {
    const manifest = (agents: object) => ({ '/project/p/.claude-plugin/plugin.json': { name: 'p', ...agents } });
    const readme = '/project/p/agents/README.md';
    await expectInSession('agent-frontmatter', readme, '# Notes\n', manifest({ agents: ['./agents/a.md'] }));
    await expectInSession('agent-frontmatter', readme, '«# Notes»\n', manifest({}));
  });

  test('is silent for skills and commands', () => {
    expectFindings('agent-frontmatter', '---\nname: 5\n---\nGrow.\n');
  });
});

describe('one mistake in a description', () => {
  test.for(['descripton', 'Description', 'desrciption'])('`%s` is misspelled, not missing', (key) => {
    const path = '/project/.claude/agents/a.md';
    const text = `---\nname: a\n${key}: Reviews code. Use after a change.\n---\nReview.\n`;
    expect(check(text, { path }).findings.map(({ rule }) => rule)).toEqual(['field-unknown']);
  });
});
