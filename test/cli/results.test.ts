import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';
import { parseXml } from './parse-xml.ts';

bundleCliForTests();

const recorded = (name: string) =>
  readFileSync(new URL(`../fixtures/evaluation-results/${name}.json`, import.meta.url), 'utf8');

const first = 'evals/results/2026-11-23T01-00-00-000Z/aggregate-result.json';
const last = 'evals/results/2026-11-24T01-00-00-000Z/aggregate-result.json';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder({
    '.claude-plugin/plugin.json': '{ "name": "office" }',
    'evals/greets/prompt.md': 'Say hello to Alex.\n',
    [first]: recorded('cost-ceiling'),
    [last]: recorded('with-and-without'),
  });
});

const results = (...args: string[]) => runCli(['results', ...args], { cwd: folder });

describe('results', () => {
  test('shows the last result with its arms side by side', async () => {
    const { code, stdout, stderr } = await results('evals/greets', '--case', 'greets');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replaceAll('\u00a0', ' ')).toBe(
      [
        `office 1.2.0 (${last})`,
        '  2026-11-25T18:43:49.138Z · Claude Code 2.1.330 · 9 s · $0.17',
        '  1 of 1 case passed',
        '  Repeated runs   Passed  Pass rate (95 %)  pass@2  pass^2  Score        Cost            Time',
        '  With plugin     2 of 2  100 % (34–100 %)  100 %   100 %   1.00 ± 0.00  $0.032 ± 0.000  1.0 ± 0.0 s',
        '  Without plugin  0 of 2  0 % (0–66 %)      0 %     0 %     0.67 ± 0.00  $0.026 ± 0.000  1.0 ± 0.0 s',
        '  No difference between with and without the plugin seen: score +0.33, p = 0.33, with 2 runs of each case; about 2 more of each would tell',
        '  ✓ greets  With plugin 1.00 (2 runs), Without plugin 0.67 (2 runs), difference +0.33',
        '      ✓ friendly   With plugin: 2 of 2 passed; Without plugin: 2 of 2 passed; measures nothing',
        '      ✓ names      With plugin: 2 of 2 passed; Without plugin: 0 of 2 passed (pattern not found in last_message)',
        '      ✓ only-with  With plugin: 2 of 2 passed; not scored',
        '      ✓ skill      With plugin: 2 of 2 passed; not scored',
        '',
      ].join('\n'),
    );
  });

  test('of a case are only its own', async () => {
    const named = await results('--case', 'greets');
    for (const name of ['greets', 'greets/prompt.md']) expect(await results(`evals/${name}`)).toEqual(named);
  });

  test('of a case are the last ones that it has, whatever ran alone since', async () => {
    const alone = JSON.parse(recorded('with-and-without'));
    alone.cases = alone.cases.filter(({ name }: { readonly name: string }) => name !== 'greets');
    await writeFile(path.join(folder, last), JSON.stringify(alone));
    const { stdout } = await results('--case', 'greets');
    expect(stdout).toContain(`office 1.2.0 (${first})`);
    expect(stdout).toContain(' greets  With plugin ');
    expect((await results('--case', 'broken')).stdout).toContain(`(${last})`);
  });

  test('of a skill are also those of its plugin, by its folder or its name', async () => {
    await mkdir(path.join(folder, 'skills/greet'), { recursive: true });
    await writeFile(path.join(folder, 'skills/greet/SKILL.md'), '---\ndescription: Greets people\n---\nSay hello.\n');
    const all = await results();
    expect(await results('skills/greet')).toEqual(all);
    expect(await results('greet')).toEqual(all);
  });

  test('fails if a case did not pass', async () => {
    const { code, stdout } = await results();
    expect(code).toBe(1);
    expect(stdout).toContain('! broken');
    expect(stdout).toContain('With plugin: Ended early, not graded: API Error: 400 Something is wrong');
  });

  test('say why runs ended early, and what the maximum cost cut is stopped', async () => {
    const early = await temporaryFolder({
      'evals/results/1/aggregate-result.json': recorded('ended-early'),
    });
    const { code, stdout } = await runCli(['results'], { cwd: early });
    expect(code).toBe(1);
    expect(stdout).toContain(
      [
        '  ✗ guarded  With plugin 0.50 (2 runs), Without plugin 1.00 (2 runs), difference -0.50',
        '      With plugin: 1 of 2 runs: aborted by the mock tracker/list_issues: the model\'s call violates expect: project = "prod" is not "demo"',
        '      ✓ says  With plugin: passed; Without plugin: 2 of 2 passed; measures nothing',
      ].join('\n'),
    );
    const { stdout: json } = await runCli(['results', '--format', 'json'], { cwd: early });
    const cases = JSON.parse(json).results[0].cases as { name: string; state: string; runs: object[] }[];
    expect(cases.map(({ name, state }) => [name, state])).toEqual([
      ...['busy', 'forbidden'].map((name) => [name, 'error']),
      ['guarded', 'failed'],
      ...['long', 'slow'].map((name) => [name, 'error']),
      ['unfinished', 'failed'],
    ]);
    const reason = 'the model\'s call violates expect: project = "prod" is not "demo"';
    expect(cases[2]!.runs[0]).toMatchObject({
      state: 'failed',
      ended: 'aborted',
      error: null,
      aborted: { server: 'tracker', tool: 'list_issues', reason },
    });
    expect(cases[5]!.runs[2]).toMatchObject({ state: 'stopped', ended: 'cost' });
    const cut = await results('evals/greets', '--against', last);
    expect(cut.code).toBe(0);
    await writeFile(path.join(folder, last), recorded('cost-ceiling'));
    const stopped = await results('evals/greets');
    expect([stopped.code, stopped.stdout]).toEqual([
      1,
      expect.stringContaining(
        '  ■ greets  With plugin 1.00 (1 run)\n      Stopped at the maximum cost after 1 of 2 runs\n',
      ),
    ]);
  });

  test('fails if the plugin was not loaded', async () => {
    const passed = JSON.parse(recorded('with-and-without'));
    passed.cases = passed.cases.filter(({ name }: { readonly name: string }) => name === 'greets');
    await writeFile(path.join(folder, last), JSON.stringify(passed));
    expect((await results()).code).toBe(0);
    passed.suite.plugins[0].problem = 'will_not_load';
    await writeFile(path.join(folder, last), JSON.stringify(passed));
    const { code, stdout } = await results();
    expect([code, stdout.split('\n')[2]]).toEqual([
      1,
      '  office could not be loaded, so the cases ran without the plugin.',
    ]);
  });

  test('shows an earlier result as the old version', async () => {
    const { stdout } = await results('--case', 'greets', '--against', first);
    expect(stdout).toContain(
      'Without plugin 0.67 (2 runs), Old version 1.00 (1 run), difference +0.33, since the old version 0.00',
    );
    const ofFolder = await results('--case', 'greets', '--against', path.dirname(first));
    expect(ofFolder.stdout).toBe(stdout);
  });

  test('exports', async () => {
    const json = await results('--format', 'json');
    expect(JSON.parse(json.stdout).results[0]).toMatchObject({
      subject: 'office',
      format: 'plugin-eval',
      problems: [],
    });
    const ofOne = JSON.parse((await results('evals/greets', '--format', 'json')).stdout).results[0];
    expect(ofOne.cases).toMatchObject([{ name: 'greets', folder: `${folder}/evals/greets` }]);
    const own = await results('--format', 'aggregate-result');
    expect(JSON.parse(own.stdout)).toEqual(JSON.parse(recorded('with-and-without')));
    expect(ofOne).toMatchObject({
      summary: { cases: 1, passed: 1, failed: 0, endedEarly: 0, stopped: 0, notJudged: 0, passRate: 1 },
      // The earlier one was stopped, so there is nothing to compare with.
      changes: null,
      models: [],
      statistics: {
        arms: [
          { arm: 'with', runs: 2, passed: 2, passAtK: [1, 1], passHatK: [1, 1], tokens: null },
          { arm: 'without' },
        ],
        comparisons: [{ verdict: 'no-difference-seen', comparedWith: 'without', fewestRuns: 2, runsThatTell: 4 }],
        flaky: [],
      },
    });
    const [, , greets] = JSON.parse(json.stdout).results[0].cases;
    expect(greets.graders[0]).toMatchObject({ criteria: 'The greeting is friendly', focus: 'last_message' });
    expect(greets.runs[0].verdicts[0]).toMatchObject({
      evidence: 'hello Alex, hello Bob!',
      votes: [true, true, true],
    });
    const benchmark = await results('--format', 'benchmark');
    expect(JSON.parse(benchmark.stdout)).toMatchObject({
      metadata: { skill_name: 'office' },
      statistics: { arms: [{ arm: 'with_skill' }, { arm: 'without_skill' }] },
    });
    const grading = await results('--format', 'grading', '--case', 'writes');
    expect(JSON.parse(grading.stdout).summary).toEqual({ passed: 0, failed: 2, total: 2, pass_rate: 0 });
    const several = await results('--format', 'grading', '--case', 'greets');
    expect(several.stderr).toContain('grading.json is for one run, and here are 2: choose a case');
    const junit = await results('--format', 'junit');
    expect(parseXml(junit.stdout).attributes).toMatchObject({ failures: '5', errors: '2' });
    const html = await results('--format', 'html', '--case', 'greets');
    expect(html.stdout).toMatch(/^<!DOCTYPE html>\n[\s\S]*<a href="#case-1">greets<\/a>[\s\S]*<\/html>\n$/);
    const markdown = await results('--format', 'markdown', '--case', 'greets');
    expect(markdown.stdout).toContain('| greets | passed | 1.00 | 0.67 | +0.33 |');
    expect(markdown.stdout).toContain('| With plugin | 2 of 2 | 100\u00a0% (34–100\u00a0%) |');
    expect(markdown.stdout).toContain('- **No difference between with and without the plugin seen**: score +0.33');
  });

  test('says first what passed, and shows only what failed if asked', async () => {
    const { stdout } = await results('--only-failed');
    const lines = stdout.split('\n');
    expect(lines[2]).toBe('  1 of 5 cases passed, 2 failed, 2 ended early');
    expect(lines.filter((line) => /^ {2}[✓✗!?] /.test(line)).map((line) => line.split(' ')[3])).toEqual([
      'baselined',
      'broken',
      'turns',
      'writes',
    ]);
  });

  test('fails if fewer runs passed than asked for', async () => {
    const under = await results('--fail-under', '20.1', '--format', 'markdown');
    expect([under.code, under.stderr]).toEqual([
      1,
      'skillwright: evals: 20\u00a0% of the runs passed, which is under 20.1\u00a0%.\n',
    ]);
    expect(await results('--fail-under', '20', '--format', 'markdown')).toMatchObject({ code: 0, stderr: '' });
    // What was not run cannot have passed.
    expect(await results(first, '--fail-under', '0')).toMatchObject({
      code: 1,
      stderr: 'skillwright: evals: Stopped at the maximum cost, so not all cases are here.\n',
    });
    expect(await results('--fail-under', '101')).toMatchObject({ code: 2 });
  });

  test('lists all results, with the revision that each is of', async () => {
    const none = await results('--history');
    expect(none.stdout).toContain('Revisions are not known: not a git repository');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder });
    git('init', '-q', '-b', 'main');
    git('add', '.claude-plugin');
    git('commit', '-qm', 'Add \u001b[31m a plugin', '--date', '2026-11-20T00:00:00Z');
    const { code, stdout } = await results('--history');
    expect(code).toBe(0);
    expect(stdout.replaceAll(/[0-9a-f]{10} /g, '(commit) ')).toBe(
      [
        'evals',
        '  2026-11-25T18:44:09.003Z  score 0.50, 0 of 3 cases passed, 1 ended early, 1 stopped, not all were run, $0.04',
        '    ≈ (commit) Add \\x1b[31m a plugin',
        '  2026-11-25T18:43:49.138Z  score 0.25, 1 of 5 cases passed, 2 ended early, $0.17',
        '    ≈ (commit) Add \\x1b[31m a plugin',
        '',
      ].join('\n'),
    );
    const json = JSON.parse((await results('--history', '--format', 'json')).stdout);
    expect(json.suites[0].results[0]).toEqual({
      path: `${folder}/${first}`,
      startedAt: '2026-11-25T18:44:09.003Z',
      summary: '0 of 3 cases passed, 1 ended early, 1 stopped, not all were run',
      cases: 3,
      passed: 0,
      endedEarly: 1,
      stopped: 1,
      notJudged: 0,
      partial: 'cost_ceiling',
      score: 0.5,
      costUsd: expect.closeTo(0.04, 2),
      revision: expect.objectContaining({ isEstimated: true }),
    });
    expect((await results('--history', '--format', 'junit')).stderr).toContain(
      '--history has the formats text and json',
    );
    expect(await results('--history', '--case', 'greets')).toMatchObject({
      code: 2,
      stderr: "skillwright: option '--history' cannot be used with option '--case <name>'\n",
    });
  });

  test('says what is wrong and where, and shows the rest', async () => {
    const broken = await temporaryFolder({
      'evals/results/1/aggregate-result.json':
        '{\n  "costUsd": "\\u001b[31m",\n  "cases": [{ "name": "a", "arms": { "with": [{ "passed": true }] } }]\n}\n',
    });
    const { code, stdout, stderr } = await runCli(['results'], { cwd: broken });
    expect([code, stderr]).toEqual([
      0,
      'skillwright: evals/results/1/aggregate-result.json:2:14: `costUsd` is not a number, so it is left out: correct it, or run again\n',
    ]);
    expect(stdout).toContain('✓ a  With plugin – (1 run)');
    const json = JSON.parse((await runCli(['results', '--format', 'json'], { cwd: broken })).stdout);
    expect(json.results[0].problems[0]).toMatchObject({
      path: `${broken}/evals/results/1/aggregate-result.json`,
      start: { line: 1, character: 13 },
    });
  });

  test('elsewhere are named by their whole paths', async () => {
    const elsewhere = await temporaryFolder({ 'a/very/long/name/so/that/nothing/fits/.keep': '' });
    const cwd = path.join(elsewhere, 'a/very/long/name/so/that/nothing/fits');
    expect((await runCli(['results', folder], { cwd })).stdout).toContain(`office 1.2.0 (${folder}/${last})`);
    expect((await runCli(['results', folder, '--history'], { cwd })).stdout).toContain(`${folder}/evals\n`);
    const wrong = `${folder}/.claude-plugin/plugin.json`;
    expect((await runCli(['results', wrong], { cwd })).stderr).toContain(`skillwright: ${wrong}:1:1: `);
  });

  test('says what is missing', async () => {
    const said = async (...args: string[]) => {
      const { code, stderr } = await results(...args);
      expect(code).toBe(2);
      return stderr.replace('skillwright: ', '').trim();
    };
    expect(await said('none')).toBe('No such file or folder: none');
    expect(await said('.claude-plugin')).toBe(
      'No results of evaluations in .claude-plugin: run `skillwright eval` first',
    );
    expect(await said('--case', 'none')).toBe('No case in the results has this name: none');
    expect(await said('evals/greets/prompt.md', '--against', '.claude-plugin/plugin.json')).toContain(
      '.claude-plugin/plugin.json cannot be read (--against)',
    );
  });
});
