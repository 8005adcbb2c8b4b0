import { describe, expect, it } from 'vitest';
import { listingBudget } from '../../../server/src/catalog/listing/listing-budget.ts';

const budgetWith = (variables: Record<string, string>, more: Partial<Parameters<typeof listingBudget>[0]> = {}) =>
  listingBudget({
    runtime: 'claude-code',
    environment: { variable: (name) => variables[name] },
    fraction: undefined,
    model: undefined,
    ...more,
  });

describe('the budget of the listing', () => {
  it.each([
    ['300', 300],
    ['3e2', 300],
    ['0x12c', 300],
    [' 300 ', 300],
    ['300.5', 300.5],
    ['-5', -5],
    ['Infinity', Number.POSITIVE_INFINITY],
  ])('is what the environment says: %j', (value, budget) => {
    const variables = { SLASH_COMMAND_TOOL_CHAR_BUDGET: value };
    expect(budgetWith(variables, { fraction: 0.5 })).toMatchObject({ budget, source: 'env', fraction: 0.5 });
    expect(budgetWith(variables, { runtime: 'claude-code@2.1.7' })).toEqual({ budget, source: 'env' });
  });

  it.each(['', ' ', '0', 'abc', '300abc', 'NaN'])('is the default where the environment says %j', (value) => {
    const variables = { SLASH_COMMAND_TOOL_CHAR_BUDGET: value };
    expect(budgetWith(variables)).toMatchObject({ budget: 30_000, source: 'default' });
    expect(budgetWith(variables, { runtime: 'claude-code@2.1.7' })).toEqual({ budget: 15_000, source: 'default' });
  });

  it('follows from the window of the model and the part of it that the settings allow', () => {
    const model = 'claude-sonnet-4-5';
    expect(budgetWith({}, { model, fraction: 0.005 })).toEqual({
      budget: 4000,
      source: 'settings',
      context: { window: 200_000, charactersPerToken: 4 },
      fraction: 0.005,
    });
    expect(budgetWith({}, { model, contextWindow: 500_000 })).toMatchObject({ budget: 20_000, source: 'default' });
    expect(budgetWith({}, { model, contextWindow: 10 }).budget).toBe(1);
    expect(budgetWith({}, { model, runtime: 'claude-code@2.1.7', fraction: 0.5 }).budget).toBe(15_000);
  });

  it.each([
    ['bogus', '100000', {}, 3000],
    ['claude-opus-9', '1e5', {}, 3000],
    ['bogus', '100000abc', {}, 3000],
    ['bogus', '0x186a0', {}, 30_000],
    ['bogus', '-5', {}, 30_000],
    ['bogus[1m]', '100000', {}, 30_000],
    ['opus', '100000', {}, 30_000],
    ['claude-mythos-5', '100000', {}, 30_000],
    ['opus', '100000', { DISABLE_COMPACT: 'x' }, 30_000],
    ['opus', '100000', { DISABLE_COMPACT: 'true' }, 3000],
    ['claude-sonnet-4-6[1m]', '100000', { DISABLE_COMPACT: '1' }, 4000],
  ])('for %s in a window said to be %s %j is %d', (model, window, more, budget) => {
    expect(budgetWith({ CLAUDE_CODE_MAX_CONTEXT_TOKENS: window, ...more }, { model }).budget).toBe(budget);
  });
});
