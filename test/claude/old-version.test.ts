import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readResultFile } from '../../server/src/evaluation/results/read-result.ts';
import { type OldVersionRun, runOldVersion } from '../../server/src/jobs/evaluations/results/old-version.ts';
import type { ClaudeCode } from '../../server/src/platform/claude-code.ts';
import { nodeRevisions } from '../../server/src/platform/node/git/node-revisions.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { nodeScratchFolders } from '../../server/src/platform/node/node-scratch-folders.ts';
import { slashedPath } from '../../server/src/platform/slashed-path.ts';
import { notRefused } from '../not-refused.ts';
import { scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

const recorded = readResultFile(
  readFileSync(new URL('../fixtures/evaluation-results/with-and-without.json', import.meta.url), 'utf8'),
);
if (recorded.kind !== 'result') throw new Error('The recording cannot be read');
const { result } = recorded;

test.each([
  ['', 'evals'],
  [', "experimental": { "evals": "quality/checks" }', 'quality/checks'],
])('cases of today%s run with the plugin as it was in a revision, and nothing is checked out', async (named, evals) => {
  const skill = (words: string) => `---\ndescription: Greets people. Use when the user says hello\n---\n${words}\n`;
  const scratch = scratchSession({
    'office/.claude-plugin/plugin.json': '{ "name": "office", "version": "1.0.0", "description": "Greets people" }',
    'office/skills/greet/SKILL.md': skill('Say OLD hello.'),
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: scratch.project,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'Greet');
  const commit = git('rev-parse', 'HEAD');
  scratch.write({
    'office/.claude-plugin/plugin.json': `{ "name": "office", "version": "1.1.0", "description": "Greets people"${named} }`,
    'office/skills/greet/SKILL.md': skill('Say NEW hello.'),
    [`office/${evals}/greets/prompt.md`]: '---\nruns: 1\nmax_turns: 4\n---\nSay hello to Alex.\n',
    [`office/${evals}/greets/graders/skill.md`]: '---\ntype: regex\ntarget: trace\n---\nSay OLD hello\n',
    [`office/${evals}/greets/graders/names.md`]: '---\ntype: regex\n---\nAlex\n',
  });
  const model = await startScriptedModel([
    { calls: [{ tool: 'Skill', input: { skill: 'office:greet' } }] },
    { text: 'Hello Alex' },
  ]);
  const claudeCode: ClaudeCode = {
    ...nodeClaudeCode,
    start: (program, start) =>
      nodeClaudeCode.start(program, { ...start, environment: scratch.environment(model), isolated: true }),
  };
  const owner = `${slashedPath(scratch.project)}/office`;
  const suite = `${owner}/${evals}`;
  const run: OldVersionRun = {
    place: { path: `${suite}/results/1/aggregate-result.json`, kind: 'file', suite, owner },
    result,
    revision: 'HEAD',
    caseName: 'greets',
    settings: { extraArguments: [], maximumCost: undefined },
  };
  const program = await nodeClaudeCode.find(installedRelease().program);
  if ('problem' in program) return expect.fail(program.problem);
  const machine = { claudeCode, files: nodeFileSystem, scratchFolders: nodeScratchFolders };
  const options = { maximumCost: undefined, signal: new AbortController().signal, now: Date.UTC(2026, 10, 25) };
  const ended = notRefused(await runOldVersion(program, run, nodeRevisions, machine, options));
  expect(ended).toEqual({
    uri: `${suite}/results/old-versions/2026-11-25T00-00-00-000Z-at-${commit.slice(0, 12)}/aggregate-result.json`,
  });
  // The skill of then was loaded, and only its arm ran.
  expect(model.requests.some((body) => body.includes('Say OLD hello'))).toBe(true);
  expect(model.requests.some((body) => body.includes('Say NEW hello'))).toBe(false);
  const read = readResultFile(readFileSync(ended.uri!, 'utf8'));
  if (read.kind !== 'result') return expect.fail('The result cannot be read');
  expect(read.result.cases.map(({ name, runs }) => [name, runs.map(({ arm, passed }) => [arm, passed])])).toEqual([
    ['greets', [['with', true]]],
  ]);
  // The files of today are as they were, and the copy is gone.
  expect(readFileSync(path.join(scratch.project, 'office/skills/greet/SKILL.md'), 'utf8')).toContain('NEW');
  expect(git('status', '--porcelain', '--', 'office/skills')).toBe('M office/skills/greet/SKILL.md');
  const left = readdirSync(path.dirname(path.dirname(scratch.project))).filter((name) =>
    name.startsWith(`skillwright-scratch-${process.pid}-`),
  );
  expect(left).toEqual([]);
});

test('a revision without the plugin, or that does not exist, starts nothing', async () => {
  const scratch = scratchSession({ 'README.md': '# Empty\n' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: scratch.project,
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'Nothing yet');
  scratch.write({ 'office/evals/greets/prompt.md': 'Say hello.\n' });
  const owner = `${slashedPath(scratch.project)}/office`;
  const suite = `${owner}/evals`;
  const place = { path: `${suite}/results/1/aggregate-result.json`, kind: 'file', suite, owner } as const;
  const settings = { extraArguments: [], maximumCost: undefined };
  const claudeCode: ClaudeCode = { ...nodeClaudeCode, start: () => expect.fail('Claude Code was started') };
  const machine = { claudeCode, files: nodeFileSystem, scratchFolders: nodeScratchFolders };
  const options = { maximumCost: undefined, signal: new AbortController().signal, now: 0 };
  const ended = async (revision: string) => {
    const run = { place, result, revision, caseName: 'greets', settings };
    return runOldVersion({ command: 'none' } as never, run, nodeRevisions, machine, options);
  };
  const refused = (text: string) => ({ problem: expect.stringContaining(text) });
  expect(await ended('HEAD')).toEqual({ problem: 'The revision has no folder office' });
  expect(await ended('none')).toEqual(refused('The revision cannot be read: there is no revision none'));
  expect(await ended('--upload-pack=x')).toEqual(refused('The revision cannot be read: there is no revision'));
});
