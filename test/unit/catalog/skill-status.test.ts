import { describe, expect, test } from 'vitest';
import type { CatalogSkill, SkillStatus } from '../../../server/src/catalog/catalog-skill.ts';
import {
  answersToName,
  countsAmongNamesakes,
  holdsName,
  isLost,
  isPresent,
  isSwitchedOff,
  isUsable,
  isUsableNow,
  modelObstacles,
} from '../../../server/src/catalog/resolve/skill-status.ts';
import { catalogOf, project, skillPath } from '../features/session-of.ts';

/** The questions, in the order of the columns below. */
const questions = [
  isPresent,
  answersToName,
  holdsName,
  isUsable,
  isUsableNow,
  countsAmongNamesakes,
  isLost,
  isSwitchedOff,
];

/** One row for each status, and one for each cause of `disabled`: `x` is yes. */
const table = `
| status                  | present | answers | holds name | usable | now | beside namesakes | lost | switched off |
| active                  | x       | x       | x          | x      | x   | x                |      |              |
| name-only               | x       | x       | x          | x      | x   | x                |      |              |
| dead                    | x       | x       | x          |        |     |                  |      |              |
| disabled                |         | x       | x          |        |     |                  |      | x            |
| disabled with its place |         |         |            |        |     |                  |      |              |
| conditional             |         |         | x          | x      |     |                  |      |              |
| shadowed                |         |         |            |        |     | x                |      |              |
| duplicate               |         |         |            |        |     |                  |      |              |
| invalid                 |         |         |            |        |     |                  | x    |              |
| misplaced               |         |         |            |        |     |                  | x    |              |
`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('|').slice(1, -1))
  .map(([status, ...cells]) => [status!.trim(), cells.map((cell) => cell.trim() === 'x')] as const);

describe('what a status means', () => {
  test.each(rows)('%s', (row, answers) => {
    const [status, blocked] = row.split(' with ');
    const source = { blockedBy: blocked && 'The managed settings keep Claude Code from loading it' };
    const skill = { status: status as SkillStatus, source: source as CatalogSkill['source'] };
    expect(questions.map((question) => question(skill))).toEqual(answers);
  });
});

describe('what keeps the model from loading a skill', () => {
  const hidden = 'disable-model-invocation: true';
  const switched = (value: string) => ({ [`${project}/.claude/settings.json`]: { skillOverrides: { x: value } } });
  const cases = [
    { obstacles: [] },
    { obstacles: ['hidden-from-model'], lines: [hidden] },
    { obstacles: ['hidden-from-model'], lines: [hidden, 'user-invocable: false'] },
    { obstacles: ['off'], files: switched('off') },
    { obstacles: ['hidden-from-model', 'off'], lines: [hidden], files: switched('off') },
    { obstacles: ['only-for-users'], files: switched('user-invocable-only') },
    { obstacles: ['hidden-from-model'], lines: [hidden], files: switched('user-invocable-only') },
    { obstacles: ['paths'], lines: [hidden, 'paths: src/**'] },
    { obstacles: ['not-loaded'], variables: { CLAUDE_CODE_RESTRICTED: '1' } },
  ];
  test.each(cases)('$obstacles', async ({ obstacles, lines = [], files = {}, variables = {} }) => {
    const text = ['---', 'description: D', ...lines, '---', 'Do.'].join('\n');
    const { catalog } = await catalogOf({ [skillPath('x')]: text, ...files }, { variables });
    expect(modelObstacles(catalog.at(skillPath('x'))!)).toEqual(obstacles);
  });
});
