import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTriggeringClaudeCode } from '../triggering-claude-code.ts';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const recorded = readFileSync(
  new URL('../fixtures/evaluation-results/with-and-without.json', import.meta.url),
  'utf8',
).replaceAll('"greets"', JSON.stringify('gre\u001b[2Jets\nnext'));
const results = 'evals/results/2026-11-24T01-00-00-000Z/aggregate-result.json';
const queries = [{ query: 'Do\u001b[2J it skill:review', should_trigger: true }];

/** The same with colours and without. */
async function printed(cwd: string, args: readonly string[]): Promise<readonly [coloured: string, plain: string]> {
  const [coloured, plain] = await Promise.all([
    runCli(args, { cwd, env: { FORCE_COLOR: '1' } }),
    runCli(args, { cwd }),
  ]);
  return [coloured.stdout, plain.stdout];
}

const colours = /\u001b\[\d{1,2}m/g;

test.skipIf(process.platform === 'win32').each([
  ['results', ['results'], 'gre\\x1b[2Jets\\nnext'],
  ['history', ['results', '--history'], '2026'],
  ['grade', ['grade'], 'x\\x1b[2J.md'],
  ['triggers', ['triggers', '.claude/skills/review/evals/trigger-eval.json', '--runs', '1', '--yes'], 'Do\\x1b[2J it'],
])('%s: coloured, and what files and the model say is shown literally', async (_, args, literal) => {
  const cwd = await temporaryFolder({
    '.claude-plugin/plugin.json': '{ "name": "office" }',
    'evals/hello/prompt.md': 'Say hello to Alex.\n',
    'evals/hello/graders/g.md': '---\ntype: file_exists\npath: a.md\n---\n',
    'evals/x\u001b[2J.md/prompt.md': 'Say hello to Alex.\n',
    'evals/x\u001b[2J.md/graders/g.md': '---\ntype: file_exists\npath: a.md\n---\n',
    [results]: recorded,
    '.claude/skills/review/SKILL.md':
      '---\ndescription: Reviews a diff. Use when the user asks for a review.\n---\n\nReview it.\n',
    '.claude/skills/review/evals/trigger-eval.json': JSON.stringify(queries),
    'bin/.keep': '',
  });
  const claude = args[0] === 'triggers' ? ['--claude', writeTriggeringClaudeCode(path.join(cwd, 'bin'))] : [];
  const [coloured, plain] = await printed(cwd, [...args, ...claude]);
  expect(coloured).toMatch(colours);
  expect(coloured.replaceAll(colours, '')).toBe(plain);
  expect(plain).toContain(literal);
  expect(plain).not.toContain('\u001b');
});
