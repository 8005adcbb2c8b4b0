import { describe, expect, it } from 'vitest';
import builtInCommands from '../../../schemas/built-in-commands.json' with { type: 'json' };
import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import skillTool from '../../../schemas/skill-tool.json' with { type: 'json' };
import { isFlagSpelling, readFlag } from '../../../server/src/dialect/booleans.ts';
import { LIMITS, LISTING_BUDGET_FRACTION } from '../../../server/src/dialect/limits.ts';
import {
  EFFORT_LEVELS,
  isKnownModel,
  keepsSessionModel,
  modelContext,
  resolveModel,
} from '../../../server/src/dialect/models.ts';
import { isVariable, nearestVariable, variablesIn } from '../../../server/src/dialect/names/variables.ts';
import { DEFAULT_RUNTIME, olderRuntimes } from '../../../server/src/dialect/runtimes/capabilities.ts';
import {
  consumerFacts,
  isReservedName,
  isTargetId,
  namePattern,
  RUNTIMES,
  TARGETS,
} from '../../../server/src/dialect/targets.ts';

describe('flags', () => {
  it.each([true, 1, 'true', 'TRUE', 'yes', 'On', '1', ' true '])('%j is true', (value) => {
    expect(readFlag(value, 'claude-code')).toBe(true);
  });
  it.each([false, 0, 'no', 'OFF', 'y', 'maybe', '', null, undefined, [true], {}, 2])('%j is false', (value) => {
    expect(readFlag(value, 'claude-code')).toBe(false);
  });
  it.each([
    ['off', true],
    ['y', false],
    ['', false],
    [null, false],
    [0, true],
  ] as const)('%j is a spelling: %s', (value, is) => {
    expect(isFlagSpelling(value, 'claude-code')).toBe(is);
  });
  it.each([
    [true, true],
    ['true', true],
    ['yes', false],
    [1, false],
    ['TRUE', false],
    [' true ', false],
  ] as const)('was %j for 2.1.7: %s', (value, is) => {
    expect(readFlag(value, 'claude-code@2.1.7')).toBe(is);
  });
});

describe('consumers', () => {
  it('have a title, a source and whatever their rules need', () => {
    for (const facts of [...RUNTIMES, ...TARGETS]) {
      expect(facts.title).not.toBe('');
      expect(new URL(facts.source.url).protocol).toBe('https:');
      expect(consumerFacts(facts.id)).toBe(facts);
      expect(facts.name.pattern === undefined).toBe(facts.name.patternInWords === undefined);
    }
    expect(isTargetId('vscode')).toBe(true);
    expect(isTargetId('claude-code')).toBe(false);
  });

  it.each([
    ['pdf-forms', true, true],
    ['a', true, true],
    ['été', true, false],
    ['名前', true, false],
    ['PDF', false, false],
    ['-a', false, false],
    ['a-', false, false],
    ['a--b', false, false],
    ['a_b', false, false],
    ['a\n', false, false],
    ['', false, false],
  ])('judge the name %j', (name, specification, upload) => {
    expect(namePattern('agentskills')!.test(name)).toBe(specification);
    expect(namePattern('claude-api')!.test(name)).toBe(upload);
    expect(namePattern('vscode')!.test(name)).toBe(upload);
  });

  it.each([
    ['synced', true, false],
    ['Synced', true, false],
    ['anthropic-skills', true, true],
    ['Anthropic-Skills:pdf', true, true],
    ['sync', false, false],
    ['claude-api', false, false],
    ['anthropic-skills-x', false, false],
  ])('reserve %s as a folder: %s, as a name: %s', (name, folder, alias) => {
    expect(isReservedName(name, 'folder')).toBe(folder);
    expect(isReservedName(name, 'alias')).toBe(alias);
  });
});

describe('a release', () => {
  const tables: Readonly<Record<string, object>> = {
    'built-in-commands.json': builtInCommands.commands,
    'skill-tool.json, tools': skillTool.runtimes,
    'skill-tool.json, refusals': skillTool.refusals,
    ...Object.fromEntries(
      [...dialects.variables, ...dialects.variablePrefixes].map((row) => [
        `dialects.json, ${'name' in row ? row.name : row.prefix}`,
        row.in,
      ]),
    ),
  };

  it.each(Object.keys(tables))('has its row in %s', (name) => {
    expect(Object.keys(tables[name]!)).toEqual(expect.arrayContaining(RUNTIMES.map(({ id }) => id)));
  });

  it('is older than those before it', () => {
    expect(olderRuntimes('claude-code')).toContain('claude-code@2.1.7');
    expect(olderRuntimes('claude-code@2.1.7')).not.toContain('claude-code');
    expect(DEFAULT_RUNTIME).toBe('claude-code');
  });
});

it('gives every limit a unit and a sentence', () => {
  for (const limit of Object.values(LIMITS)) {
    expect(limit.value).toBeGreaterThan(0);
    expect(limit.unit).not.toBe('');
    expect(limit.description).toMatch(/^[A-Z].*\.$/);
  }
});

describe('models', () => {
  it.each([
    ['opus', 30_000],
    ['sonnet', 30_000],
    ['Haiku', 30_000],
    ['haiku[1m]', 30_000],
    ['best', 30_000],
    ['claude-opus-4-7', 30_000],
    ['claude-opus-4-1', 30_000],
    ['claude-opus-4-20250514', 30_000],
    ['claude-opus-4-10', 30_000],
    ['sonnet-4-5', 30_000],
    ['claude-opus-4', 8_000],
    ['claude-sonnet-4-20250514', 8_000],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 8_000],
    ['bogus-model', 30_000],
    ['claude-sonnet-4-5', 8_000],
    ['claude-sonnet-4-5-20250929', 8_000],
    ['claude-opus-4-6', 8_000],
    ['claude-haiku-4-5', 8_000],
    ['claude-3-5-haiku-20241022', 8_000],
    ['claude-sonnet-4-6[1m]', 40_000],
  ])('%s has a listing budget of %d', (model, budget) => {
    const { window, charactersPerToken } = modelContext(model, () => undefined);
    expect(Math.floor(window * LISTING_BUDGET_FRACTION * charactersPerToken)).toBe(budget);
  });

  it('have a smaller budget without long contexts', () => {
    const without = (name: string) => (name === 'CLAUDE_CODE_DISABLE_1M_CONTEXT' ? '1' : undefined);
    expect(modelContext('opus', without)).toEqual({ window: 200_000, charactersPerToken: 3 });
    expect(modelContext('claude-opus-4-6[1m]', without)).toEqual({ window: 200_000, charactersPerToken: 4 });
  });

  it.each(['opus', 'Sonnet[1m]', 'inherit', 'opusplan', 'claude-haiku-4-5-20251001', 'us.anthropic.claude-opus-4-8'])(
    'know %s',
    (model) => {
      expect(isKnownModel(model)).toBe(true);
    },
  );
  it.each(['gpt-4o', 'openai/gpt-5.2-codex', 'Claude Sonnet 4.5', 'opuss'])('do not know %s', (model) => {
    expect(isKnownModel(model)).toBe(false);
  });

  it('resolve aliases and know the words that change nothing', () => {
    expect(resolveModel('opus')).toBe('claude-opus-5-5');
    expect(resolveModel('x[1m]')).toBe('x');
    expect(keepsSessionModel('Inherit')).toBe(true);
    expect(keepsSessionModel('')).toBe(true);
    expect(keepsSessionModel('opus')).toBe(false);
    expect(EFFORT_LEVELS).toEqual(['low', 'medium', 'high', 'xhigh', 'max']);
  });
});

describe('variables', () => {
  it.each([
    ['CLAUDE_SKILL_DIR', 'skill', 'claude-code', true],
    ['CLAUDE_SKILL_DIR', 'command', 'claude-code', false],
    ['CLAUDE_SKILL_DIR', 'skill', 'claude-code@2.1.7', false],
    ['CLAUDE_PLUGIN_ROOT', 'skill', 'claude-code', false],
    ['CLAUDE_PLUGIN_ROOT', 'plugin-skill', 'claude-code', true],
    ['CLAUDE_PLUGIN_ROOT', 'plugin-command', 'claude-code@2.1.7', true],
    ['user_config.token', 'plugin-skill', 'claude-code', true],
    ['user_config.token', 'skill', 'claude-code', false],
    ['HOME', 'skill', 'claude-code', false],
  ] as const)('%s in a %s of %s: %s', (name, place, runtime, replaced) => {
    expect(isVariable(name, place, runtime)).toBe(replaced);
  });

  it('are guessed and listed by place', () => {
    expect(nearestVariable('CLAUDE_SKILLS_DIR')?.name).toBe('CLAUDE_SKILL_DIR');
    expect(nearestVariable('CLAUDE_FOO')).toBeUndefined();
    expect(variablesIn('skill', 'claude-code@2.1.7')).toEqual([]);
  });
});
