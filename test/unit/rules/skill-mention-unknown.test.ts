import { describe, expect, test } from 'vitest';
import { expectInSession } from './check-in-session.ts';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'skill-mention-unknown';
const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;
const file = {
  skillNames: new Set(['fix-issue', 'review-code', 'triage', 'step-2', 'deploy']),
  commandNames: new Set(['write-minutes', 'refactor']),
  bundledPaths: new Set(['refacto']),
};

describe(rule, () => {
  test.for([
    'Run `/«fix-isue»` next.',
    'Run `/«fix-isue» 12 --all` next.',
    'Afterwards, /«fix-isseu» does the rest.',
    '- Then (/«reveiw-code»)',
    'Type “/«writes-minutes»”.',
    'Use the `/«reveiw-code»` skill.',
    '`/«refcator»`',
  ])('%s', (body) => {
    const [found] = expectFindings(rule, skill(body), { file });
    expect(found!.severity).toBe('information');
    expectFindings(rule, skill(body).replaceAll('\n', '\r\n'), { file });
    expectFindings(rule, `\uFEFF${skill(body)}`, { file });
  });

  test.for([
    'Run `/fix-issue`, `/write-minutes` or /triage.',
    // Commands of Claude Code, and of nobody known.
    'Run `/compact`, `/security-review` or `/something-else`.',
    // Other forms of a word, and other numbers.
    '`/fix-issues`, `/fix-issu`, `/reviews-code/`, `/step-3`, `/triages`',
    // Paths and routes.
    'See /fix-isue/list, src/fix-isue, `GET /fix-isue`, https://example.com/fix-isue and ./fix-isue.',
    '```bash\n/fix-isue\n```\n\n    /fix-isue',
    '[it](/fix-isue), <!-- /fix-isue -->',
    // One word in prose is a route more often.
    'The page /refcator lists them.',
    '`/office:fix-isue`',
    '`/refacto`',
  ])('nothing in %s', (body) => {
    expectFindings(rule, skill(body), { file });
  });

  test('nothing where the names are not known', () => {
    expectFindings(rule, skill('`/fix-isue`'), { file: { ...file, commandNames: undefined } });
    expectFindings(rule, skill('`/fix-isue`'), { file: { ...file, skillNames: undefined } });
    expectFindings(rule, skill('`/fix-isue`'), { file: { ...file, insideSkill: true } });
  });

  test('changes the name after a look', () => {
    const fix = expectFix(rule, skill('Run `/fix-isue 12`.'), skill('Run `/fix-issue 12`.'), { file });
    expect(fix.safe).toBe(false);
  });
});

describe('a sentence that tells to use a skill', () => {
  test.for([
    'Use the `«fix-isue»` skill next.',
    'Use the **«fix-isue»** skill next.',
    'Then invoke «fix-isue» skill.',
    'Go on with the `«reveiw-code»` skill.',
  ])('%s', (body) => {
    const [found] = expectFindings(rule, skill(body), { file });
    expect(found!.message).toMatch(/so Claude cannot use it\. Did you mean `(?:fix-issue|review-code)`\?$/);
    expectFindings(rule, `\uFEFF${skill(body).replaceAll('\n', '\r\n')}`, { file });
  });

  test.for([
    'Use the `fix-issue` skill, the `simplify` skill or the `pdf-forms` skill.',
    'Use the `fix-isue` skill if it is installed.',
    'The `fix-isue` skill was renamed.',
    'A `fix-isue` skill would do this, such as one that uses the `fix-isue` skill.',
    'Use the following skill, and use fixisue skill files.',
    '```\nUse the `fix-isue` skill.\n```\n\n<!-- Use the `fix-isue` skill. -->',
  ])('nothing in %s', (body) => {
    expectFindings(rule, skill(body), { file });
  });

  test('changes the name after a look', () => {
    const fix = expectFix(rule, skill('Use the `fix-isue` skill.'), skill('Use the `fix-issue` skill.'), { file });
    expect(fix.safe).toBe(false);
  });
});

describe('a skill that only the same plugin could have', () => {
  const root = '/project/plugins/moving';
  const plugin = {
    [`${root}/.claude-plugin/plugin.json`]: '{ "name": "moving" }',
    [`${root}/skills/pack-boxes/SKILL.md`]: skill('Pack.'),
    [`${root}/commands/unpack.md`]: 'Unpack.',
    [`${root}/agents/carrier.md`]: '---\nname: carrier\ndescription: Carries boxes.\n---\nCarry.\n',
  };
  const path = `${root}/skills/load-truck/SKILL.md`;
  const found = (body: string, around: Record<string, string> = {}) =>
    expectInSession(rule, path, skill(body), { ...plugin, ...around }, { pluginFolders: [root] });

  test.for([
    ['Use the `«moving:drive-truck»` skill.', 'Write the name of one that exists'],
    ['Use the `«moving:pack-boxs»` skill.', 'Did you mean `moving:pack-boxes`?'],
    ['Run `/«moving:pack-boxs»`.', 'Did you mean `/moving:pack-boxes`?'],
  ] as const)('%s', async ([body, advice]) => {
    const [finding] = await found(body);
    expect(finding!.message).toContain(advice);
  });

  test.for([
    'Use the `moving:pack-boxes` skill, the `moving:unpack` skill or the `moving:load-truck` skill.',
    // What else a plugin may bring, and what another one may.
    'Run `/moving:drive`, and use the `moving:carrier` skill and the `driving:drive-truck` skill.',
  ])('nothing in %s', async (body) => {
    await found(body);
  });

  test('nothing where the manifest defines commands', async () => {
    const manifest = '{ "name": "moving", "commands": { "drive": { "content": "Drive.", "description": "Drives" } } }';
    await found('Use the `moving:drive` skill.', { [`${root}/.claude-plugin/plugin.json`]: manifest });
  });
});

describe('a skill named like all others of a folder', () => {
  const around = Object.fromEntries(
    ['pack', 'load', 'drive', 'unload', 'unpack'].map((it) => [
      `/project/.claude/skills/box-${it}/SKILL.md`,
      skill('Do it.'),
    ]),
  );
  const path = '/project/.claude/skills/box-sort/SKILL.md';

  test('is missing', async () => {
    const [finding] = await expectInSession(rule, path, skill('Then use the `«box-return»` skill.'), around);
    expect(finding!.message).toBe(
      'There is no skill `box-return`, so Claude cannot use it. Write the name of one that exists',
    );
  });

  test('may be of a plugin if it is named differently, or if the others are', async () => {
    await expectInSession(rule, path, skill('Then use the `crate-return` skill.'), around);
    const others = { ...around, '/project/.claude/skills/crate-sort/SKILL.md': skill('Do it.') };
    await expectInSession(rule, path, skill('Then use the `box-return` skill.'), others);
  });
});
