import { firstLine } from '../../document/text/first-line.ts';
import type { Rule } from '../rule.ts';

/** `evals/a.json`, `evaluation.md`, `a.eval.yaml`, `eval_cases.jsonl` */
const evaluation = /(?:^|\/)(?:evals?|evaluations?)(?:[/._-]|$)|[._-]evals?\.\w{1,6}$/i;

export const evaluationMissing: Rule = {
  id: 'evaluation-missing',
  level: 'off',
  kinds: ['skill'],
  summary: 'A skill without an evaluation in its folder',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#build-evaluations-first',
  check({ document, file }, report) {
    const { bundledPaths, insideSkill, misplaced } = file;
    // Files that were not listed may include one.
    if (insideSkill || misplaced || !bundledPaths || [...bundledPaths].some((path) => evaluation.test(path))) return;
    report({
      range: firstLine(document),
      message:
        'The skill has no evaluation, so nothing shows whether it still works with another model or text. Add a folder `evals` with prompts and what to expect of the answers',
    });
  },
};
