import { describe, expect, test } from 'vitest';
import type { CatalogSkill } from '../../../server/src/catalog/catalog-skill.ts';
import { budgetReport } from '../../../server/src/jobs/budget/budget-report.ts';
import { listingDocument } from '../../../server/src/jobs/budget/listing-document.ts';
import { modelLabel } from '../../../server/src/jobs/budget/model-label.ts';
import { textCut } from '../../../server/src/jobs/budget/shown-state.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import type { BudgetReport, WhatIf } from '../../../server/src/protocol.ts';
import { catalogOf, type Disk, project, type SessionOptions, skillPath } from './session-of.ts';

const sessionInfo = { uri: `file://${project}`, name: 'app' };

function described(description: string): string {
  return `---\ndescription: ${description}\n---\nBody\n`;
}

async function reportOf(disk: Disk, options: SessionOptions = {}, whatIf?: WhatIf): Promise<BudgetReport> {
  const { catalog } = await catalogOf(disk, options);
  return atOnce(budgetReport(catalog, whatIf, [], sessionInfo));
}

const budgetOf = (columns: number): SessionOptions => ({
  variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: String(columns) },
});

/** `- one: ` and 50 columns of text, twice, and a line end. */
const two: Disk = { [skillPath('one')]: described('x'.repeat(50)), [skillPath('two')]: described('y'.repeat(50)) };

describe('the report on the budget', () => {
  test('says what is used, of how much, and why so much', async () => {
    const report = await reportOf(two);
    expect(report).toMatchObject({
      session: sessionInfo,
      exact: true,
      reasons: [],
      budget: 30_000,
      source: 'default',
      sourceDetail: '1\u00A0% of 1,000,000 tokens at 3 characters per token',
      model: 'Opus 5.5',
      contextWindow: 1_000_000,
      used: 115,
      usage: '115 of 30,000 columns',
      share: '0.4\u00A0%',
      notInFull: 0,
      wanted: 115,
      unit: 'columns',
    });
    expect(report.entries).toEqual([
      {
        id: `project:${skillPath('one')}`,
        uri: `file://${skillPath('one')}`,
        name: 'one',
        tier: 'project',
        tierLabel: 'Project',
        chars: 57,
        full: 57,
        share: '0.2\u00A0%',
        state: 'full',
        label: 'in full',
        explanation: 'The model sees the whole text.',
        notInFull: false,
      },
      expect.objectContaining({ name: 'two' }),
    ]);
  });

  test('says by how much a text did not fit', async () => {
    const { entries, used, wanted, source, sourceDetail } = await reportOf(two, budgetOf(64));
    expect({ used, wanted, source }).toEqual({ used: 63, wanted: 115, source: 'env' });
    expect(sourceDetail).toContain('SLASH_COMMAND_TOOL_CHAR_BUDGET');
    expect(entries[0]).toMatchObject({ name: 'one', state: 'full', chars: 57 });
    expect(entries[1]).toMatchObject({
      name: 'two',
      state: 'name-only',
      chars: 5,
      full: 57,
      missing: 51,
      detail: 'needs 51 more',
      explanation: 'The model sees only the name. Its text needs 51 more columns than are left.',
      notInFull: true,
    });
  });

  test('says where a text is cut at the cap, in the last words that are seen', async () => {
    const disk = {
      [skillPath('one')]: described('Writes the notes of a release when the user asks for them'),
      '/home/me/.claude/settings.json': { skillListingMaxDescChars: 44 },
    };
    const { entries } = await reportOf(disk);
    expect(entries[0]).toMatchObject({
      state: 'cut',
      detail: '14 characters lost',
      explanation: 'The model sees 43 of 57 characters, up to “…when the user”.',
      notInFull: true,
    });
  });

  test('tells a name that the settings leave from one that the budget leaves', async () => {
    const disk = { ...two, '/home/me/.claude/settings.json': { skillOverrides: { one: 'name-only' } } };
    const [one] = (await reportOf(disk)).entries;
    expect(one).toMatchObject({ state: 'name-only', chars: 5 });
    expect(one).not.toHaveProperty('missing');
    expect(one).toMatchObject({ detail: 'by a setting', notInFull: false });
  });

  test('shares out all that is used among the tiers', async () => {
    const disk = { ...two, '/home/me/.claude/skills/mine/SKILL.md': described('mine') };
    const { tiers, used } = await reportOf(disk, { variables: { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '' } });
    expect(tiers.map(({ label }) => label)).toEqual(['User', 'Project', 'Claude Code']);
    expect(tiers[0]).toEqual({ tier: 'user', label: 'User', chars: 13 });
    expect(tiers.reduce((sum, { chars }) => sum + chars, 0)).toBe(used);
  });

  test('names a settings file that sets the part of the window', async () => {
    const disk = { ...two, '/home/me/.claude/settings.json': { skillListingBudgetFraction: 0.02 } };
    const { source, sourceDetail, budget } = await reportOf(disk);
    expect({ source, budget }).toEqual({ source: 'settings', budget: 60_000 });
    expect(sourceDetail).toBe('2\u00A0% of 1,000,000 tokens at 3 characters per token, set in ~/.claude/settings.json');
  });

  test('follows `availableModels`, which replaces the session’s model with the default one', async () => {
    const settings = (models: readonly string[]): Disk => ({
      ...two,
      '/home/me/.claude/settings.json': JSON.stringify({ availableModels: models }),
    });
    const replaced = await reportOf(settings(['haiku']), { model: 'claude-sonnet-4-5' });
    expect(replaced).toMatchObject({ model: 'Opus 5.5', contextWindow: 1_000_000, budget: 30_000 });
    expect(replaced.sourceDetail).toMatch(/; `availableModels` does not include `claude-sonnet-4-5`$/);
    const kept = await reportOf(settings(['haiku', 'sonnet']), { model: 'claude-sonnet-4-5' });
    expect(kept).toMatchObject({ model: 'Sonnet 4.5', contextWindow: 200_000 });
    expect(kept.sourceDetail).not.toContain('availableModels');
    const asked = await reportOf(settings(['haiku']), { model: 'claude-sonnet-4-5' }, { model: 'claude-sonnet-4-5' });
    expect(asked).toMatchObject({ model: 'Sonnet 4.5', contextWindow: 200_000 });
  });

  test('is an estimate where the model is not known, or a place could not be read', async () => {
    const unknown = await reportOf(two, { model: 'my-own-model' });
    expect(unknown).toMatchObject({ exact: false, model: 'my-own-model' });
    expect(unknown.reasons.join()).toContain('my-own-model');
    const broken = await reportOf({ ...two, '/home/me/.claude/settings.json': '{' });
    expect(broken.reasons).toEqual([expect.stringContaining('~/.claude/settings.json')]);
  });

  test('offers models with their windows, the own one first', async () => {
    const { models } = await reportOf(two, { model: 'claude-sonnet-4-5' });
    expect(models[0]).toEqual({ name: 'claude-sonnet-4-5', label: 'Sonnet 4.5', contextWindow: 200_000 });
    expect(models.map(({ name }) => name)).toContain('opus');
    expect((await reportOf(two)).models.map(({ name }) => name)).not.toContain('claude-opus-5-5');
  });

  test('counts characters for 2.1.7, and hides what comes too late', async () => {
    const report = await reportOf(two, { runtime: 'claude-code@2.1.7', ...budgetOf(60) });
    expect(report).toMatchObject({
      unit: 'characters',
      budget: 60,
      contextWindow: 200_000,
      model: 'Sonnet 4.5',
      used: 58,
    });
    expect(report.entries.map(({ state }) => state)).toEqual(['full', 'hidden']);
    expect(report.tiers).toEqual([{ tier: 'project', label: 'Project', chars: 58 }]);
  });
});

describe('what if', () => {
  test('a skill is switched off: it keeps its place and takes nothing', async () => {
    const { entries, used, now } = await reportOf(two, budgetOf(64), { without: [`project:${skillPath('one')}`] });
    expect(used).toBe(57);
    expect(entries.map(({ name, state, chars, full }) => ({ name, state, chars, full }))).toEqual([
      { name: 'one', state: 'off', chars: 0, full: 57 },
      { name: 'two', state: 'full', chars: 57, full: 57 },
    ]);
    expect(now).toEqual({ share: '98\u00A0%', usage: '63 of 64 columns', notInFull: 1 });
  });

  test('the budget or the model is another one', async () => {
    expect(await reportOf(two, {}, { budget: 20 })).toMatchObject({
      budget: 20,
      source: 'what-if',
      sourceDetail: 'set in this what-if',
    });
    expect(await reportOf(two, {}, { model: 'claude-sonnet-4-5' })).toMatchObject({
      budget: 8000,
      model: 'Sonnet 4.5',
    });
    expect(await reportOf(two, {}, { contextWindow: 200_000 })).toMatchObject({ budget: 6000, contextWindow: 200_000 });
  });
});

describe('what to do first', () => {
  const words = (count: number) => 'word '.repeat(count);
  const skills = (counts: readonly number[]): Disk =>
    Object.fromEntries(counts.map((count, index) => [skillPath(`s${index}`), described(words(count))]));

  test('is to shorten the fewest descriptions that bring back the most', async () => {
    // 20 of about 100 columns, and 2 of 1,000: these take the space of the others.
    const disk = skills([200, 200, ...Array.from({ length: 20 }, () => 20)]);
    const { advice, notInFull } = await reportOf(disk, budgetOf(1500));
    expect(notInFull).toBeGreaterThan(2);
    expect(advice!.text).toMatch(/^Shorten [12] descriptions? to show \d+ more in full$/);
    expect(advice!.detail).toMatch(/^Each to 250 characters: s[01]/);
    const shown = Number(/show (\d+) more/.exec(advice!.text)![1]);
    const shorter = Object.fromEntries(
      Object.entries(disk).map(([path, text]) =>
        advice!.skills.includes(`project:${path}`) ? [path, described(words(50).trim())] : [path, text],
      ),
    );
    expect((await reportOf(shorter, budgetOf(1500))).notInFull).toBe(notInFull - shown);
  });

  test('is to turn off what is not needed where far more is listed than fits', async () => {
    const disk = skills(Array.from({ length: 60 }, () => 20));
    const { advice, notInFull } = await reportOf(disk, budgetOf(1500));
    expect(notInFull).toBeGreaterThan(40);
    expect(advice).toEqual({
      text: `${notInFull} are not in full: disable or move those that you do not need here`,
      skills: [],
    });
    const { catalog } = await catalogOf(disk, budgetOf(1500));
    const isUnused = ({ name }: CatalogSkill) => name < 's3';
    const unused = await atOnce(budgetReport(catalog, undefined, [], sessionInfo, [], catalog, [], isUnused));
    expect(unused.advice!.text).toBe(`${notInFull} are not in full: disable or move the 23 that were never used`);
    expect(unused.advice!.skills).toHaveLength(23);
  });

  test('is to make room where no description is long', async () => {
    const disk = skills([10, 10, 10, 10]);
    expect((await reportOf(disk, budgetOf(100))).advice).toEqual({
      text: 'Turn off skills, or raise skillListingBudgetFraction',
      skills: [],
    });
    const old = await reportOf(disk, { runtime: 'claude-code@2.1.7', ...budgetOf(100) });
    expect(old.advice!.text).toBe('Turn off skills, or raise SLASH_COMMAND_TOOL_CHAR_BUDGET');
  });

  test('is to shorten what is cut at the maximum length of a text', async () => {
    const cut = await reportOf(skills([400, 10]));
    expect(cut).toMatchObject({ notInFull: 1, advice: { text: 'Shorten s0 to show its last 464 characters' } });
    const both = await reportOf(skills([400, 400, 10]));
    expect(both.advice!.text).toBe('Shorten 2 descriptions to show their ends');
  });

  test('is nothing where every skill is in full or short by choice', async () => {
    const settings = { skillOverrides: { s0: 'name-only' } };
    const report = await reportOf({ ...skills([10, 10]), '/home/me/.claude/settings.json': settings });
    expect(report.notInFull).toBe(0);
    expect(report).not.toHaveProperty('advice');
  });
});

describe('the listing as a document', () => {
  test('is what the model sees', async () => {
    const { catalog } = await catalogOf({
      [skillPath('one')]: described('First'),
      [skillPath('two')]: described('<b>'),
    });
    expect(listingDocument(catalog, undefined)).toBe(
      'The following skills are available for use with the Skill tool:\n\n- one: First\n- two: &lt;b&gt;\n',
    );
    expect(listingDocument(catalog, { budget: 1 })).toMatch(/\n- one\n- two\n$/);
  });

  test('names the skills whose texts are not ours to know', async () => {
    const disk = { [skillPath('one')]: described('First') };
    const { catalog } = await catalogOf(disk, { variables: { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '' } });
    expect(listingDocument(catalog, undefined)).toMatch(
      /- one: First\n\n\[Missing here: the entries of \d+ skills of Claude Code itself \(dataviz, .*\)\. “Ask Claude Code” reads them from the installed Claude Code\.\]\n$/,
    );
  });

  test('has the texts that the installed Claude Code has said', async () => {
    const disk = { [skillPath('one')]: described('First') };
    const listedSkills = [
      { name: 'ship', units: 8, text: 'Ships it', protected: true },
      { name: 'loop', units: 5, protected: true },
    ];
    const installed = { version: '9.9.9', commandNames: [], listedSkills, hookEvents: undefined };
    const { catalog } = await catalogOf(disk, { installed, variables: { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '' } });
    expect(listingDocument(catalog, undefined)).toMatch(
      /- one: First\n- ship: Ships it\n\n\[Missing here: the entry of a skill of Claude Code itself \(loop\)\. The installed Claude Code did not say their texts\.\]\n$/,
    );
  });

  test('says so where nothing is listed', async () => {
    const { catalog } = await catalogOf({});
    expect(listingDocument(catalog, undefined)).toBe('[The model sees no skills.]\n');
  });
});

test.each([
  ['Reads a diff and says what…', '…and says what'],
  ['short…', 'short'],
  [`${'会議の議事録を作成'.repeat(10)}するときに使うスキル…`, '…作成するときに使うスキル'],
])('the end of %s', (text, end) => {
  const entry = { label: '', text, uncutLength: text.length + 10, nameOnly: false };
  expect(textCut({ entry })!.end).toBe(end);
});

test.each([
  ['opus', 'Opus 5.5'],
  ['claude-haiku-4-5-20251001', 'Haiku 4.5'],
  ['claude-sonnet-4-6[1m]', 'Sonnet 4.6 (1M)'],
  ['some-model', 'some-model'],
])('the label of %s', (model, label) => expect(modelLabel(model)).toBe(label));
