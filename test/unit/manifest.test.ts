import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RUNTIMES, TARGETS } from '../../server/src/dialect/targets.ts';
import { readSettings } from '../../server/src/lsp/state/settings.ts';
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
      [unusedSuppression, ruleSetting('A comment that disables a rule that reports nothing there', 'hint')],
    ]);
    expect(properties['skillwright.rules'].properties).toEqual(expected);
  });

  test('on settings and their defaults', () => {
    const { levels, model = '', argumentHints, ...others } = readSettings(undefined);
    const ofClient = { vscodeFindings: 'hide-repeated', 'tree.followEditor': true, 'trace.server': 'off' };
    const expected = { ...others, model, rules: levels, 'inlayHints.arguments': argumentHints, ...ofClient };
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

  test('on what a workspace may set that nobody trusts', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    // VS Code looks at the list for no other kind of support.
    expect(supported).toBe('limited');
    // None of these decides what is read or run.
    const free = [
      'rules',
      'model',
      'codeLens',
      'inlayHints.arguments',
      'vscodeFindings',
      'tree.followEditor',
      'trace.server',
    ];
    const others = Object.keys(properties).filter((key) => !free.includes(key.replace('skillwright.', '')));
    expect([...restrictedConfigurations].sort()).toEqual(others.sort());
  });

  test('on commands', () => {
    const client = new URL('../../client/src/', import.meta.url);
    const code = readdirSync(client, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(new URL(name, client), 'utf8'))
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
