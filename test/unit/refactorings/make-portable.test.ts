import { describe, expect, test } from 'vitest';
import type { SkillTargetId } from '../../../server/src/dialect/targets.ts';
import { project } from '../features/tree-of.ts';
import { check } from '../rules/expect-findings.ts';
import { actionsIn } from './after-action.ts';

const path = `${project}/.claude/skills/drawing-charts/SKILL.md`;
const body = '---\n\n# Draw\n\nname: stays\n';

interface Case {
  readonly what: string;
  readonly targets: readonly SkillTargetId[];
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

const cases: readonly Case[] = [
  {
    what: 'everything that the specification rejects',
    targets: ['agentskills'],
    title: 'Make portable for Agent Skills specification',
    before: `# Owner: us
description: Draws charts # short
when_to_use: Use when the user has numbers to show.
argument-hint: "[file]" # what it takes
version: 1.10 # ours
author: 'me'
license: MIT
metadata:
  # why
  priority: 3
  team: charts
`,
    after: `name: drawing-charts
# Owner: us
description: Draws charts. Use when the user has numbers to show. # short
license: MIT
metadata:
  # why
  priority: "3"
  team: charts
  version: "1.10" # ours
  author: 'me'
`,
  },
  {
    what: 'a name in other letters, and brackets in the description',
    targets: ['claude-api', 'vscode'],
    title: 'Make portable for Claude API and claude.ai uploads and VS Code Copilot',
    before:
      'name: "Drawing Charts"\ndescription: "Draws <chart> files. Use when the user has numbers to show."\nmodel: opus\n',
    after: 'name: drawing-charts\ndescription: "Draws chart files. Use when the user has numbers to show."\n',
  },
  {
    what: 'a description in a block, and keys without a place to go',
    targets: ['agentskills'],
    title: 'Make portable for Agent Skills specification',
    before: `name: drawing-charts
description: |
  Draws charts.
when_to_use: 'Use when: numbers'
version: 2
author: me
`,
    after: `name: drawing-charts
description: |
  Draws charts. Use when: numbers
metadata:
  version: "2"
  author: me
`,
  },
];

describe('making a skill portable changes', () => {
  test.each(cases)('$what', async ({ targets, title, before, after }) => {
    for (const written of [(text: string) => text, (text: string) => text.replaceAll('\n', '\r\n')]) {
      const folder = { [path]: written(`---$0\n${before}${body}`), [`${project}/a.md`]: 'A' };
      const made = await actionsIn(folder, { path, targets });
      const expected = written(`---\n${after}${body}`);
      expect(await made.after(title)).toEqual({ ...folder, [path]: expected });
      const options = { path: path.replace(project, '/project'), targets };
      expect(check(expected, options).findings.filter(({ severity }) => severity === 'warning')).toEqual([]);
    }
  });

  test('nothing where targets accept the skill', async () => {
    const text = `---$0\nname: drawing-charts\ndescription: Draws charts. Use when the user has numbers.\n${body}`;
    const { titles } = await actionsIn({ [path]: text }, { path, targets: ['agentskills'] });
    expect(titles.filter((title) => title.startsWith('Make portable'))).toEqual([]);
  });

  test('after asking for products where none is chosen', async () => {
    const { actions } = await actionsIn(
      { [path]: `---$0\ndescription: Draws charts. Use on Mondays.\n${body}` },
      { path },
    );
    expect(actions.find(({ title }) => title === 'Make portable for other products…')?.command).toMatchObject({
      command: 'skillwright.makePortable',
      arguments: [{ file: `file://${path}` }],
    });
  });

  test('skills alone', async () => {
    const command = `${project}/.claude/commands/draw.md`;
    const { titles } = await actionsIn({ [command]: '---$0\nmodel: opus\n---\nDraw\n' }, { path: command });
    expect(titles.filter((title) => title.startsWith('Make portable'))).toEqual([]);
  });
});
