import { execFile, execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { helpExamples } from '../../server/src/cli/help-examples.ts';
import { isEveryTest, oneIn } from '../every-test.ts';
import { SkillsApiServer } from '../skills-api/skills-api-server.ts';
import { bundleCliForTests, cliCommand, runCli, skillText, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const execute = promisify(execFile);

/** Holds what an example names. */
async function startSkillsApi(line: string): Promise<SkillsApiServer> {
  const api = new SkillsApiServer();
  await api.start();
  onTestFinished(() => api.stop());
  const versions = line.includes('skver_01') ? ['skver_01', 'skver_02'] : ['skver_02'];
  api.add('review', { id: 'skill_01', ids: versions });
  return api;
}

/** All of them, or one for every other command: each is started as people start it, while other tests share a process. */
const examples = oneIn(2, Object.entries(helpExamples)).flatMap(([command, all]) =>
  (isEveryTest ? all : all.slice(0, 1)).map(({ line, does }) => [command, line, does] as const),
);

describe('help', () => {
  test('every command has examples, except for those that other programs start', async () => {
    const { stdout } = await runCli(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1]!);
    const withExamples = commands.filter((it) => !['help', 'lsp', 'mcp'].includes(it));
    expect(withExamples.sort()).toEqual(Object.keys(helpExamples).sort());
  });

  test('shows its examples with what they do', async () => {
    for (const command of Object.keys(helpExamples)) {
      const { code, stdout } = await runCli([command, '--help']);
      expect(code).toBe(0);
      const prose = stdout.split('\n').filter((it) => /^\S/.test(it));
      expect(prose.filter((it) => it.length > 80)).toEqual([]);
      for (const { line, does } of helpExamples[command]!) expect(stdout).toContain(`  # ${does}\n  ${line}\n`);
    }
  });
});

describe.skipIf(process.platform === 'win32')('examples do what they say', () => {
  test.each(examples)('%s: %s', async (command, line) => {
    const bin = await temporaryFolder();
    const quoted = cliCommand().map((word) => `'${word}'`);
    await writeFile(path.join(bin, 'skillwright'), `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`);
    await chmod(path.join(bin, 'skillwright'), 0o755);
    const cwd = await temporaryFolder({
      '.claude/skills/review/SKILL.md': skillText({ name: 'review', body: '# Review\n\nRead $ARGUMENTS.\n' }),
      '.claude/skills/review/evals/evals.json': JSON.stringify({
        skill_name: 'review',
        evals: [{ id: 1, prompt: 'Review the last commit', expectations: ['It names the commit'] }],
      }),
      '.claude/skills/review/evals/trigger-eval.json':
        '[{"query": "Review the diff", "should_trigger": true}, {"query": "Look at it", "should_trigger": true}]',
      'src/main.ts': '',
      'run.jsonl': [
        { type: 'user', message: { content: 'Review the last commit' } },
        {
          type: 'assistant',
          message: { content: [{ type: 'tool_use', id: 'a', name: 'Skill', input: { skill: 'review' } }] },
        },
        {
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Launching skill: review' }] },
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
      'evals/greets/prompt.md': '---\nmax_turns: 3\n---\nSay hello.\n',
      'evals/greets/graders/hello.md': '---\ntype: regex\n---\nHello\n',
      'evals/results/2026-11-24T01-54-49-647Z/aggregate-result.json': JSON.stringify({
        cases: [
          {
            dir: 'evals/greets',
            graders: [
              {
                name: 'hello',
                type: 'regex',
                config: { target: 'last_message', pattern: 'Hello', flags: '', match: 'contains' },
              },
            ],
            arms: { with: [{ graders: [{ name: 'hello', passed: true, explanation: 'matched Hello' }] }] },
          },
        ],
      }),
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'Add a review');
    // Nothing but the programs that the examples themselves need: no Claude Code.
    const asksApi = ['upload', 'uploads', 'download', 'delete-upload'].includes(command);
    const api = asksApi ? await startSkillsApi(line) : undefined;
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: bin, ...api?.environment };
    // Not synchronous: some of them ask a server in this process.
    const run = async () => (await execute('bash', ['-c', line], { cwd, env })).stdout;
    if (['prove', 'triggers', 'eval'].includes(command)) {
      const hasStarted = !line.includes('--dry-run');
      if (hasStarted) await expect(run()).rejects.toThrow(/Claude Code was not found/);
      else await run();
      return;
    }
    const stdout = await run();
    if (!/[>]|completion/.test(line)) expect(stdout).not.toBe('');
  });
});
