import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { loadRepository } from '../../server/src/catalog/repository.ts';
import { isUsable } from '../../server/src/catalog/resolve/skill-status.ts';
import { project, sessionOf } from '../unit/features/session-of.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { isLost as isRefused } from './plugin-verdicts.ts';
import type { PluginInput, PluginRecording } from './recorded-plugin.ts';
import { recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

const all = recordings('plugin', runtimes[0]!) as unknown as PluginRecording[];

/** What a person sees of a repository whose plugins cannot be installed, or can. */
async function repositoryOf({ files: texts }: PluginInput) {
  const files = memoryFileSystem({
    '/home/me/.claude.json': '{}',
    ...Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${project}/${path}`, text])),
  });
  const session = { ...sessionOf({}, { variables: { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1' } }), files };
  return loadRepository(await loadCatalog(session), session);
}

describe('the repository of a marketplace tells what Claude Code refuses to install', () => {
  const asked = all.filter(
    ({ id, input, observed }) =>
      '.claude-plugin/marketplace.json' in input.files &&
      input.install.length === 1 &&
      // The same marketplace can be added from a repository of Anthropic.
      id !== 'own-plugins-name-reserved' &&
      // There is no entry to tell about.
      id !== 'own-plugins-plugins-empty' &&
      observed.session !== undefined,
  );

  test.for(asked.map((recording) => [recording.id, recording] as const))('%s', async ([, { input, observed }]) => {
    const repository = await repositoryOf(input);
    const [name] = input.install[0]!.split('@');
    const plugin = repository.plugins.find(({ key }) => key.endsWith(`:${name}`));
    const problems = repository.plugins.flatMap(({ problem }) => problem ?? []);
    const told = [...repository.errors, ...problems].map(({ message }) => message);
    if (isRefused(observed, input)) expect(told).not.toEqual([]);
    else expect(told).toEqual([]);
    if (plugin && !plugin.problem) {
      const skills = repository
        .with([plugin.key])
        .catalog.skills()
        .filter((skill) => isUsable(skill));
      const listed = [...observed.session!.skills, ...observed.session!.commands];
      expect(skills.map((skill) => skill.name).sort()).toEqual(listed.filter((it) => it.includes(':')).sort());
    }
    // It is loaded, but not all of it.
    const lost = Object.keys(observed.list ?? {}).length > 0 ? (observed.list![input.install[0]!] ?? []) : [];
    if (!plugin?.problem && lost.length > 0) expect(plugin!.errors).not.toEqual([]);
    // Nothing is said of files with servers that do not exist.
    const tells = (plugin?.errors ?? []).filter(({ message }) => !/`(?:mcp|lsp)Servers`/.test(message));
    if (plugin && !plugin.problem && lost.length === 0) expect(tells.map(({ message }) => message)).toEqual([]);
    const byPath = observed.pluginDir?.skills;
    if (byPath && plugin) expect(plugin.loadsByPath).toBe(byPath.length > 0);
  });
});
