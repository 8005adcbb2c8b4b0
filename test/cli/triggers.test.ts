import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeTriggeringClaudeCode } from '../triggering-claude-code.ts';
import { bundleCliForTests, runCli, startCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const skill = (more = '') =>
  `---\ndescription: Reviews a diff. Use when the user asks for a review.\n${more}---\n\nReview it.\n`;
const set = '.claude/skills/review/evals/trigger-eval.json';

/** A project with a trigger set, and a program in place of Claude Code. */
async function machine(queries: unknown, tools?: readonly string[]) {
  const root = await temporaryFolder({
    [`project/${set}`]: typeof queries === 'string' ? queries : JSON.stringify(queries),
    'project/.claude/skills/review/SKILL.md': skill(),
    'project/.claude/skills/notes/SKILL.md': skill(),
    'project/.claude/skills/hidden/SKILL.md': skill('disable-model-invocation: true\n'),
    'bin/.keep': '',
  });
  const claude = writeTriggeringClaudeCode(path.join(root, 'bin'), tools);
  const cwd = path.join(root, 'project');
  const starts = () => {
    const file = path.join(root, 'bin/starts.jsonl');
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as string[])
      : [];
  };
  const args = (...more: string[]) => ['triggers', set, '--claude', claude, ...more];
  return { cwd, starts, args, triggers: (...more: string[]) => runCli(args(...more), { cwd }) };
}

const should = (query: string) => ({ query, should_trigger: true });
const shouldNot = (query: string) => ({ query, should_trigger: false });

describe.skipIf(process.platform === 'win32')('skillwright triggers', () => {
  test('says what it starts, counts the calls, and exits with 1 if a query is not as expected', async () => {
    const { triggers, starts } = await machine([
      should('Review it skill:review'),
      should('Look at skill:notes'),
      shouldNot('Delete it'),
      shouldNot('Write it down\n skill:review denied'),
    ]);
    const { code, stdout, stderr } = await triggers('--runs', '2', '--yes');
    expect(stderr).toBe(
      'skillwright: `review` is listed in full. Claude Code is started 8 times: 4 queries, each asked 2 times, with up to 2 answers of the model. This costs what your account is charged for them. There is no maximum for the cost. Only the Skill tool may be used, so nothing is executed or changed; Claude Code counts the calls as uses of the skill.\n',
    );
    expect(stdout).toBe(
      [
        'review (listed in full)',
        '  ✓ 2/2   should      Review it skill:review',
        '  ✗ 0/2   should      Look at skill:notes  (instead: notes 2×)',
        '  ✓ 0/2   should not  Delete it',
        '  ✗ 2/2   should not  Write it down skill:review denied  (2 denied by permissions)',
        '',
        'Called for 1 of 2 queries that should, 1 of 2 that should not',
        'Precision 50\u00A0%, recall 50\u00A0%, 2 false triggers',
        'Called instead: notes 2×',
        '8 of 8 runs, $2.00, Claude Code 9.9.9',
        '',
      ].join('\n'),
    );
    expect(code).toBe(1);
    expect(starts()).toHaveLength(8);
    const settings = JSON.parse(starts()[0]![starts()[0]!.indexOf('--settings') + 1]!);
    expect(settings).toMatchObject({ disableAllHooks: true, disableSkillShellExecution: true });
    expect(settings.permissions.ask).toEqual(expect.arrayContaining(['Bash', 'Write', 'Read', 'Agent']));
    expect(settings.permissions.ask).not.toContain('Skill');
  });

  test('prints and saves the results as JSON', async () => {
    const { triggers, cwd, starts } = await machine([should('skill:review failed'), should('Do it')]);
    const { code, stdout } = await triggers('--runs', '1', '--yes', '--format', 'json', '--output', 'result.json');
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      skill: 'review',
      set: path.join(cwd, set),
      listed: 'listed in full',
      queries: [
        { query: 'skill:review failed', should_trigger: true, runs: 1, triggered: 1, failed: 1, asExpected: true },
        { query: 'Do it', triggered: 0, problem: null, asExpected: false },
      ],
      precision: 1,
      recall: 0.5,
      done: 2,
      planned: 2,
      costUsd: 0.5,
      costIsKnown: true,
      stopped: null,
      claudeCodeVersion: '9.9.9',
    });
    expect(JSON.parse(readFileSync(path.join(cwd, 'result.json'), 'utf8'))).toEqual(report);
    expect(code).toBe(1);
    // Before anything is paid for.
    const paid = starts().length;
    const again = await triggers('--runs', '1', '--yes', '--output', 'result.json');
    expect(again.stderr).toContain(`It already exists: ${cwd}/result.json; name another file with --output\n`);
    const nowhere = await triggers('--runs', '1', '--yes', '--output', 'none/result.json');
    expect(nowhere.stderr).toContain(`No such folder: ${cwd}/none (--output)\n`);
    expect(starts()).toHaveLength(paid);
  });

  test('starts nothing without consent', async () => {
    const { triggers, starts, cwd } = await machine([should('a')]);
    expect(await triggers()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Not started, because nobody can be asked here; --yes agrees in advance'),
    });
    const dry = await triggers('--dry-run', '--max-budget-usd', '1.5');
    expect(dry).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('It stops at a cost of $1.5.') });
    const planned = await triggers('--dry-run', '--format', 'json', '--runs', '2');
    expect(JSON.parse(planned.stdout)).toMatchObject({
      skill: 'review',
      queries: [should('a')],
      planned: 2,
      maxBudgetUsd: null,
      notes: [],
    });
    expect(starts()).toEqual([]);
    expect(readdirSync(cwd)).toEqual(['.claude']);
  });

  test('stops at the maximum for the cost', async () => {
    const { triggers, starts } = await machine([should('skill:review')]);
    const { code, stdout } = await triggers('--runs', '9', '--yes', '--concurrency', '1', '--max-budget-usd', '0.5');
    expect(stdout).toContain('2 of 9 runs, $0.50, Claude Code 9.9.9\nNot complete: The maximum of $0.5 is reached\n');
    expect(code).toBe(0);
    expect(starts().map((args) => args[args.indexOf('--max-budget-usd') + 1])).toEqual(['0.5', '0.25']);
  });

  test('counts no run without an answer, and gives up after three of them', async () => {
    const { triggers } = await machine([should('crash')]);
    const { code, stdout } = await triggers('--runs', '9', '--yes', '--concurrency', '1');
    expect(stdout).toContain('  ? 0/0   should      crash  (3 runs without an answer: Something broke)\n');
    expect(stdout).toContain('Not complete: 3 runs in a row had no answer: Something broke\n');
    expect(code).toBe(2);
  });

  test('has a rule for every tool that the release has, also for one that is not known', async () => {
    const { triggers, starts } = await machine([should('skill:review')], ['Bash', 'Skill', 'LaunchRocket']);
    const { stdout } = await triggers('--runs', '2', '--yes', '--concurrency', '1');
    expect(stdout).toContain('  ✓ 2/2   should      skill:review\n');
    const known = starts().map((args) => args.join(' ').includes('LaunchRocket'));
    expect(known).toEqual([false, true, true]);
  });

  test('Ctrl+C keeps what was measured', async () => {
    const { args, cwd, starts } = await machine([should('skill:review'), should('wait')]);
    const child = startCli(args('--runs', '1', '--yes', '--concurrency', '1'), { cwd });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    await expect.poll(() => starts().length, { timeout: 20_000 }).toBe(2);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    const stdout = Buffer.concat(pieces).toString();
    expect(stdout).toContain('  ✓ 1/1   should      skill:review\n  ? 0/0   should      wait\n');
    expect(stdout).toContain('Not complete: It was canceled\n');
  });

  test.each([
    ['[]', 'The set has no query that can be asked: '],
    ['{', 'The file is not valid JSON: '],
    ['{"query": "a"}', 'The file is not a trigger set: it has to be a list'],
    ['[{"query": "/review", "should_trigger": true}]', 'it begins with `/`, `!` or `#`, so the model does not choose'],
  ])('%s is rejected in one line', async (queries, message) => {
    const { triggers, starts } = await machine(queries);
    const { code, stdout, stderr } = await triggers('--yes');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(starts()).toEqual([]);
  });

  test('needs a skill that the model can call, and a program', async () => {
    const { triggers, cwd, args } = await machine([should('a')]);
    expect((await triggers('--skill', 'hidden', '--yes')).stderr).toContain(
      'The model cannot call `hidden`, so no query triggers it: `disable-model-invocation` hides it',
    );
    expect((await triggers('--skill', 'nothing', '--yes')).stderr).toContain('No skill `nothing` is loaded');
    const missing = await runCli(args().with(3, 'nowhere').concat('--yes'), { cwd });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no program at ') });
    const folder = await runCli(['triggers', '.claude/skills/notes', '--yes'], { cwd });
    expect(folder.stderr).toMatch(/There is no trigger set in .*notes\/evals, such as trigger-eval\.json/);
  });
});
