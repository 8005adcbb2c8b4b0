import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RUNTIMES, TARGETS } from '../../server/src/dialect/targets.ts';
import { defaultSettings } from '../../server/src/features/check-file.ts';
import { rules } from '../../server/src/rules/index.ts';
import { unusedSuppression } from '../../server/src/rules/suppressions.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const properties = manifest.contributes.configuration.properties;

/** A rule's entry in the setting `skillwright.rules`. */
function ruleSetting(summary: string, level: string) {
  return {
    type: 'string',
    enum: ['error', 'warning', 'information', 'hint', 'off'],
    description: summary,
    default: level,
  };
}

describe('package.json and the code agree', () => {
  test('on the rules that can be set', () => {
    const expected = Object.fromEntries([
      ...rules.map(({ id, summary, level }) => [id, ruleSetting(summary, level)]),
      [unusedSuppression, ruleSetting('A comment silences a rule that reports nothing there.', 'hint')],
    ]);
    expect(properties['skillwright.rules'].properties).toEqual(expected);
  });

  test('on settings and their defaults', () => {
    const { levels, ...others } = defaultSettings;
    // The last two are the client's own.
    const expected = { ...others, rules: levels, vscodeFindings: 'hide-repeated', 'trace.server': 'off' };
    const written = Object.entries(properties as Record<string, { default: unknown }>).map(([key, setting]) => [
      key.replace('skillwright.', ''),
      setting.default,
    ]);
    expect(Object.fromEntries(written)).toEqual(expected);
  });

  test('on runtimes and targets', () => {
    expect(properties['skillwright.runtime'].enum).toEqual(RUNTIMES.map(({ id }) => id));
    expect([...properties['skillwright.targets'].items.enum].sort()).toEqual(TARGETS.map(({ id }) => id).sort());
  });

  test('on commands', () => {
    const code = readdirSync(new URL('../../client/src/commands/', import.meta.url))
      .map((name) => readFileSync(new URL(`../../client/src/commands/${name}`, import.meta.url), 'utf8'))
      .join('\n');
    const registered = [...code.matchAll(/registerCommand\('([^']+)'/g)].map((match) => match[1]);
    expect(registered.sort()).toEqual(
      manifest.contributes.commands.map((it: { command: string }) => it.command).sort(),
    );
  });

  test('on the release of the editor', () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
  });
});
