import { describe, expect, test } from 'vitest';
import { findingsIn, isLost, isObjectedTo } from './plugin-verdicts.ts';
import type { PluginRecording } from './recorded-plugin.ts';
import { recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

const all = recordings('plugin', runtimes[0]!) as unknown as PluginRecording[];

/** What cannot be installed, but is only a warning or less here, with the reason. */
const warnedHere: Readonly<Record<string, string>> = {
  'own-plugins-name-reserved': 'the same marketplace can be added from a repository of Anthropic',
  'own-plugins-plugins-empty': 'a marketplace may be empty until its first plugin is there',
};

/** What `claude plugin validate` says only of the plugin's own folder, not of its marketplace. */
const saidElsewhere = new Set(['server-config', 'yaml-syntax', 'frontmatter-unclosed']);

describe('what Claude Code says of plugins and marketplaces', () => {
  const ofRepositories = all.filter(({ id, input }) => Object.keys(input.files).length > 0 && !(id in warnedHere));

  test.for(ofRepositories.map((recording) => [recording.id, recording] as const))('%s', async ([, recording]) => {
    const { input, observed } = recording;
    const findings = await findingsIn(recording.input);
    const said = findings.map(({ rule, message }) => `${rule}: ${message}`);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (isObjectedTo(observed)) expect(said).not.toEqual([]);
    else expect(errors.filter(({ rule }) => !saidElsewhere.has(rule)).map(({ message }) => message)).toEqual([]);
    if (isLost(observed, input)) expect(findings.map(({ severity }) => severity)).toContain('error');
    // Nothing is said of servers that are left out, so only those that are there tell.
    const leftOut = errors.filter(({ rule }) => rule === 'server-config').map(({ message }) => message);
    const servers = observed.session!.servers.map((name) => name.split(':').at(-1)!);
    expect(leftOut.filter((message) => servers.some((name) => message.includes(`\`${name}\``)))).toEqual([]);
  });
});

describe('settings that Claude Code ignores as a whole', () => {
  const ofSettings = all.filter(({ input }) => input.home !== undefined);

  test.for(ofSettings.map((recording) => [recording.id, recording] as const))('%s', async ([, recording]) => {
    // The settings turn this skill off.
    const isIgnored = recording.observed.session!.skills.includes('my-a');
    const errors = (await findingsIn(recording.input)).filter(({ severity }) => severity === 'error');
    expect(errors.length > 0).toBe(isIgnored);
  });
});
