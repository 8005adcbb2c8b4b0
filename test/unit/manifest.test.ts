import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generateFiles } from '../../schemas/generate/generated-files.ts';
import { readSettings } from '../../server/src/lsp/state/settings.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const properties = manifest.contributes.configuration.properties;

test('what is generated is up to date: otherwise run `npm run generate`', async () => {
  const files = await generateFiles(fileURLToPath(new URL('../../', import.meta.url)));
  const different = files.filter(({ written, generated }) => written !== generated);
  expect(different.map(({ path }) => path)).toEqual([]);
});

describe('package.json and the code agree', () => {
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

  test('on what an untrusted workspace may set', () => {
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
