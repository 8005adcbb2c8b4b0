import { expect, test } from 'vitest';
import { resolveSlashCommand } from '../../../server/src/runtime/skill-tool/slash-command.ts';
import { catalogOf } from '../features/session-of.ts';

/** A plugin that is a skill itself, with this `name`. */
async function rootNamed(name: string) {
  const { catalog } = await catalogOf(
    {
      '/plug/.claude-plugin/plugin.json': { name: 'pp' },
      '/plug/SKILL.md': `---\nname: ${name}\ndescription: d\n---\nBody\n`,
    },
    { pluginFolders: ['/plug'] },
  );
  return catalog;
}

// As the latest release of Claude Code lists them.
test.each([
  ['nick', '- pp:nick: d'],
  ['"x y"', '- pp:x-y: d'],
  ['"true"', '- pp:true: d'],
  ['true', '- pp:plug (pp:true): d'],
  ['7', '- pp:plug (pp:7): d'],
  ['1.5', '- pp:plug (pp:1.5): d'],
  ['[a]', '- pp:plug (pp:a): d'],
  ['null', '- pp:plug: d'],
  ['""', '- pp:plug: d'],
  ['" "', '- pp:plug: d'],
])('a plugin that is a skill of name %s is listed as %s', async (name, line) => {
  expect((await rootNamed(name)).listing().text).toBe(line);
});

test('a value that YAML does not read as a string still invokes it', async () => {
  const outcome = resolveSlashCommand('/pp:true', await rootNamed('true'));
  expect(outcome).toMatchObject({ kind: 'skill', skill: { name: 'pp:plug' } });
});

test('2.1.7 does not ask a skill of a plugin who may invoke it, nor whether it forks', async () => {
  const text = '---\ndescription: d\nuser-invocable: false\ncontext: fork\n---\nBody\n';
  const files = {
    '/plug/.claude-plugin/plugin.json': { name: 'pp' },
    '/plug/skills/a/SKILL.md': text,
    '/plug/commands/b.md': text,
  };
  const facts = async (runtime: 'claude-code' | 'claude-code@2.1.7') => {
    const { catalog } = await catalogOf(files, { runtime, pluginFolders: ['/plug'] });
    return catalog
      .skills()
      .map(({ name, userInvocable, facts: { fork } }) => [name, userInvocable, fork])
      .sort();
  };
  expect(await facts('claude-code@2.1.7')).toEqual([
    ['pp:a', true, false],
    ['pp:b', true, false],
  ]);
  expect(await facts('claude-code')).toEqual([
    ['pp:a', false, true],
    ['pp:b', false, true],
  ]);
});
