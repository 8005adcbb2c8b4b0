import path from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { layOut, type SessionRecording } from '../conformance/recorded-session.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { runClient } from '../record/client-run.ts';
import { inSession } from '../unit/rules/check-in-session.ts';
import { check } from '../unit/rules/expect-findings.ts';
import { installedRelease } from './verified-release.ts';

const style = (...fields: string[]) => ['---', ...fields, '---', 'Speak tersely.', ''].join('\n');
const named = { '.claude/output-styles/terse.md': style('name: Short Words', 'description: Short') };
const unnamed = { '.claude/output-styles/more/terse.md': 'Speak tersely.\n' };

/** What settings say, the styles that there are, and whether a finding says that none is used. */
const cases: readonly (readonly [outputStyle: string, files: Readonly<Record<string, string>>, isReported: boolean])[] =
  [
    ['Short Words', named, false],
    ['terse', named, true],
    ['short words', named, true],
    ['Short Word', named, true],
    ['terse', unnamed, false],
    ['Terse', unnamed, true],
    ['Explanatory', {}, false],
    ['explanatory', {}, true],
    ['Concise', {}, false],
    ['Proactive', {}, false],
    ['Learning', {}, false],
  ];

test.for(cases)('%s', async ([outputStyle, files, isReported]) => {
  const settings = JSON.stringify({ outputStyle });
  const all = { ...files, '.claude/settings.json': settings };
  expect(await isSent(all)).toBe(!isReported);
  const disk = Object.fromEntries(Object.entries(all).map(([name, text]) => [`/project/${name}`, text]));
  const file = '/project/.claude/settings.json';
  const { findings } = check(settings, await inSession(file, disk));
  expect(findings.map(({ rule }) => rule)).toEqual(isReported ? ['settings-ignored'] : []);
});

/** Whether Claude Code sends an output style. */
async function isSent(files: Readonly<Record<string, string>>): Promise<boolean> {
  const input = { files, prompt: 'hello' };
  const recording: SessionRecording = { id: 'style', kind: 'settings', version: verifiedRelease, input, observed: {} };
  const { root, project, dispose } = layOut(recording);
  const server = await startModelServer([]);
  try {
    const places = { home: path.join(root, 'home'), project, managed: path.join(root, 'managed') };
    await runClient(installedRelease().command, input, places, server, 60_000);
    expect(server.requests.length).toBeGreaterThan(0);
    return JSON.stringify(server.requests[0]).includes('# Output Style: ');
  } finally {
    await server.close();
    dispose();
  }
}
