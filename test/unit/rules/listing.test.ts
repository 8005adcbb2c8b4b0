import { describe, expect, test } from 'vitest';
import type { Disk } from '../features/session-of.ts';
import { expectInSession, inSession, skill } from './check-in-session.ts';
import { check } from './expect-findings.ts';

const own = '/project/.claude/skills/plan-watering/SKILL.md';
const other = '/project/.claude/skills/care-for-plants/SKILL.md';
const description =
  'Plans watering and feeding for house plants and balcony boxes. Use when leaves wilt or turn yellow.';
const alike = 'Plan the feeding and watering of balcony boxes and house plants. Use for wilting or yellow leaves.';

describe('description-ambiguous', () => {
  test('names the other skill, what they have in common and how to distinguish them', async () => {
    const around = { [other]: skill(alike) };
    const [finding] = await expectInSession('description-ambiguous', own, skill(`«${description}»`), around);
    expect(finding!.message).toMatch(
      /^The model can hardly tell this from `care-for-plants`: both mention (`\w+`, )+`\w+`( and `\w+`)?\. [A-Z].*$/,
    );
    expect(finding!.severity).toBe('information');
    expect(finding!.related).toEqual([
      { path: other, range: { start: 0, end: 0 }, message: '`care-for-plants` has a similar description' },
    ]);
    await expectInSession('description-ambiguous', own, skill(`«'${description}'»`), around);
  });

  test('is silent where the model does not choose, where only words are shared, and for a copy in a plugin', async () => {
    const text = skill(description);
    await expectInSession('description-ambiguous', own, text, {
      [other]: skill(alike, 'disable-model-invocation: true'),
    });
    await expectInSession('description-ambiguous', own, skill(description, 'disable-model-invocation: true'), {
      [other]: skill(alike),
    });
    await expectInSession('description-ambiguous', own, text, {
      [other]: skill('Waters the lawn at night. Use in July.'),
    });
    await expectInSession(
      'description-ambiguous',
      own,
      text,
      {
        '/project/office/.claude-plugin/plugin.json': { name: 'office' },
        '/project/office/skills/plan-watering/SKILL.md': text,
      },
      { pluginFolders: ['/project/office'] },
    );
    await expectInSession('description-ambiguous', own, skill('TODO: [What it does]'), {
      [other]: skill('TODO: [What it does]'),
    });
    await expectInSession('description-ambiguous', own, '---\nname: a\n---\nWater.\n', { [other]: skill(alike) });
  });
});

describe('description-ambiguous, of two of which one begins with a name', () => {
  const scrapeDocs = '/project/.claude/skills/scrape-web-docs/SKILL.md';
  const scrapeGemini = '/project/.claude/skills/scrape-gemini-docs/SKILL.md';
  const scraping = (what: string) => skill(`Run ${what}scraping in development mode with the local plugin code`);

  test('only the other one is reported, with the words of its name', async () => {
    await expectInSession('description-ambiguous', scrapeGemini, scraping('Gemini CLI '), {
      [scrapeDocs]: scraping(''),
    });
    const marked = scraping('').replace(/Run .*/, '«$&»');
    const [finding] = await expectInSession('description-ambiguous', scrapeDocs, marked, {
      [scrapeGemini]: scraping('Gemini CLI '),
    });
    expect(finding!.message).toMatch(/or begin with what only this one works on, such as `web`$/);
  });

  test('both are reported where the name comes late', async () => {
    const late = skill('Run scraping in development mode with the local plugin code, of Gemini');
    const marked = late.replace(/Run .*/, '«$&»');
    await expectInSession('description-ambiguous', scrapeGemini, marked, { [scrapeDocs]: scraping('') });
  });
});

describe('description-ambiguous, of a skill and a command that starts it', () => {
  const command = '/project/.claude/commands/water.md';
  const text = skill(description);
  const starting = (body: string) => `---\ndescription: ${alike}\n---\n\n${body}\n`;

  test.for([
    'Run /plan-watering with $ARGUMENTS.',
    'Use the Skill tool with skill: "plan-watering".',
    'Use the `plan-watering` skill.',
    'Use the plan-watering skill for $ARGUMENTS.',
    'Call Skill(plan-watering).',
    'Invoke the skill `plan-watering`.',
  ])('is silent: %s', async (body) => {
    await expectInSession('description-ambiguous', own, text, { [command]: starting(body) });
    await expectInSession('description-ambiguous', command, starting(body), { [own]: text });
  });

  test.for([
    'Water the plants.',
    'Use the other skill.',
    'See docs/plan-watering and the file plan-watering.',
    'skill',
  ])('is not silent: %s', async (body) => {
    const marked = text.replace(description, `«${description}»`);
    await expectInSession('description-ambiguous', own, marked, { [command]: starting(body) });
  });
});

describe('listing-truncated', () => {
  const variables = { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1', SLASH_COMMAND_TOOL_CHAR_BUDGET: '120' };
  const local = { '/project/.claude/settings.local.json': { skillOverrides: { 'plugin-authoring': 'off' } } };
  const around = { ...local, [other]: skill(alike) };

  const marked = (text: string) => text.replace('description', '«description»');

  test('marks the key and says by how much', async () => {
    const [finding] = await expectInSession('listing-truncated', own, marked(skill(description)), around, {
      variables,
    });
    expect(finding!.message).toMatch(
      /^The model sees only the name, because the text is (about )?\d+ columns longer than what the others leave of the listing budget of 120\. /,
    );
  });

  test('many skills are reported once, with the descriptions that bring most of them back', async () => {
    const path = (name: string) => `/project/.claude/skills/${name}/SKILL.md`;
    const long = `${'Plans beds and borders. '.repeat(20)}Use when the user asks what to sow.`;
    const longer = `${'Plans beds and borders. '.repeat(30)}Use when the user asks what to sow.`;
    const short = (name: string) => skill(`Waters ${name} in the morning. Use when ${name} are dry.`);
    const small = Array.from({ length: 16 }, (_, at) => `plant-${at + 10}`);
    const crowded: Disk = {
      ...local,
      ...Object.fromEntries(small.map((name) => [path(name), short(name)])),
      [path('a-long')]: skill(long),
      [path('b-longer')]: skill(longer),
    };
    const budgeted = { variables: { ...variables, SLASH_COMMAND_TOOL_CHAR_BUDGET: '1900' } };
    const reported = async (name: string, options = budgeted, around = crowded) => {
      const text = String(around[path(name)]);
      const { findings } = check(text, await inSession(path(name), around, options));
      return findings.filter(({ rule }) => rule === 'listing-truncated');
    };
    const [finding, ...more] = await reported('b-longer');
    expect(more).toEqual([]);
    expect(finding!.message).toMatch(
      /^9 of 18 skills are listed by name only, because all texts together exceed the listing budget of 1,900 columns by (about )?[\d,]+\. Shortening this description and that of `a-long` to 250 characters brings back (about )?\d+$/,
    );
    expect(finding!.range).toEqual({ start: 4, end: 15 });
    expect(finding!.related).toEqual([
      { path: path('a-long'), range: { start: 0, end: 0 }, message: 'The text of `a-long` has 515 characters' },
    ]);
    for (const name of ['a-long', ...small]) expect(await reported(name), name).toEqual([]);
    // What it promises is what happens.
    const promised = Number(/\d+$/.exec(finding!.message)![0]);
    const shortened = {
      ...crowded,
      [path('a-long')]: skill(long.slice(0, 250)),
      [path('b-longer')]: skill(longer.slice(0, 250)),
    };
    const states = [...small, 'a-long', 'b-longer'].map(async (name) => {
      const { file } = await inSession(path(name), shortened, budgeted);
      return file!.inCatalog!.own!.listed!.state;
    });
    expect((await Promise.all(states)).filter((state) => state === 'name-only')).toHaveLength(9 - promised);
  });

  test('marks the first line where no description is written', async () => {
    await expectInSession('listing-truncated', own, `«# ${'Water '.repeat(15).trim()}»\n`, around, { variables });
  });

  test('reports characters, and that nothing is shown, for 2.1.7', async () => {
    const [finding] = await expectInSession('listing-truncated', own, marked(skill(description)), around, {
      variables,
      runtime: 'claude-code@2.1.7',
    });
    expect(finding!.message).toContain('sees nothing of this skill');
    expect(finding!.message).toContain('characters longer than');
  });

  test('is silent where there is room, and where the name alone is meant', async () => {
    const roomy = { ...variables, SLASH_COMMAND_TOOL_CHAR_BUDGET: '1000' };
    await expectInSession('listing-truncated', own, skill(description), around, { variables: roomy });
    for (const value of ['name-only', 'user-invocable-only', 'off']) {
      const settings = { skillOverrides: { 'plugin-authoring': 'off', 'plan-watering': value } };
      const chosen = { ...around, '/project/.claude/settings.local.json': settings };
      await expectInSession('listing-truncated', own, skill(description), chosen, { variables });
    }
    const userOnly = skill(description, 'disable-model-invocation: true');
    await expectInSession('listing-truncated', own, userOnly, around, { variables });
  });
});
