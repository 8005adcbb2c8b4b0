import { describe, expect, test } from 'vitest';
import { findJsonPart } from '../../server/src/dialect/text/json-parts.ts';
import { check } from '../unit/rules/expect-findings.ts';
import { type Recording, recordings, textOf } from './recordings.ts';

/** The file that each of these recordings is about. */
const userSettings = '~/.claude/settings.json';

/** The text of the only settings of a recording; undefined where there are others, or none. */
function onlySettings({ input }: Recording): string | undefined {
  const { settings = {} } = input as { settings?: Readonly<Record<string, object>> };
  const { user, ...others } = settings;
  const paths = Object.keys(input.files).filter((path) => path.endsWith('.json'));
  if (Object.keys(others).length > 0 || paths.some((path) => path !== userSettings)) return undefined;
  return paths.length > 0 ? textOf(input.files[userSettings]!) : user && JSON.stringify(user);
}

/** Whether all keys of the file are among those that Skillwright knows; what else may be wrong is not its business. */
function isAboutSkills(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return Object.keys(value ?? {}).every((key) => findJsonPart('settings', key));
  } catch {
    return true;
  }
}

describe('settings are discarded as by Claude Code', () => {
  const cases = recordings('discovery', 'claude-code').flatMap((recording) => {
    const text = recording.id.startsWith('own-cat-set-') ? onlySettings(recording) : undefined;
    const switchesOff = text !== undefined && /"a"\s*:\s*"off"/.test(text);
    const isDiscarded = recording.observed.listing?.includes('- a: A');
    return switchesOff && isDiscarded !== undefined ? [{ id: recording.id, text, isDiscarded }] : [];
  });

  test('in enough recordings', () => expect(cases.length).toBeGreaterThan(40));

  test.each(cases)('$id', ({ text, isDiscarded }) => {
    const { findings } = check(text, { path: '/home/me/.claude/settings.json' });
    const isFound = findings.some(({ rule }) => rule === 'settings-discarded');
    if (isAboutSkills(text) && !/"defaultMode"|"additionalDirectories"/.test(text)) expect(isFound).toBe(isDiscarded);
    // Of the rest only what is found has to be true.
    else expect({ isFound, isDiscarded }).not.toEqual({ isFound: true, isDiscarded: false });
  });
});
