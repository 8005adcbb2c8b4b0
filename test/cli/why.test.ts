import { expect, test } from 'vitest';
import { bundleCliForTests, runCli, skillText, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

test('why says what keeps the model from using a skill, for people and for programs', async () => {
  const cwd = await temporaryFolder({
    '.claude/skills/sow/SKILL.md':
      '---\nname: sow\ndescription: Sows beans. Use when it is warm.\ndisable-model-invocation: true\n---\n\nSow.\n',
    '.claude/skills/review/SKILL.md': skillText({ name: 'review' }),
  });
  const file = `${cwd}/.claude/skills/sow/SKILL.md`;
  const why = (...args: readonly string[]) => runCli(['why', ...args], { cwd, env: { HOME: cwd } });

  const text = await why('sow');
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/^Why isn't `sow` used\?\n.*disable-model-invocation/);
  expect(text.stdout).toContain(`  ! `);
  expect(text.stdout).toContain(`    ${file}:4\n`);

  const { stdout } = await why('.claude/skills/sow', 'review the diff', '--format', 'json');
  const { name, path, answers } = JSON.parse(stdout);
  expect({ name, path }).toEqual({ name: 'sow', path: file });
  expect(answers.map((it: { readonly question: string }) => it.question)).toEqual([
    'Does what you typed fit `sow`?',
    "Why isn't `sow` used?",
    expect.stringContaining('`sow`'),
  ]);
  expect(answers[0].steps[0]).toMatchObject({
    state: 'warning',
    locations: [{ label: 'review', path: `${cwd}/.claude/skills/review/SKILL.md`, line: null }],
  });
  expect(answers[1].steps).toContainEqual({
    state: 'bad',
    text: answers[1].verdict,
    locations: [{ label: expect.any(String), path: file, line: 3 }],
  });

  expect(await why('reviw')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'skillwright: The session has no such skill: reviw; did you mean review?\n',
  });
});
