import { rm, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const trace = [
  {
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a' } }] },
  },
  { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'text' }] } },
  { type: 'assistant', message: { content: [{ type: 'text', text: 'Hello Alex, hello Bob.' }] } },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

const graders = {
  greets: '---\ntype: regex\nflags: i\nmatch: count:2\n---\nhello\n',
  reads: '---\ntype: tool_used\ntool: Read\nmax: 0\nmin: 0\n---\n',
  writes: '---\ntype: file_exists\npath: "**/*.md"\n---\n',
  friendly: '---\ntype: llm\n---\nIt is friendly\n',
  new: '---\ntype: tool_order\nbefore: Read\nafter: Write\n---\n',
};

const recorded = (name: string, passed: boolean) => ({ name, passed, explanation: 'as it was' });

let folder: string;
let kept: string;

const result = (tracePath: string) =>
  JSON.stringify({
    cases: [
      {
        name: 'greets',
        dir: 'evals/greets',
        graders: [
          {
            name: 'greets',
            type: 'regex',
            config: { target: 'last_message', pattern: 'hello', flags: 'i', match: 'count:2' },
          },
          { name: 'reads', type: 'tool_used', config: { tool: 'Read', min: 1 } },
        ],
        arms: {
          with: [{ tracePath, graders: [recorded('greets', true), recorded('reads', true)] }],
          without: [{ graders: [recorded('greets', true), recorded('reads', true)] }],
        },
      },
    ],
  });

beforeEach(async () => {
  kept = await temporaryFolder({
    'claude-eval-AbC123/out/trace.jsonl': trace,
    'claude-eval-AbC123/home/cwd/docs/a.md': '# A\n',
    'elsewhere/out/trace.jsonl': trace,
  });
  folder = await temporaryFolder({
    '.claude-plugin/plugin.json': '{ "name": "office" }',
    'evals/greets/prompt.md': '---\nmax_turns: 3\n---\nSay hello to Alex.\n',
    ...Object.fromEntries(Object.entries(graders).map(([name, text]) => [`evals/greets/graders/${name}.md`, text])),
    'evals/results/2026-11-23T01-00-00-000Z/aggregate-result.json': '{ "cases": [] }',
    'evals/results/2026-11-24T01-00-00-000Z/aggregate-result.json': result(
      `${kept}/claude-eval-AbC123/out/trace.jsonl`,
    ),
    'elsewhere.json': result(`${kept}/elsewhere/out/trace.jsonl`),
  });
});

async function json(...args: string[]) {
  const { code, stdout } = await runCli(['grade', '--format', 'json', ...args], { cwd: folder });
  const { cases } = JSON.parse(stdout) as {
    cases: {
      graders: {
        name: string;
        measuresNothing: boolean;
        verdicts: { arm: string; passed: boolean | null; from: string | null; found: string }[];
      }[];
    }[];
  };
  const shown = cases[0]!.graders.map(({ name, measuresNothing, verdicts }) => {
    const said = verdicts.map(({ arm, passed, from }) => `${arm} ${passed} ${from}`);
    return `${name}: ${said.join(', ')}${measuresNothing ? ' nothing' : ''}`;
  });
  return { code, shown };
}

describe('grade', () => {
  test('grades the traces that were kept by the graders as they are now', async () => {
    expect(await json('evals/greets')).toEqual({
      code: 1,
      shown: [
        'greets: with true trace, without true result nothing',
        'new: with false trace, without null null',
        'reads: with false trace, without null null',
        'writes: with true trace, without null null',
      ],
    });
    const { stdout } = await runCli(['grade'], { cwd: folder });
    expect(stdout).toBe(
      [
        'evals/greets (evals/results/2026-11-24T01-00-00-000Z/aggregate-result.json)',
        '  ~ greets  Passed on 1 of 1 run, and without the plugin, too: it measures nothing',
        '  ✗ new     Failed on 1 of 1 run: Write is never called so',
        '  ✗ reads   Failed on 1 of 1 run: 1 call of Read',
        '  ✓ writes  Passed on 1 of 1 run: the run created docs/a.md',
        '',
        '~ failed in some of the runs only, or measures nothing',
        '',
      ].join('\n'),
    );
  });

  test('without the trace, only graders that did not change have a result', async () => {
    await rm(kept, { recursive: true });
    expect((await json()).shown).toEqual([
      'greets: with true result, without true result nothing',
      'new: with null null, without null null',
      'reads: with null null, without null null',
      'writes: with null null, without null null',
    ]);
  });

  test('gives no verdict on a run that died, but the reason', async () => {
    const written = (change: object) => {
      const made = JSON.parse(result(`${kept}/claude-eval-AbC123/out/trace.jsonl`));
      const [run] = made.cases[0].arms.with;
      made.cases[0].arms.with.unshift({ ...run, score: 0, passed: false, ...change });
      return writeFile(`${folder}/elsewhere.json`, JSON.stringify(made));
    };
    await written({ error: 'exit 1: API Error: 529 Overloaded', graders: [] });
    const said = async () => {
      const { code, stdout } = await runCli(['grade', '--result', 'elsewhere.json'], { cwd: folder });
      return [code, stdout.split('\n')[4]];
    };
    const died = 'Ended early, not graded: API Error: 529 Overloaded';
    expect(await said()).toEqual([
      1,
      `  ✓ writes  Passed on 1 of 1 run: the run created docs/a.md; 1 more run: ${died}`,
    ]);
    expect((await json('--result', 'elsewhere.json')).shown.at(-1)).toBe(
      'writes: with null null, with true trace, without null null',
    );
    const guard = { server: 'tracker', tool: 'list_issues', reason: 'it is not so' };
    await written({ error: null, aborted: guard, graders: [] });
    expect((await said())[1]).toContain('; 1 more run: Aborted by the mock tracker/list_issues: it is not so');
    // What the runner itself has graded is graded as it does.
    await written({ error: 'timed out after 3s' });
    expect((await said())[1]).toBe('  ✓ writes  Passed on 2 of 2 runs: the run created docs/a.md');
    // Nothing else fails, and still it is no success.
    await rm(`${folder}/evals/greets/graders/new.md`);
    await rm(`${folder}/evals/greets/graders/reads.md`);
    expect((await said())[0]).toBe(0);
    await written({ error: 'exit 1: API Error: 529 Overloaded', graders: [] });
    expect((await said())[0]).toBe(1);
  });

  test('opens no other file that a result names', async () => {
    expect((await json('--result', 'elsewhere.json')).shown[2]).toBe('reads: with null null, without null null');
  });

  test('finds cases and results in the folder that the manifest names', async () => {
    folder = await temporaryFolder({
      '.claude-plugin/plugin.json': '{ "name": "office", "experimental": { "evals": "./quality/checks" } }',
      'quality/checks/greets/prompt.md': 'Say hello to Alex.\n',
      'quality/checks/greets/graders/greets.md': graders.greets,
      'quality/checks/results/2026-11-24T01-00-00-000Z/aggregate-result.json': result(
        `${kept}/claude-eval-AbC123/out/trace.jsonl`,
      ).replace('evals/greets', 'quality/checks/greets'),
    });
    expect((await json()).shown).toEqual(['greets: with true trace, without true result nothing']);
  });

  test('says what is missing', async () => {
    const { code, stderr } = await runCli(['grade', 'evals/none'], { cwd: folder });
    expect([code, stderr]).toEqual([2, 'skillwright: No such file or folder: evals/none\n']);
    const wrong = async (name: string) => {
      const { code, stderr } = await runCli(['grade', '--result', name], { cwd: folder });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await wrong('none.json')).toBe(`skillwright: No such file: ${folder}/none.json (--result)\n`);
    expect(await wrong('evals')).toBe(`skillwright: No such file: ${folder}/evals/aggregate-result.json (--result)\n`);
    expect(await wrong('evals/results/2026-11-23T01-00-00-000Z')).toContain(
      ' has no results of these cases (--result)',
    );
    await rm(`${folder}/evals/results`, { recursive: true });
    const none = await runCli(['grade'], { cwd: folder });
    expect([none.code, none.stderr]).toEqual([2, 'skillwright: No results: run `skillwright eval` first\n']);
    const { stdout } = await runCli(['grade', '.'], { cwd: `${folder}/evals/greets` });
    expect(stdout).toBe('greets (no result)\n');
    const empty = await temporaryFolder({});
    expect((await runCli(['grade'], { cwd: empty })).stderr).toContain('No evaluation cases here');
  });
});
