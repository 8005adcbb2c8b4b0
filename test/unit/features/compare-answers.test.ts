import { expect, test } from 'vitest';
import type { ClaudeCodeAnswers } from '../../../server/src/jobs/claude-code/ask/claude-code-answers.ts';
import { compareAnswers } from '../../../server/src/jobs/claude-code/ask/compare-answers.ts';
import { catalogOf, project } from './session-of.ts';

const file = (name: string) => `${project}/.claude/skills/${name}/SKILL.md`;

const greet = { [file('greet')]: '---\ndescription: Greets. Use on Mondays.\n---\nHello\n' };

/** What differs if Claude Code offers these after `/` and these to the model. */
async function differences(commands: readonly string[], skills: ClaudeCodeAnswers['skills']) {
  const { catalog } = await catalogOf(greet);
  const answers: ClaudeCodeAnswers = {
    version: '9.9.9',
    commands: commands.map((name) => ({ names: [name] })),
    skills,
    model: undefined,
    rules: undefined,
    errors: undefined,
    contextWindow: undefined,
    unanswered: [],
    ownCommands: [],
    hookEvents: undefined,
  };
  return compareAnswers(catalog, [], answers).differences.map(({ subject, kind, expected, answered }) => {
    return `${subject} (${kind}): ${expected} ≠ ${answered}`;
  });
}

const skill = (name: string) => ({ name, path: file(name), isBuiltIn: false, tokens: undefined });

test('a skill that Claude Code does not know is one difference', async () => {
  expect(await differences([], [])).toEqual([
    'greet (unseen): the model sees it, and it is offered after `/` ≠ the model does not see it, and it is not offered after `/`',
  ]);
});

test('a skill that only Claude Code knows is one difference', async () => {
  expect(await differences(['greet', 'more'], [skill('greet'), skill('more')])).toEqual([
    'more (seen): there is no such skill ≠ the model sees it, and it is offered after `/`',
  ]);
});

test('what differs in one of both ways only is said so', async () => {
  expect(await differences(['greet'], [])).toEqual(['greet (unseen): the model sees it ≠ the model does not see it']);
  expect(await differences([], [skill('greet')])).toEqual([
    '/greet (command): offered after `/` ≠ not offered after `/`',
  ]);
  expect(await differences(['greet', 'more'], [skill('greet')])).toEqual([
    '/more (command): not offered after `/` ≠ offered after `/`',
  ]);
});
