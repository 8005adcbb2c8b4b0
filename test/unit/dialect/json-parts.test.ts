import { describe, expect, it } from 'vitest';
import { findJsonPart, partsAt } from '../../../server/src/dialect/text/json-parts.ts';
import { checkPluginPart, checkSettings } from '../../../server/src/dialect/validate.ts';

describe('the keys of JSON files', () => {
  for (const kind of ['plugin', 'settings'] as const) {
    it.each(partsAt(kind, []))(`${kind}: $name is described, with an example that is valid`, (part) => {
      expect(part.description).toMatch(/^[A-Z].*\.$/);
      expect(part.source.url).toMatch(/^https:\/\//);
      const example = JSON.parse(part.example);
      const problems =
        kind === 'settings' ? checkSettings({ [part.name]: example }) : checkPluginPart(part.name, example);
      expect(problems).toEqual([]);
      expect(findJsonPart(kind, part.name)).toBe(part);
    });
  }

  it('are ours alone', () => {
    expect(findJsonPart('settings', 'model')).toBeUndefined();
    expect(findJsonPart('settings', 'skills')).toBeUndefined();
    expect(findJsonPart('plugin', 'constructor')).toBeUndefined();
  });
});

describe('settings', () => {
  it.each([
    [{ skillListingMaxDescChars: 0 }, [['skillListingMaxDescChars']]],
    [
      { skillListingMaxDescChars: 1.5, skillListingBudgetFraction: 1.01 },
      [['skillListingMaxDescChars'], ['skillListingBudgetFraction']],
    ],
    [{ skillOverrides: { a: 'on', 'b/c': 'Off' } }, [['skillOverrides', 'b/c']]],
    [{ permissions: { deny: 'Skill' } }, [['permissions', 'deny']]],
    [{ skillOverrides: {}, permissions: {}, somethingElse: null }, []],
    [[], [[]]],
  ])('tell where %j is wrong', (settings, paths) => {
    expect(checkSettings(settings).map(({ path }) => path)).toEqual(paths);
  });
});
