// A made-up `claude plugin eval` for the tests of the recorder: it refuses a prompt of "refuse", and asks the model otherwise.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const project = process.argv[4];
const prompt = readFileSync(path.join(project, 'evals/c/prompt.md'), 'utf8');
const suite = { root: project };
if (prompt === 'refuse') {
  console.error(`✗ ${project}/evals/c: prompt.md: bad key\nCouldn't load 1 case file`);
  console.log(JSON.stringify({ suite, cases: [] }));
} else {
  const content = 'The following skills are available:\n\n- demo:greet: Greets\n- other: Others';
  await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': process.env.ANTHROPIC_API_KEY },
    body: JSON.stringify({
      model: 'm',
      messages: [{ role: 'user', content }],
      tools: [{ name: 'A', description: '' }],
    }),
  });
  console.error(`Warning: ignoring "../x" in ${project}/.claude-plugin/plugin.json`);
  console.error(`⚠ case "c": grader "a" cannot pass\nReport: ${project}/evals/results/2026/report.html`);
  const graders = [{ name: 'a', passed: true, weight: 1, scored: true, explanation: 'matched OK', withOnly: false }];
  const arms = { with: [{ error: null, score: 1, graders }] };
  console.log(JSON.stringify({ suite, cases: [{ name: 'c', dir: 'evals/c', arms }] }));
}
