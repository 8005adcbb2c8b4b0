import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readResultFile } from '../../server/src/evaluation/results/read-result.ts';
import { caseEndings } from '../../server/src/jobs/evaluations/results/case-endings.ts';
import { caseTables } from '../../server/src/jobs/evaluations/results/case-table.ts';
import { caseAdvice, resultWarnings } from '../../server/src/jobs/evaluations/results/result-warnings.ts';
import { evalArguments } from '../../server/src/jobs/evaluations/running/eval-arguments.ts';
import { scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

const tool = 'mcp__plugin_office_tracker__list_issues';
const listed = '{ "tools": [{ "name": "list_issues", "inputSchema": { "type": "object" } }] }';

const plugin = {
  '.claude-plugin/plugin.json': '{ "name": "office", "version": "1.2.0", "description": "Greets people" }',
  'skills/greet/SKILL.md': '---\ndescription: Greets people. Use when the user says hello\n---\nSay hello.\n',
  '.mcp.json': '{ "mcpServers": { "tracker": { "command": "true", "args": [] } } }',
};

function caseFiles(name: string, head = 'runs: 1\n') {
  return {
    [`evals/${name}/prompt.md`]: `---\n${head}---\nSay ${name}.\n`,
    [`evals/${name}/graders/says.md`]: '---\ntype: regex\n---\nDone\n',
  };
}

/** What the runner of Claude Code makes of cases, and what it says. */
async function evaluated(
  files: Readonly<Record<string, string>>,
  script: readonly ScriptedTurn[],
  maximumCost?: number,
) {
  const scratch = scratchSession({ ...plugin, ...files });
  const model = await startScriptedModel(script);
  const outputFolder = path.join(scratch.project, 'evals/results/1');
  const choice = { arms: 'with', allowedTools: [] } as const;
  const args = evalArguments({ folder: scratch.project, choice, outputFolder, maximumCost, extraArguments: [] });
  const env = {
    ...scratch.environment(model),
    TMPDIR: path.dirname(scratch.home),
    CLAUDE_CODE_MAX_RETRIES: '0',
  };
  const said = await new Promise<string>((resolve) => {
    execFile(installedRelease().program, args, { cwd: scratch.project, env }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
  const file = readResultFile(readFileSync(path.join(outputFolder, 'aggregate-result.json'), 'utf8'));
  if (file.kind !== 'result') return expect.fail(said);
  expect(file.problems).toEqual([]);
  const { result } = file;
  const cases = caseTables(result).map(({ case: it, state }) => [it.name, state, ...caseEndings(it, result)]);
  return { result, cases, warnings: resultWarnings(result) };
}

test('why runs of `claude plugin eval` ended early is read from its results', async () => {
  const failing = (name: string, status: number, error: string): ScriptedTurn[] =>
    Array.from({ length: 4 }, () => ({ when: `Say ${name}.`, status, error, message: `It is ${name}` }));
  const { cases, warnings } = await evaluated(
    {
      ...caseFiles('busy'),
      ...caseFiles('forbidden'),
      ...caseFiles('guarded', `runs: 1\nallowed_tools: [${tool}]\n`),
      'evals/guarded/mocks/tracker/list_issues.md': '---\nexpect:\n  project: demo\n---\n[]\n',
      'evals/guarded/mocks/tracker/_tools.json': listed,
      ...caseFiles('long', 'runs: 1\nmax_turns: 1\n'),
      ...caseFiles('slow', 'runs: 1\ntimeout_seconds: 2\n'),
      ...caseFiles('unfinished', 'runs: 2\n'),
      'evals/unfinished/graders/friendly.md': '---\ntype: llm\n---\nIt is friendly\n',
      ...caseFiles('welcomes'),
    },
    [
      ...failing('busy', 429, 'rate_limit_error'),
      ...failing('forbidden', 403, 'permission_error'),
      { when: 'Say guarded.', calls: [{ tool, input: { project: 'prod' } }] },
      { when: 'Say long.', calls: [{ tool: 'Skill', input: { skill: 'office:greet' } }] },
      { when: 'Say slow.', text: 'One two three four five six seven eight nine ten.', pause: 2_000 },
      { when: 'Say unfinished.', text: 'Done', usage: { input_tokens: 10_000, output_tokens: 3_000 } },
    ],
    0.02,
  );
  expect(cases).toEqual([
    ['busy', 'error', 'Ended early, not graded: API Error: Request rejected (429) · It is busy'],
    ['forbidden', 'error', 'Ended early, not graded: Failed to authenticate. API Error: 403 It is forbidden'],
    [
      'guarded',
      'failed',
      'Aborted by the mock tracker/list_issues: the model\'s call violates expect: project = "prod" is not "demo"',
    ],
    ['long', 'error', 'Ended early: Reached maximum number of turns (1)'],
    ['slow', 'error', 'Ended early: timed out after 2s'],
    [
      'unfinished',
      'stopped',
      'Stopped at the maximum cost, before a model judged it',
      'Stopped at the maximum cost after 1 of 2 runs',
    ],
  ]);
  expect(warnings).toEqual(['Stopped at the maximum cost, so not all cases are here.']);
});

test('a suite that cannot authenticate says so', async () => {
  const script: ScriptedTurn[] = Array.from({ length: 4 }, () => {
    return { when: 'Say busy.', status: 401, error: 'authentication_error', message: 'invalid x-api-key' };
  });
  const { cases, warnings } = await evaluated({ ...caseFiles('busy'), ...caseFiles('welcomes') }, script);
  expect(cases).toEqual([['busy', 'error', expect.stringMatching(/^Ended early, not graded: .*API key/)]]);
  expect(warnings).toEqual(['Stopped because Claude Code could not authenticate, so not all cases are here.']);
});

test('a plugin that is not loaded, and a server that is not started, are said', async () => {
  const manifest = '{ "name": "office", "defaultEnabled": false }';
  const disabled = await evaluated({ '.claude-plugin/plugin.json': manifest, ...caseFiles('greets') }, []);
  expect(disabled.cases).toEqual([['greets', 'passed']]);
  expect(disabled.warnings).toEqual([
    'The manifest of office has `defaultEnabled: false`, so the cases ran without the plugin.',
  ]);
  const { result, cases, warnings } = await evaluated(caseFiles('greets'), []);
  expect([cases, warnings]).toEqual([[['greets', 'passed']], []]);
  expect(caseAdvice(result.cases[0]!, result)).toEqual([
    expect.stringMatching(/^mocks: "plugin:office:tracker" has no mock and is NOT started/),
  ]);
});
