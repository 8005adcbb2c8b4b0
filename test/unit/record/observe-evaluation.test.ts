import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { askAboutEvaluation } from '../../record/observe-evaluation.ts';

const runner = fileURLToPath(new URL('fake-evaluation.mjs', import.meta.url));

const asked = (kind: string, prompt: string) =>
  askAboutEvaluation([process.execPath, runner], kind, { files: { 'evals/c/prompt.md': prompt }, prompt: '' }, 20_000);

test('a case is refused with a sentence, or has notices, runs and what the model is offered', async () => {
  expect(await asked('evaluation', 'refuse')).toEqual({ refused: 'prompt.md: bad key' });
  expect(await asked('evaluation', 'Say hello')).toEqual({
    notices: ['grader "a" cannot pass'],
    runs: [
      { arm: 'with', error: null, graders: [{ name: 'a', passed: true, scored: true, explanation: 'matched OK' }] },
    ],
    offered: ['demo:greet'],
  });
});

test('the folder of cases is where the results are', async () => {
  expect(await asked('evaluation-folder', 'Say hello')).toEqual({
    cases: [['c', 'evals/c']],
    results: 'evals',
    warnings: ['ignoring "../x" in ${PROJECT}/.claude-plugin/plugin.json'],
    notices: ['grader "a" cannot pass'],
  });
});
