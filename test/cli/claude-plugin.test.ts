import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const root = path.resolve(import.meta.dirname, '../..');
const plugin = `${root}/docs/claude-plugin`;
const read = (file: string) => readFileSync(`${plugin}/${file}`, 'utf8');

test('the plugin for Claude Code has nothing to report, and its skill is offered', async () => {
  const empty = await temporaryFolder();
  const options = { cwd: empty, env: { HOME: empty } };
  const { code, stdout } = await runCli(
    ['check', '--fail-on', 'hint', plugin, `${root}/.claude-plugin/marketplace.json`],
    options,
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Nothing found in /)]);
  const listed = await runCli(['list', '--plugin-dir', plugin], options);
  expect(listed.stdout).toContain('skillwright:checking-skills');
});

test('the plugin runs this release', () => {
  expect(JSON.parse(read('.claude-plugin/plugin.json')).version).toBe(packageJson.version);
  for (const file of ['this-release.mjs', 'skills/checking-skills/SKILL.md']) {
    const versions = [...read(file).matchAll(/skillwright@([\d.]*\d)/g)].map(([, version]) => version);
    expect([...new Set(versions)]).toEqual([packageJson.version]);
  }
});
