import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../every-test.ts';
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
      'skillwright: `review` is listed in full.\n  Measuring starts Claude Code 8 times: 4 queries, each asked 2 times, with up to 2 answers of the model.\n  Your account is charged for these sessions, without a maximum.\n  Only the Skill tool may be used, so nothing is executed or changed; Claude Code counts the calls as uses of the skill.\n',
    );
    expect(stdout).toBe(
      [
        'review (listed in full)',
        '  ✓ 2/2   should      train  Review it skill:review',
        '  ✗ 0/2   should      test   Look at skill:notes  (instead: notes 2×)',
        '  ✓ 0/2   should not  train  Delete it',
        '  ✗ 2/2   should not  test   Write it down skill:review denied  (2 denied by permissions)',
        '',
        'Called for 1 of 2 queries that should, 1 of 2 that should not',
        'Right in 4 of 8 runs: 50\u00A0% (22–78\u00A0%), with a confidence of 95\u00A0%',
        'Train queries: 100\u00A0% (51–100\u00A0%); test queries: 0\u00A0% (0–49\u00A0%)',
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
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(
      /^Measuring starts Claude Code 3 times: .*\n.* until the cost is \$1\.5\.\n.*\nNothing was started\.\n$/m,
    );
    expect(await runCli(['triggers', 'review', '--dry-run', '--max-budget-usd', '1.5'], { cwd })).toEqual(dry);
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
    expect(stdout).toContain('  ✓ 1/1   should      train  skill:review\n  ? 0/0   should      test   wait\n');
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
    expect((await triggers('--skill', 'nothing', '--yes')).stderr).toContain(
      'No skill `nothing` is loaded in this session or in its folder',
    );
    const missing = await runCli(args().with(3, 'nowhere').concat('--yes'), { cwd });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no program at ') });
    const folder = await runCli(['triggers', '.claude/skills/notes', '--yes'], { cwd });
    expect(folder.stderr).toMatch(/There is no trigger set in .*notes\/evals, such as trigger-eval\.json/);
  });

  /** Where a set may be, what is asked about, and what Claude Code is started with. */
  test.each([
    ['next to the SKILL.md of a project', '.claude/skills/greet', 'triggers.json', [], 'greet', undefined],
    [
      'in a folder of skills that is not loaded',
      'skills/greet',
      'evals/triggers.json',
      ['skills/greet'],
      'greet',
      '--add-dir',
    ],
    ['in a repository that is a skill', '.', 'trigger-eval.json', ['trigger-eval.json'], 'project', '--add-dir'],
    [
      'in a plugin, whose skill is named',
      'office/skills/greet',
      '../../evals/x.json',
      ['office/evals/x.json', '--skill', 'greet'],
      'office:greet',
      '--plugin-dir',
    ],
    [
      'in a plugin, and names the skill',
      'office/skills/greet',
      '../../evals/triggers.json',
      ['office/evals/triggers.json'],
      'office:greet',
      '--plugin-dir',
    ],
    [
      'in a folder that is called like the skill',
      'office/skills/greet',
      '../../../tests/office:greet/set.json',
      ['tests/office:greet/set.json'],
      'office:greet',
      '--plugin-dir',
    ],
  ])('a set %s is measured', async (_, folder, file, args, name, option) => {
    const root = await temporaryFolder({
      [`project/${folder}/SKILL.md`]: skill(),
      [path.posix.join('project', folder, file)]: JSON.stringify({
        ...(file.includes('triggers.json') && { skill_name: 'greet' }),
        cases: [{ prompt: `Say hello skill:${name}`, should_trigger: true }],
      }),
      ...(folder.startsWith('office') && {
        'project/office/.claude-plugin/plugin.json': '{ "name": "office" }',
        'project/office/skills/other/SKILL.md': skill(),
      }),
      'bin/.keep': '',
    });
    const claude = writeTriggeringClaudeCode(path.join(root, 'bin'));
    const wish = args.length > 0 ? args : [folder];
    const { code, stdout, stderr } = await runCli(
      ['triggers', ...wish, '--claude', claude, '--runs', '1', '--yes', '--home', root],
      { cwd: path.join(root, 'project') },
    );
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`${name} (listed in full)`) });
    expect(stdout).toContain('  ✓ 1/1   should      Say hello');
    const [start] = readFileSync(path.join(root, 'bin/starts.jsonl'), 'utf8').trim().split('\n');
    const given = JSON.parse(start!) as string[];
    expect(given.filter((it) => /^--(add|plugin)-dir$/.test(it))).toEqual(option === undefined ? [] : [option]);
    if (option === undefined) return expect(stderr).not.toContain('is not loaded');
    expect(stderr).toContain(`\`${name}\` is not loaded in this session`);
    const added = given[given.indexOf(option) + 1]!;
    if (option === '--plugin-dir') expect(added).toBe(path.join(root, 'project/office'));
    // Nothing is left of what was made for the measurement.
    else expect(existsSync(added)).toBe(false);
  });

  test('a set that is about no skill, or about one of several, says so', async () => {
    const root = await temporaryFolder({
      'project/a/.claude-plugin/plugin.json': '{ "name": "a" }',
      'project/a/skills/greet/SKILL.md': skill(),
      'project/b/.claude-plugin/plugin.json': '{ "name": "b" }',
      'project/b/skills/greet/SKILL.md': skill(),
      'project/evals/triggers.json': JSON.stringify([should('a')]),
    });
    const [none, several] = [
      await runCli(['triggers', 'evals/triggers.json', '--home', root], { cwd: path.join(root, 'project') }),
      await runCli(['triggers', 'evals/triggers.json', '--skill', 'greet', '--home', root], {
        cwd: path.join(root, 'project'),
      }),
    ];
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('No skill is around the set; name one') });
    expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining('Several skills are called `greet`: ') });
  });
});

describe.skipIf(process.platform === 'win32')('skillwright triggers --improve', () => {
  const better = '<new_description>Reviews a diff, and looks at changes.</new_description>';
  // Held out are the second of the first two, and the second of the others.
  const queries = [
    should('Look at one when:changes skill:review'),
    should('Look at another when:changes skill:review'),
    shouldNot('Delete this'),
    shouldNot('Delete that'),
  ];
  async function improvable(proposal: string, ...more: readonly string[]) {
    const { cwd, starts, args } = await machine(queries);
    const beside = (name: string) => path.join(cwd, '../bin', name);
    writeFileSync(beside('proposal.txt'), proposal);
    const file = path.join(cwd, '.claude/skills/review/SKILL.md');
    const run = await runCli(args('--improve', '--runs', '2', '--yes', ...more), { cwd });
    return {
      ...run,
      starts,
      file,
      asked: existsSync(beside('asked.txt')) ? readFileSync(beside('asked.txt'), 'utf8') : '',
    };
  }

  test('measures the new description with queries that were not shown, and keeps it only if the user takes it', async () => {
    const { code, stdout, stderr, starts, file, asked } = await improvable(better);
    expect(stderr).toContain(
      'For a better description, Claude Code is asked once, without tools, and then started 4 times more, to ask the 2 queries that it was not shown.\n  The new description is in the SKILL.md during that time. The old one is put back unless you keep the new one.',
    );
    expect(stdout).toContain(
      '-description: Reviews a diff. Use when the user asks for a review.\n+description: "Reviews a diff, and looks at changes."',
    );
    expect(stdout).toContain(
      'Test queries: right in 50\u00A0% (15–85\u00A0%) of runs before, in 100\u00A0% (51–100\u00A0%) with the new description\n',
    );
    expect(stdout).toContain(
      'The new description did better, but the intervals overlap, so it may be chance: more runs would tell\n',
    );
    expect(stderr).toContain('Not kept, because nobody can be asked here\n');
    expect(readFileSync(file, 'utf8')).toBe(skill());
    expect(code).toBe(1);
    expect(asked).toContain('Look at one');
    expect(asked).not.toContain('Look at another');
    expect(asked).not.toContain('Delete that');
    // All queries twice, the description, and the queries that were held out twice.
    const asking = starts().filter((it) => it.includes('--tools'));
    expect(starts()).toHaveLength(8 + 1 + 4);
    expect(asking).toHaveLength(1);
    expect(asking[0]![asking[0]!.indexOf('--tools') + 1]).toBe('');
  });

  const decisions = [
    ['y', 0, 'Reviews a diff, and looks at changes.'],
    ['n', 1, 'Reviews a diff. Use when the user asks for a review.'],
    ['Ctrl+C', 130, 'Reviews a diff. Use when the user asks for a review.'],
  ] as const;
  test.each(oneIn(3, decisions))('%s at a terminal decides', async (decision, status, description) => {
    const { cwd, args } = await machine(queries);
    writeFileSync(path.join(cwd, '../bin/proposal.txt'), better);
    // Pipes that the program takes for a terminal.
    const terminal = path.join(cwd, '../terminal.cjs');
    writeFileSync(terminal, 'process.stdin.isTTY = process.stderr.isTTY = true;');
    const child = startCli(args('--improve', '--runs', '1'), { cwd, env: { NODE_OPTIONS: `--require ${terminal}` } });
    let asked = '';
    child.stderr.on('data', (piece: Buffer) => {
      asked += piece.toString();
    });
    const file = path.join(cwd, '.claude/skills/review/SKILL.md');
    await expect.poll(() => asked, { timeout: 20_000 }).toContain('Start? [y/N] ');
    child.stdin.write('y\n');
    await expect.poll(() => asked, { timeout: 20_000 }).toContain('Keep the new description? [y/N] ');
    expect(readFileSync(file, 'utf8')).toContain('and looks at changes');
    if (decision === 'Ctrl+C') child.kill('SIGINT');
    else child.stdin.write(`${decision}\n`);
    const [code] = await once(child, 'close');
    expect(code).toBe(status);
    expect(readFileSync(file, 'utf8')).toContain(description);
  });

  test('says as JSON what was proposed, and what it did', async () => {
    const { stdout } = await improvable(better, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      test: { right: 2, runs: 4 },
      improvement: {
        proposed: 'Reviews a diff, and looks at changes.',
        before: { right: 2, runs: 4, rate: 0.5, interval: { low: expect.any(Number), high: expect.any(Number) } },
        after: { right: 4, runs: 4, rate: 1 },
        verdict: 'better',
        kept: false,
        costUsd: 1.5,
      },
    });
  });

  test('pays for nothing more where there is no better description', async () => {
    const { code, stderr, starts, file } = await improvable('I would not change it.');
    expect(stderr).toContain('No better description: The answer has no description\n');
    expect({ code, starts: starts().length }).toEqual({ code: 1, starts: 9 });
    expect(readFileSync(file, 'utf8')).toBe(skill());
  });

  test('is refused before anything is paid for if it cannot be judged', async () => {
    const { triggers, starts } = await machine([should('a'), shouldNot('b')]);
    expect(await triggers('--improve', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The set is too small: to judge a new description, it needs two queries'),
    });
    expect(starts()).toEqual([]);
  });
});
