import { expect, test } from 'vitest';
import { readQuestion } from '../../../server/src/jobs/skills/why/why-question.ts';
import { catalogOf, type Disk, project, skillPath } from './session-of.ts';

const path = skillPath('release');
const text =
  '---\nname: release\ndescription: Releases a package. Use when asked for a release.\n---\n!`npm publish`\n';

/** The rules that have something to say of the skill `release`. */
async function rulesFor(disk: Disk): Promise<readonly string[]> {
  const { catalog, session } = await catalogOf({ [path]: text, ...disk });
  const question = await readQuestion(catalog, catalog.at(path)!.id, session);
  return question!.findings.map(({ rule }) => rule);
}

test('a question about a skill knows the permission rules of its session', async () => {
  expect(await rulesFor({})).toContain('injection-not-allowed');
  const settings = { permissions: { allow: ['Bash(npm publish)'] } };
  expect(await rulesFor({ [`${project}/.claude/settings.json`]: settings })).not.toContain('injection-not-allowed');
});

test('a question about a skill knows the other skills of its session', async () => {
  expect(await rulesFor({})).not.toContain('name-duplicate');
  expect(await rulesFor({ '/home/me/.claude/skills/release/SKILL.md': text })).toContain('name-duplicate');
});

test('a command is read wherever its plugin has it', async () => {
  const plugin = '/home/me/office';
  const command = `${plugin}/texts/letter.md`;
  const { catalog, session } = await catalogOf(
    {
      [`${plugin}/.claude-plugin/plugin.json`]: { name: 'office', commands: ['./texts/letter.md'] },
      [command]: '---\ndescription: Writes a letter\n---\nWrite.\n',
    },
    { pluginFolders: [plugin] },
  );
  const question = await readQuestion(catalog, catalog.at(command)!.id, session);
  expect(question!.document!.frontmatter.fields.has('description')).toBe(true);
});
