import { describe, expect, test } from 'vitest';
import { pluginDirectory } from '../../../server/src/rules/plugins/plugin-directory.ts';
import { actionsIn } from '../refactorings/after-action.ts';
import { expectInSession, inSession } from './check-in-session.ts';
import { check, expectFix } from './expect-findings.ts';

const path = '/project/tides/.claude-plugin/plugin.json';
const targets = { targets: ['plugin-directory'] } as const;
const readme = `# Tides\n\n${'Tells when the water is low. '.repeat(8)}\n`;
const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"></svg>\n';
const around = {
  '/project/tides/README.md': readme,
  '/project/tides/LICENSE': 'MIT\n',
  '/project/tides/icon.svg': icon,
};
const rule = pluginDirectory.id;

describe('plugin-directory', () => {
  test('marks the value that a check is about', async () => {
    const found = await expectInSession(
      rule,
      path,
      `{
  "name": «"gezeiten-ü"»,
  "homepage": «"http://tides.example"»,
  "screenshots": ["https://tides.example/1.png", «"./2.png"»],
  "icon": ««"../icon.svg"»»,
  "mcpServers": ["./servers.json", «"./../other.json"»]
}`,
      around,
      targets,
    );
    expect(found.map(({ severity, subject }) => `${severity} ${subject}`).sort()).toEqual([
      'error IDENTIFIER_NON_ASCII',
      'error PATH_TRAVERSAL',
      'error PATH_TRAVERSAL',
      'warning ICON_INVALID',
      'warning LISTING_URL_SCHEME',
      'warning LISTING_URL_SCHEME',
    ]);
  });

  test('marks the beginning of the manifest for what is not in it, and names the file', async () => {
    const text = '«{» "name": "tides" }';
    const short = { ...around, '/project/tides/README.md': 'Tides.\n' };
    const [finding] = await expectInSession(rule, path, text, short, targets);
    expect(finding!.message).toContain('README.md has 1 word, not counting code and addresses');
    expect(finding!.related?.map((place) => place.path)).toEqual(['/project/tides/README.md']);
  });

  test('reports the files that a system left once', async () => {
    const left = { '/project/tides/.DS_Store': '', '/project/tides/skills/.DS_Store': '' };
    const [finding] = await expectInSession(rule, path, '«{» "name": "tides" }', { ...around, ...left }, targets);
    expect(finding!.related?.map((place) => place.path)).toEqual(Object.keys(left));
  });

  test('counts a README and a license of the repository', async () => {
    const ofRepository = { '/project/README.md': readme, '/project/LICENSE': 'MIT\n', '/project/tides/icon.svg': icon };
    await expectInSession(rule, path, '{ "name": "tides" }', ofRepository, targets);
  });

  test.each([
    ['without the target', '{ "name": "tides" }', []],
    ['for a manifest that another rule reports', '{ "name": "tides", }', targets.targets],
    ['for a manifest that is not an object', '[]', targets.targets],
    ['while a file is named that is not saved yet', '{ "name": "tides", "mcpServers": "./new.json" }', targets.targets],
  ] as const)('is silent %s', async (when, text, selected) => {
    const files = when === 'without the target' ? {} : around;
    await expectInSession(rule, path, text, files, { targets: selected });
  });

  test('writes an address with https, and a name in ASCII', async () => {
    const options = async (text: string) => inSession(path, { ...around, [path]: text }, targets);
    const link = '{ "name": "tides", "homepage": "http://tides.example" }';
    expectFix(rule, link, link.replace('http:', 'https:'), await options(link));
    const name = '{ "name": "Gezeiten-Überblick" }';
    expectFix(rule, name, '{ "name": "Gezeiten-Uberblick" }', await options(name));
  });

  test('inserts a license as the manifest is laid out', async () => {
    const bare = { '/project/tides/README.md': readme, '/project/tides/icon.svg': icon };
    const written = '{\n  "name": "tides"\n}\n';
    const options = await inSession(path, { ...bare, [path]: written }, targets);
    expectFix(rule, written, '{\n  "name": "tides",\n  "license": "MIT"\n}\n', options);
    const [missing] = check('{}', options).findings.filter((it) => it.rule === rule);
    expect(missing?.fixes).toEqual([]);
  });

  test('creates a README and a license', async () => {
    const manifest = '$0{ "name": "tides", "description": "Low water.", "author": { "name": "Ada" } }';
    const folder = { [path]: manifest, '/project/tides/icon.svg': icon };
    const made = await actionsIn(folder, { path, ...targets, options: {} });
    const offered = (title: string) => made.titles.find((it) => it.includes(title))!;
    expect((await made.after(offered('README.md')))['/project/tides/README.md']).toBe(
      '# tides\n\nLow water.\n\n## Use\n\n## Setup\n',
    );
    expect((await made.after(offered('LICENSE')))['/project/tides/LICENSE']).toContain('Copyright (c) Ada');
  });
});
