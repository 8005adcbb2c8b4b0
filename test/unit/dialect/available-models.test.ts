import { describe, expect, test } from 'vitest';
import { isAvailableModel } from '../../../server/src/dialect/available-models.ts';

describe('a model is available', () => {
  test.for([
    ['haiku', ['haiku']],
    ['HAIKU', [' Haiku ']],
    ['sonnet[1m]', ['sonnet']],
    ['sonnet', ['sonnet[1m]']],
    ['claude-haiku-4-5', ['haiku']],
    ['my-sonnet-model', ['sonnet']],
    ['sonnet', ['claude-sonnet-5-5']],
    ['sonnet', ['sonnet-5-5']],
    ['claude-haiku-4-5-20251001', ['claude-haiku-4-5']],
    ['claude-haiku-4-5', ['haiku-4-5']],
    ['my-model-2', ['my-model']],
    ['opusplan', ['sonnet']],
    ['opusplan', ['opusplan']],
    // The account's default model is always available.
    ['opus', ['haiku']],
    ['best', []],
    ['claude-opus-4-1', ['haiku']],
  ] as const)('%s where the list is %j', ([model, list]) => expect(isAvailableModel(model, list)).toBe(true));
});

describe('a model is not available', () => {
  test.for([
    ['haiku', ['sonnet']],
    ['haiku', []],
    ['haiku', ['']],
    ['haiku', ['claude-haiku-4-5']],
    ['haiku', ['haiku', 'claude-haiku-4-5']],
    ['claude-haiku-4-5', ['claude-haiku-4-5-20251001']],
    ['claude-opus-4-55', ['claude-opus-4-5']],
    ['claude-opus-4-5', ['best']],
    ['my-model', ['haiku']],
    ['default', ['haiku']],
    ['opusplan', ['opus']],
  ] as const)('%s where the list is %j', ([model, list]) => expect(isAvailableModel(model, list)).toBe(false));
});
