import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchSession } from '../claude/scratch-session.ts';
import { type ServedSession, serveSession } from '../claude/served-session.ts';
import { streamFile } from '../fixtures/runs/recorded-streams.ts';

const file = '.claude/skills/greet/SKILL.md';

/** A server whose Claude Code writes what a shell script does, without any model. */
async function session(script: string, files: Readonly<Record<string, string>> = {}) {
  const scratch = scratchSession({ [file]: '---\ndescription: Greets.\n---\nHello\n', ...files });
  const program = path.join(scratch.home, 'claude');
  const version = 'if [ "$1" = --version ]; then echo "9.8.7 (Claude Code)"; exit; fi';
  writeFileSync(program, `#!/bin/bash\n${version}\n${script}\n`, { mode: 0o755 });
  const options = { claudeCode: { path: program }, environment: { PATH: '/usr/bin:/bin', HOME: scratch.home } };
  return { ...(await serveSession(scratch, options)), again: () => serveSession(scratch, options), scratch };
}

const start = (served: ServedSession) => served.start({ uri: served.uri(file), arguments: 'Ada' });

test('several runs at once, each with its own steps; others continue when one is stopped', async () => {
  const served = await session(
    `head -5 "${streamFile('calls')}"; while [ ! -e go ]; do sleep 0.05; done; cat "${streamFile('calls')}"`,
  );
  const runs = await Promise.all([start(served), start(served), start(served)]);
  for (const { id } of runs) await served.until(id, ({ summary }) => summary.state === 'running');
  await served.request('skillwright/stopRun', { id: runs[1]!.id });
  expect((await served.ended(runs[1]!.id)).summary.state).toBe('cancelled');
  writeFileSync(path.join(served.scratch.project, 'go'), '');
  for (const { id } of [runs[0]!, runs[2]!]) {
    const { summary, parts } = await served.ended(id);
    expect(summary).toMatchObject({ state: 'succeeded', claudeCodeVersion: expect.any(String) });
    expect(parts.length).toBeGreaterThan(5);
  }
  const listed = await served.request('skillwright/runs', {});
  expect(listed.map(({ id }) => id).toSorted()).toEqual(runs.map(({ id }) => id).toSorted());
});

test('only so many run at a time', async () => {
  const served = await session('exec sleep 60');
  const runs = await Promise.all(Array.from({ length: 8 }, () => start(served)));
  const refused = await served.request('skillwright/startRun', { uri: served.uri(file), arguments: '' });
  expect(refused).toEqual({ problem: '8 skills are running. Stop one of them first' });
  await served.request('skillwright/deleteRuns', {});
  expect(await served.request('skillwright/runs', {})).toHaveLength(runs.length);
  await served.shutDown();
});

test('the invocation goes through standard input, as it is, in the folder of the workspace', async () => {
  const served = await session('cat > input; pwd > folder; printf "%s\\n" "$@" > arguments');
  const { run } = (await served.request('skillwright/startRun', {
    uri: served.uri(file),
    arguments: '"$(touch made)" `x`\nsecond line',
    model: 'haiku',
  })) as { run: { id: string } };
  const { summary } = await served.ended(run.id);
  expect(summary).toMatchObject({
    state: 'failed',
    problem: 'Claude Code ended with status 0',
    chosen: { model: 'haiku' },
  });
  const written = (name: string) => readFileSync(path.join(served.scratch.project, name), 'utf8');
  expect(JSON.parse(written('input'))).toMatchObject({
    message: { content: '/greet "$(touch made)" `x`\nsecond line' },
  });
  expect(written('folder').trim()).toBe(served.scratch.project);
  expect(written('arguments')).toMatch(/^--model\nhaiku$/m);
});

test('a denied call is allowed by the edit that the run offers, once', async () => {
  const served = await session(`cat "${streamFile('calls')}"`, {
    '.claude/settings.local.json': '{\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }\n}\n',
  });
  const { id } = await start(served);
  const { parts } = await served.ended(id);
  const denial = parts.find((part) => part.kind === 'denial')!;
  expect(denial).toMatchObject({ tool: 'Bash', summary: 'rm -f x.txt', rules: [expect.stringMatching(/^Bash\(rm\b/)] });
  const edit = await served.request('skillwright/allowDenied', { id, part: denial.id });
  expect(edit).toMatchObject({ create: false, rules: denial.rules, call: 'rm -f x.txt', hasExact: true });
  expect(edit!.edits).toMatchObject([{ newText: `,\n      ${JSON.stringify(denial.rules![0])}` }]);
  const narrow = await served.request('skillwright/allowDenied', { id, part: denial.id, onlyThis: true });
  expect(narrow!.rules).toEqual(['Bash(rm -f x.txt)']);
  const gone = 'the run no longer exists';
  await expect(served.request('skillwright/allowDenied', { id, part: 'text-1' })).rejects.toThrow(gone);
  await expect(served.request('skillwright/allowDenied', { id: 'run-none', part: denial.id })).rejects.toThrow(gone);
});

test('a run that was in progress when the server was killed is shown as such', async () => {
  const served = await session('sleep 1');
  const { id } = await start(served);
  // Another server, as after a crash of the first: the run has no end on the disk yet.
  const again = await served.again();
  expect(await again.request('skillwright/runs', {})).toMatchObject([
    { id, state: 'cancelled', problem: 'The editor was closed while it ran' },
  ]);
  expect((await again.request('skillwright/run', { id, since: 0 }))?.parts).toEqual([]);
  await served.ended(id);
});
