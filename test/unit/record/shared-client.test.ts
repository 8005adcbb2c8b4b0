import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noNames } from '../../record/observe.ts';
import type { CaseInput } from '../../record/recorded-case.ts';
import { answerTogether, sharedGroups } from '../../record/shared-client.ts';
import { storedCase } from './stored-case.ts';

const client = fileURLToPath(new URL('fake-client.mjs', import.meta.url));
const recorded = { exit: 0, stderr: '', result: 'OK done' };
const asking = (prompt: string, others: Partial<CaseInput> = {}, skill = 's'): CaseInput => ({
  files: { [`.claude/skills/${skill}/SKILL.md`]: 'Body' },
  prompt,
  ...others,
});

test('cases share a client if each calls its only skill, or the model does, under the same circumstances', () => {
  const settings = { project: { model: 'opus' } };
  const called = { tool: 'Skill', input: { skill: 's' } };
  const two = { ...asking('').files, ...asking('', {}, 't').files };
  const note = { 'note.txt': 'Note' };
  const inputs: readonly (readonly [string, CaseInput])[] = [
    ['plain', asking('/s')],
    ['arguments', asking('/t one two', {}, 't')],
    ['settings', asking('/s', { settings })],
    ['same settings', asking('/s a', { settings })],
    ['another prompt', asking('hello')],
    ['another skill', asking('/sub')],
    ['turns', asking('/s', { turns: [{ text: 'a' }] })],
    ['called by the model', asking('hello', { turns: [called] })],
    ['another one called', asking('hello', { turns: [called] }, 't')],
    ['waiting', asking('/s', { turns: [called], files: { '.claude/skills/s/SKILL.md': '---\npaths: src\n---\n' } })],
    ['with a file', asking('/s', { files: { ...asking('').files, ...note } })],
    ['with the same file', asking('/s two', { files: { ...asking('').files, ...note } })],
    ['with another file', asking('/s', { files: { ...asking('').files, 'note.txt': 'Other' } })],
    ['two skills', asking('/s', { files: two })],
    ['two skills with settings', asking('/s', { files: two, settings: { user: { skillOverrides: { t: 'off' } } } })],
    [
      'two skills with the same settings',
      asking('/s', { files: two, settings: { user: { skillOverrides: { t: 'off' } } } }),
    ],
    ['with a file of its own', asking('/s', { files: { ...asking('').files, 'own.txt': 'Own' } })],
    ['with one that is elsewhere', asking('/s', { files: { ...asking('').files, 'src/own.txt': 'Other' } })],
    ['with another text in one', asking('/s', { files: { ...asking('').files, 'own.txt': 'Changed' } })],
    [
      'managed settings',
      asking('/s', { files: { ...asking('').files, '/etc/claude-code/managed-settings.json': '{}' } }),
    ],
    ['elsewhere', asking('/s', { files: { 'home/.claude/skills/s/SKILL.md': 'Body' } })],
    ['hooks', asking('/s', { files: { '.claude/skills/s/SKILL.md': '---\nhooks: {}\n---\n' } })],
  ];
  const cases = inputs.map(([key, input]) => storedCase(recorded, { key, input }));
  const refused = storedCase({ ...recorded, exit: 1 }, { key: 'refused', input: asking('/s') });
  const keys = sharedGroups([...cases, refused]).map((group) => group.map(({ stored }) => stored.key));
  expect(keys).toEqual([
    ['plain', 'arguments', 'turns', 'called by the model', 'two skills'],
    ['settings', 'same settings'],
    ['with a file', 'with the same file'],
    ['with another file', 'with a file of its own', 'with one that is elsewhere'],
  ]);
});

test('each is answered as if it were alone', async () => {
  const together = [
    { input: asking('/s'), skills: ['s'] },
    { input: asking('/s one'), skills: ['s'] },
    { input: asking('/leave', {}, 'leave'), skills: ['leave'] },
    { input: asking('/t', {}, 't'), skills: ['t'] },
  ];
  const answer = await answerTogether({
    command: [process.execPath, client],
    together,
    builtIn: noNames,
    timeout: 20_000,
  });
  const observed = (skill: string, prompt: string) => ({
    ...recorded,
    isError: false,
    slashCommands: [skill],
    skills: [skill],
    requests: 1,
    listing: [`- ${skill}: D`],
    userTexts: [`${prompt} in \${PROJECT} of \${HOME}`],
  });
  expect(answer).toMatchObject({ together: [observed('s', '/s'), observed('s', '/s one'), null, null] });
});

test('the model calls the skill of each, and rules about a skill apply to all in its place', async () => {
  const read = { tool: 'Read', input: { file_path: '${PROJECT}/.claude/settings.json' } };
  const turns = [{ tool: 'Skill', input: { skill: 's', args: 'a' } }, read];
  const settings = { project: { permissions: { allow: ['Skill(s)', 'Skill(s:*)', 'Bash'] } } };
  const together = ['hello', '/s'].map((prompt) => ({ input: asking(prompt, { turns, settings }), skills: ['s'] }));
  const answer = await answerTogether({
    command: [process.execPath, client],
    together,
    builtIn: noNames,
    timeout: 20_000,
  });
  const results = (...names: readonly string[]) => [
    { isError: false, text: 'toolu_1_0 {"skill":"s","args":"a"}' },
    {
      isError: false,
      text: `toolu_2_0 ${JSON.stringify({ permissions: { allow: [...names.map((it) => `Skill(${it})`), ...names.map((it) => `Skill(${it}:*)`), 'Bash'] } }, undefined, 2)}`,
    },
  ];
  expect(answer).toMatchObject({
    together: [
      { requests: 3, toolResults: results('s', 'sqzx01'), userTexts: ['hello in ${PROJECT} of ${HOME}'] },
      { requests: 3, toolResults: results('sqzx00', 's'), userTexts: ['/s in ${PROJECT} of ${HOME}'] },
    ],
  });
});
