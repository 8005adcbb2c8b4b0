import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleCliForTests, checkJson, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

test('evaluations are checked with everything else, or by their names', async () => {
  const folder = await temporaryFolder({
    '.claude-plugin/plugin.json': '{ "name": "office" }',
    'evals/greets/prompt.md': '---\nmax_turns: 3\n---\nSay hello to Alex.\n',
    'evals/greets/graders/greets.md': '---\ntype: regex\n---\n(?i)alex\n',
    'evals/greets/graders/never-reads.md': '---\ntype: tool_used\ntool: Read\nmax: 0\n---\n',
    'evals/results/old/prompt.md': '---\nmax_turn: 3\n---\nSay hello.\n',
    'evals/mocks/tracker/list.md': '---\nabort_when: never\n---\n[]\n',
    'evals/mocks/tracker/_tools.json': '{ "tools": [{ "name": "list" }, { "description": "Closes" }] }',
    'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Works with PDF files. Use when there is one\n---\n\nDo it.\n',
    'skills/pdf/evals/evals.json': '{ "skill_name": "pdf", "evals": [{ "id": 1, "prompt": "" }] }',
    'skills/pdf/evals/trigger-eval.json': '[{ "query": "Merge", "should_trigger": "false" }]',
  });
  const found = async (args: readonly string[]) => {
    const { report } = await checkJson(args, { cwd: folder });
    const ours = report.findings.filter(({ rule }) => rule.startsWith('evaluation-'));
    return ours.map(({ file, rule }) => `${path.basename(file)} ${rule}`).sort();
  };
  expect(await found(['.'])).toEqual([
    '_tools.json evaluation-mock',
    'evals.json evaluation-value',
    'greets.md evaluation-expression',
    'list.md evaluation-mock',
    'never-reads.md evaluation-outcome',
    'trigger-eval.json evaluation-value',
  ]);
  expect(await found(['evals/greets/graders/greets.md'])).toEqual(['greets.md evaluation-expression']);
});
