import { describe, expect, test } from 'vitest';
import { loadRepository } from '../../../server/src/catalog/repository.ts';
import { whyUsed } from '../../../server/src/jobs/skills/why/why-used.ts';
import type { WhyReport, WhyStep } from '../../../server/src/protocol.ts';
import { catalogOf, type Disk, project, type SessionOptions, skillPath } from './session-of.ts';
import { whyUnused } from './why-unused.ts';

const path = skillPath('review');
const uri = `file://${path}`;
const userSettings = '/home/me/.claude/settings.json';
const fine = 'description: Reviews a diff. Use when the user asks for a review of changes.';

/** A skill file with these lines of frontmatter. */
function skill(...lines: readonly string[]): string {
  return ['---', ...lines, '---', 'Do it.', ''].join('\n');
}

async function askAbout(file: string, disk: Disk, options: SessionOptions = {}): Promise<WhyReport> {
  const { catalog, session } = await catalogOf(disk, options);
  const asked = catalog.skills().find((it) => it.path === file);
  const report = await whyUnused(catalog, asked!.id, session);
  return report!;
}

/** The first step that is bad, of the skill `review` on a disk. */
async function firstBad(disk: Disk, options: SessionOptions = {}): Promise<WhyStep | undefined> {
  const report = await askAbout(path, disk, options);
  const bad = report.steps.find(({ state }) => state === 'bad');
  if (bad) expect(report.verdict).toBe(bad.text);
  return bad;
}

describe('a skill that is fine', () => {
  test('has nothing to fix', async () => {
    const report = await askAbout(path, { [path]: skill(fine) });
    expect(report.title).toBe('Nothing keeps the model from using `review`');
    expect(report.verdict).toMatch(/^If it is still not used, use words/);
    expect(report.steps.map(({ state }) => state)).not.toContain('bad');
    expect(report.steps.map(({ text }) => text)).toContain('It is in the listing and takes 73 columns');
  });

  test('is told with what past sessions say, how to measure it, and why it may be used too often', async () => {
    const { catalog, session } = await catalogOf({ [path]: skill(fine) });
    const known = { pastUse: 'Used 3 times in past sessions', hasTriggerSet: true };
    const [unused, overused] = (await whyUsed(catalog, `project:${path}`, session, known))!;
    expect(unused!.steps[0]).toEqual({ state: 'note', text: known.pastUse });
    expect(unused!.steps.at(-1)!.fix).toMatchObject({ kind: 'measure', title: 'Measure Triggering…' });
    expect(overused!.title).toBe('Why is `review` used too often?');
    const [other] = (await whyUsed(catalog, `project:${path}`, session, { hasTriggerSet: false }))!;
    expect(other!.steps[0]!.text).toMatch(/^Claude Code finds it/);
    expect(other!.steps.map(({ fix }) => fix?.kind)).not.toContain('measure');
  });

  test('is asked about only while it is there', async () => {
    const { catalog, session } = await catalogOf({});
    expect(await whyUnused(catalog, 'project:/gone', session)).toBeUndefined();
  });
});

describe('what is not loaded is told first, and alone', () => {
  test('a folder that only other products read', async () => {
    const elsewhere = `${project}/.agents/skills/review/SKILL.md`;
    const { catalog, session } = await catalogOf({ [elsewhere]: skill(fine) });
    const repository = await loadRepository({ catalog, sources: [] }, session);
    const [offered] = repository.plugins;
    const installed = repository.with([offered!.key]).catalog;
    const report = await whyUnused(installed, offered!.candidates[0]!.id, session);
    expect(report!.verdict).toMatch(
      /^It is in `.agents\/skills`, which is read by VS Code, .*, not by Claude Code\. Link it/,
    );
  });

  test('a plugin that cannot be installed', async () => {
    const marketplace = { name: 'shop', owner: { name: 'me' }, plugins: [{ name: 'office', source: 'office' }] };
    const { catalog, session } = await catalogOf({
      [`${project}/.claude-plugin/marketplace.json`]: JSON.stringify(marketplace),
      [`${project}/office/.claude-plugin/plugin.json`]: '{ "name": "office" }',
      [`${project}/office/skills/review/SKILL.md`]: skill(fine),
    });
    const repository = await loadRepository({ catalog, sources: [] }, session);
    const [offered] = repository.plugins;
    const installed = repository.with([offered!.key]).catalog;
    const report = await whyUnused(installed, offered!.candidates[0]!.id, session);
    expect(report!.verdict).toBe(
      'It is in this repository, but Claude Code does not load it from there. The `source` of its entry must begin with `./`, so the plugin cannot be installed. Fix `.claude-plugin/marketplace.json`',
    );
    expect(report!.steps).toHaveLength(1);
    expect(report!.steps[0]!.fix).toMatchObject({ uri: `file://${project}/.claude-plugin/marketplace.json` });
  });

  test('a location where Claude Code never looks', async () => {
    const loose = `${project}/.claude/skills/review.md`;
    const report = await askAbout(loose, { [loose]: skill(fine) });
    expect(report.verdict).toContain('`skills/review/SKILL.md`');
    expect(report.steps).toHaveLength(1);
  });

  test('a name that Claude Code keeps for itself', async () => {
    const synced = skillPath('synced');
    const report = await askAbout(synced, { [synced]: skill(fine) });
    expect(report.verdict).toContain('`synced`');
    expect(report.steps).toHaveLength(2);
  });
});

describe('the frontmatter', () => {
  test('that cannot be read, at its place', async () => {
    const bad = await firstBad({ [path]: '---\ndescription: "a\nname: b"c\n---\n' });
    expect(bad?.fix).toMatchObject({ kind: 'open', uri, line: expect.any(Number) });
  });

  test('that is missing', async () => {
    expect((await firstBad({ [path]: 'Only a body\n' }))?.text).toContain('frontmatter');
  });
});

describe('the name', () => {
  test('is taken by a stronger tier', async () => {
    const stronger = '/home/me/.claude/skills/review/SKILL.md';
    const bad = await firstBad({ [path]: skill(fine), [stronger]: skill(fine) });
    expect(bad).toMatchObject({
      text: `User (\`~/.claude/skills/review/SKILL.md\`) has the name \`review\`, and Claude Code loads that one instead. Rename one of the two`,
      fix: { kind: 'open', uri: `file://${stronger}` },
      locations: [{ label: 'review', uri: `file://${stronger}` }],
    });
  });

  test('is shared: the model sees this one, users run the other', async () => {
    const other = '/home/me/.claude/skills/review/SKILL.md';
    const disk = { [path]: skill(fine), [other]: skill(fine, 'disable-model-invocation: true') };
    const { steps } = await askAbout(path, disk);
    expect(steps.find(({ state }) => state === 'note')?.text).toContain(
      '`/review` runs `~/.claude/skills/review/SKILL.md`',
    );
  });
});

describe('the settings', () => {
  test.each([
    ['off', 'nobody can use it'],
    ['user-invocable-only', 'the model does not see it'],
    ['name-only', 'its name but not its description'],
  ])('switch it to %s', async (value, effect) => {
    const bad = await firstBad({ [path]: skill(fine), [userSettings]: { skillOverrides: { review: value } } });
    expect(bad?.text).toContain(`\`skillOverrides\` sets it to \`${value}\``);
    expect(bad?.text).toContain(effect);
    expect(bad).toMatchObject({
      fix: { kind: 'override', skill: `project:${path}`, value: 'on' },
      locations: [{ label: '~/.claude/settings.json' }],
    });
  });

  test('of the managed tier are not ours to change', async () => {
    const managed = '/etc/claude-code/managed-settings.json';
    const bad = await firstBad({ [path]: skill(fine), [managed]: { skillOverrides: { review: 'off' } } });
    expect(bad?.text).toContain('administrator of this machine');
    expect(bad).not.toHaveProperty('fix');
  });
});

test('settings that are not read are worth a note', async () => {
  const { steps } = await askAbout(path, { [path]: skill(fine), [userSettings]: '{ "skillOverrides": ' });
  const note = steps.find(({ state }) => state === 'note');
  expect(note?.text).toContain('~/.claude/settings.json may have a setting for it');
  expect(note?.fix).toMatchObject({ kind: 'open', uri: `file://${userSettings}` });
});

describe('the flags', () => {
  test('hide it from the model', async () => {
    const bad = await firstBad({ [path]: skill(fine, 'disable-model-invocation: true') });
    expect(bad?.text).toContain('only as `/review`');
    expect(bad?.fix).toMatchObject({ kind: 'open', uri, line: 2 });
  });

  test('hide it from everybody', async () => {
    const flags = ['disable-model-invocation: true', 'user-invocable: false'];
    expect((await firstBad({ [path]: skill(fine, ...flags) }))?.text).toContain('nobody can use it');
  });

  test('hide it from users, which is only worth a note', async () => {
    const { steps } = await askAbout(path, { [path]: skill(fine, 'user-invocable: false') });
    expect(steps).toContainEqual({
      state: 'note',
      text: '`user-invocable` hides `/review` from users; the model can use it',
    });
  });
});

describe('the description', () => {
  test('is missing, and the first line of the body replaces it', async () => {
    expect((await firstBad({ [path]: skill('model: opus') }))?.text).toContain('“Do it.”');
  });

  test('is missing in a plugin, which lists nothing then', async () => {
    const file = '/home/me/office/skills/pdf/SKILL.md';
    const disk = { '/home/me/office/.claude-plugin/plugin.json': { name: 'office' }, [file]: skill('model: opus') };
    const report = await askAbout(file, disk, { pluginFolders: ['/home/me/office'] });
    expect(report.verdict).toContain('Claude Code never lists it as a plugin skill');
  });

  test('does not say when to use it', async () => {
    const bad = await firstBad({ [path]: skill('description: Reviews the diff of your branch with care') });
    expect(bad?.text).toContain('Use when');
  });
});

describe('what it waits for', () => {
  test('a file that matches', async () => {
    const bad = await firstBad({ [path]: skill(fine, 'paths: ["src/**", "*.css"]') });
    expect(bad?.text).toContain('matches `src/**` and `*.css`');
    expect(bad?.fix).toMatchObject({ line: 2 });
  });

  test('a file that never comes', async () => {
    expect((await firstBad({ [path]: skill(fine, 'paths: ./src') }))?.text).toContain('never loads');
  });

  test('a file below the folder that it belongs to', async () => {
    const nested = `${project}/apps/web/.claude/skills/review/SKILL.md`;
    const report = await askAbout(nested, { [nested]: skill(fine) });
    expect(report.verdict).toContain('under `apps/web`');
  });
});

describe('a permission rule', () => {
  const denying = (rule: string) => ({ [path]: skill(fine), [userSettings]: { permissions: { deny: [rule] } } });

  test.each(['Skill(review)', 'Skill(rev *)', 'Skill(/review)', 'Skill(skill:review)'])(
    '%s refuses it',
    async (rule) => {
      const bad = await firstBad(denying(rule));
      expect(bad?.text).toBe(`\`permissions.deny\` has \`${rule}\`, so calls to it are refused. Remove the rule`);
      expect(bad?.fix).toMatchObject({ kind: 'open', uri: `file://${userSettings}` });
    },
  );

  test('takes the whole tool away', async () => {
    expect((await firstBad(denying('Skill')))?.text).toContain('sees no skills');
  });

  test.each(['Skill(Review)', 'Skill(review*)', 'Bash'])('%s does nothing', async (rule) => {
    expect(await firstBad(denying(rule))).toBeUndefined();
  });

  test('denies it by its other name', async () => {
    const disk = { ...denying('Skill(check)'), [path]: skill(fine, 'name: check') };
    expect((await firstBad(disk))?.text).toContain('Skill(check)');
  });

  test('is needed where the skill brings tools along', async () => {
    const disk = { [path]: skill(fine, 'allowed-tools: Bash') };
    const note = (await askAbout(path, disk)).steps.find(({ state }) => state === 'note');
    expect(note?.text).toContain('because it has `allowed-tools`');
    const allowed = { ...disk, [userSettings]: { permissions: { allow: ['Skill(review)'] } } };
    expect((await askAbout(path, allowed)).steps.map(({ state }) => state)).not.toContain('note');
  });
});

describe('the listing', () => {
  test('has no room for its text', async () => {
    const bad = await firstBad({ [path]: skill(fine) }, { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '50' } });
    expect(bad?.text).toContain('All skills together need 73 of 50 columns');
    expect(bad?.text).toContain('needs 23 more columns than are left');
    expect(bad?.fix).toMatchObject({ kind: 'open', uri, line: 1 });
  });

  test('hides it in 2.1.7', async () => {
    const options = { runtime: 'claude-code@2.1.7', variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '50' } } as const;
    expect((await firstBad({ [path]: skill(fine) }, options))?.text).toContain('the model sees nothing of it');
  });

  test('cuts its text at the cap', async () => {
    const bad = await firstBad({ [path]: skill(fine), [userSettings]: { skillListingMaxDescChars: 40 } });
    expect(bad?.text).toContain('cut at 40 characters, after “…the user asks”: the model never sees the last 24');
  });
});

describe('another skill', () => {
  test('reads alike', async () => {
    const other = skillPath('check-diff');
    const bad = await firstBad({
      [path]: skill('description: Finds leaks of memory in a git diff. Use when the user asks for leaks.'),
      [other]: skill('description: Use when the user has a git diff, to find leaks of memory'),
    });
    expect(bad?.text).toMatch(/^Its description is [\d.]+\u00A0% similar to that of `check-diff` \(both mention /);
    expect(bad?.locations).toEqual([{ label: 'check-diff', uri: `file://${other}` }]);
  });
});
