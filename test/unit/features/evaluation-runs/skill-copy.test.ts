import { expect, test } from 'vitest';
import { inputCopies, skillCopy } from '../../../../server/src/jobs/evaluations/prompts/skill-copy.ts';
import { linkTo, memoryFileSystem } from '../../memory-file-system.ts';

const files = memoryFileSystem({
  '/w/skill/SKILL.md': 'x',
  '/w/skill/scripts/a.sh': 'echo',
  '/w/skill/evals/evals.json': '{}',
  '/w/skill/evals/files/in.txt': 'in',
  '/w/skill/evals/files/out.txt': linkTo('/w/secret'),
  '/w/skill/link.md': linkTo('/w/secret'),
  '/w/secret': 'secret',
});

test('a copy of a skill has neither its evaluations nor what links lead to', async () => {
  const entries = await skillCopy('/w/skill', 'p/.claude/skills/skill', files);
  expect(entries).toMatchObject([
    { path: 'p/.claude/skills/skill/SKILL.md' },
    { path: 'p/.claude/skills/skill/scripts/a.sh' },
  ]);
});

test('input files keep their places', async () => {
  expect(await inputCopies(['/w/skill'], ['evals/files/in.txt', './SKILL.md'], files)).toMatchObject([
    { path: 'evals/files/in.txt' },
    { path: 'SKILL.md' },
  ]);
});

test.each(['../secret', '/w/secret', 'evals/files/out.txt', '~/secret', 'a/../../secret'])(
  'neither dots nor links lead out of the skill: %s',
  async (name) => {
    expect(await inputCopies(['/w/skill'], [name], files)).toEqual({
      problem: `The input file ${name} is outside of the skill`,
    });
  },
);

test.each([
  '.claude/settings.json',
  '.Claude/settings.local.json',
  './.mcp.json',
  'a/../.mcp.json',
  '.git/config',
  '.git',
])('no input file sets up the session: %s', async (name) => {
  const inputs = await inputCopies(['/w/skill'], [name], files);
  expect('problem' in inputs && inputs.problem).toMatch(/would set up the session/);
});

test('an input file that does not exist says so', async () => {
  expect(await inputCopies(['/w/skill'], ['none.txt'], files)).toEqual({
    problem: 'The input file none.txt does not exist, or is too large',
  });
});
