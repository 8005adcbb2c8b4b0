import { describe, expect, test } from 'vitest';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { renameSkill } from '../../../server/src/features/rename/rename-skill.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { applyEdits } from './open-text.ts';
import { described, home, project, type TreeOptions, treeOf } from './tree-of.ts';

const skills = `${project}/.claude/skills`;

interface Renamed {
  /** The texts that change, by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Old and new path. */
  readonly moved: readonly string[];
}

async function rename(
  content: Readonly<Record<string, string>>,
  name: string,
  newName: string,
  options?: TreeOptions,
): Promise<Renamed> {
  const tree = await treeOf(content, options);
  const found = tree.sessions.flatMap(({ catalog }) => catalog.skills()).find((it) => it.name === name);
  const edit = await renameSkill(tree.sessions, { skill: found?.id ?? name, newName }, tree.files, nothingOpen);
  if ('problem' in edit) throw new Error(edit.problem);
  return {
    texts: Object.fromEntries(
      edit.files.map(({ uri, edits }) => {
        const path = uri.replace('file://', '');
        return [path, applyEdits(content[path]!.replace(/^\uFEFF/, ''), edits)];
      }),
    ),
    moved: [edit.oldUri, edit.newUri].map((uri) => uri.replace('file://', '')),
  };
}

describe('renaming a skill', () => {
  test('renames the folder, and the name where it says the same', async () => {
    const text = '\uFEFF---\r\nname: "review" # ours\r\ndescription: Reviews\r\n---\r\nSee /review first\r\n';
    const { texts, moved } = await rename({ [`${skills}/review/SKILL.md`]: text }, 'review', 'check');
    expect(moved).toEqual([`${skills}/review`, `${skills}/check`]);
    expect(texts).toEqual({
      [`${skills}/review/SKILL.md`]:
        '---\r\nname: "check" # ours\r\ndescription: Reviews\r\n---\r\nSee /check first\r\n',
    });
  });

  test('keeps another name', async () => {
    const { texts } = await rename({ [`${skills}/a/SKILL.md`]: described('A', 'name: other') }, 'a', 'b');
    expect(texts).toEqual({});
  });

  test('updates everything that refers to it', async () => {
    const content = {
      [`${skills}/review/SKILL.md`]: described('Reviews'),
      [`${skills}/ship/SKILL.md`]: described('Ships. Runs /review.', 'allowed-tools: Skill(review), Skill(review-all)'),
      [`${project}/.claude/commands/all.md`]: 'Use `/review main`, then **/review**, (“/review”) and "/review".',
      [`${project}/.claude/agents/a.md`]: '---\nname: a\ndescription: A\nskills: pdf, review\n---\nBegin with /review',
      [`${project}/.claude/agents/b.md`]: "---\nname: b\ndescription: B\nskills:\n  - 'review'\n  - review-all\n---\n",
      [`${project}/.claude/settings.json`]: `{
        "permissions": { "allow": ["Skill(review)", "Skill(review *)", "Bash(review)"], "deny": [ "Skill(/review:*)" ] },
        "skillOverrides": {"review":"name-only", "review-all": "off"}
      }`,
      [`${home}/.claude/settings.json`]: '{ "permissions": { "ask": ["Skill(skill:review)", "Skill(reviewer)"] } }',
    };
    const { texts } = await rename(content, 'review', 'check');
    expect(texts).toEqual({
      [`${skills}/ship/SKILL.md`]: described('Ships. Runs /check.', 'allowed-tools: Skill(check), Skill(review-all)'),
      [`${project}/.claude/commands/all.md`]: 'Use `/check main`, then **/check**, (“/check”) and "/check".',
      [`${project}/.claude/agents/a.md`]: '---\nname: a\ndescription: A\nskills: pdf, check\n---\nBegin with /check',
      [`${project}/.claude/agents/b.md`]: "---\nname: b\ndescription: B\nskills:\n  - 'check'\n  - review-all\n---\n",
      [`${project}/.claude/settings.json`]: `{
        "permissions": { "allow": ["Skill(check)", "Skill(check *)", "Bash(review)"], "deny": [ "Skill(/check:*)" ] },
        "skillOverrides": {"check":"name-only", "review-all": "off"}
      }`,
      [`${home}/.claude/settings.json`]: '{ "permissions": { "ask": ["Skill(skill:check)", "Skill(reviewer)"] } }',
    });
  });

  test('leaves paths, other names and rules for several alone', async () => {
    const content = {
      [`${skills}/review/SKILL.md`]: described('Reviews'),
      [`${skills}/review-all/SKILL.md`]: described(
        'See docs/review, ./review, ~/review, /review/a.md, /review.md, /review-all, /reviews, a:/review, "$DIR"/review',
      ),
      [`${project}/.claude/settings.json`]: '{ "permissions": { "allow": ["Skill(review *)", "Skill"] } }',
      [`${home}/.claude/settings.json`]: '{ broken: "skillOverrides": { "review": "on" } }',
    };
    expect((await rename(content, 'review', 'check')).texts).toEqual({});
    const tmp = { [`${skills}/tmp/SKILL.md`]: described('T'), [`${skills}/b/SKILL.md`]: described('Writes to /tmp') };
    expect((await rename(tmp, 'tmp', 'check')).texts).toEqual({});
  });

  test('leaves alone what is not one’s own', async () => {
    const content = {
      [`${skills}/review/SKILL.md`]: described('Reviews'),
      '/etc/claude-code/.claude/skills/guard/SKILL.md': described('Use /review'),
      '/etc/claude-code/.claude/agents/g.md': '---\nname: g\ndescription: G\nskills: review\n---\n',
      '/etc/claude-code/managed-settings.json': '{ "permissions": { "deny": ["Skill(review)"] } }',
      '/plugins/office/skills/mail/SKILL.md': described('Use /review'),
      '/plugins/office/agents/m.md': '---\nname: m\ndescription: M\nskills: review\n---\n',
    };
    const { texts } = await rename(content, 'review', 'check', { pluginFolders: ['/plugins/office'] });
    expect(texts).toEqual({});
  });

  test('leaves the references to the skill that hides it', async () => {
    const content = {
      [`${home}/.claude/skills/review/SKILL.md`]: described('Mine'),
      [`${skills}/review/SKILL.md`]: described('Ours'),
      [`${skills}/ship/SKILL.md`]: described('Use /review'),
    };
    const tree = await treeOf(content);
    const hidden = `project:${skills}/review/SKILL.md`;
    const edit = await renameSkill(tree.sessions, { skill: hidden, newName: 'check' }, tree.files, nothingOpen);
    expect(edit).toMatchObject({ files: [], newUri: `file://${skills}/check` });
    expect(Object.keys((await rename(content, 'review', 'check')).texts)).toEqual([`${skills}/ship/SKILL.md`]);
  });

  test('follows a skill of the user’s into every open folder', async () => {
    const [web, api] = [`${home}/web`, `${home}/api`];
    const content = {
      [`${home}/.claude/skills/pdf/SKILL.md`]: described('Reads'),
      [`${web}/.claude/skills/a/SKILL.md`]: described('Use /pdf'),
      [`${api}/.claude/settings.json`]: '{ "skillOverrides": { "pdf": "off" } }',
    };
    const { texts } = await rename(content, 'pdf', 'reader', { folders: [web, api] });
    expect(Object.keys(texts).sort()).toEqual([`${api}/.claude/settings.json`, `${web}/.claude/skills/a/SKILL.md`]);
  });

  test('renames the file of a command, whose name includes its folder', async () => {
    const commands = `${project}/.claude/commands`;
    const content = { [`${commands}/git/tidy.md`]: 'Tidy', [`${commands}/all.md`]: 'Run /git:tidy and /tidy' };
    const { texts, moved } = await rename(content, 'git:tidy', 'clean');
    expect(moved).toEqual([`${commands}/git/tidy.md`, `${commands}/git/clean.md`]);
    expect(texts).toEqual({ [`${commands}/all.md`]: 'Run /git:clean and /tidy' });
  });

  test('says why it cannot be', async () => {
    const content: MemoryFiles = {
      [`${skills}/review/SKILL.md`]: described('Reviews'),
      [`${skills}/taken/notes.txt`]: '',
      '/etc/claude-code/.claude/skills/guard/SKILL.md': described('Guards'),
    };
    const tree = await treeOf(content);
    const error = async (skill: string, newName: string) =>
      renameSkill(tree.sessions, { skill, newName }, tree.files, nothingOpen).then((it) =>
        'problem' in it ? it.problem : 'none',
      );
    const review = `project:${skills}/review/SKILL.md`;
    expect(await error(review, 'taken')).toContain('already exists');
    expect(await error(review, '../x')).toContain('without slashes');
    expect(await error(review, 'Review')).toBe('none');
    expect(await error('gone', 'x')).toContain('no longer exists');
    expect(await error('managed:/etc/claude-code/.claude/skills/guard/SKILL.md', 'x')).toContain('read-only');
  });
});

describe('an old name that may mean something else', () => {
  const left = async (content: Readonly<Record<string, string>>, name: string) => {
    const tree = await treeOf(content);
    const found = tree.sessions.flatMap(({ catalog }) => catalog.skills()).find((it) => it.name === name);
    const edit = await renameSkill(tree.sessions, { skill: found!.id, newName: 'other' }, tree.files, nothingOpen);
    if ('problem' in edit) throw new Error(edit.problem);
    return edit.left;
  };
  const tide = `${skills}/tide-table/SKILL.md`;

  test('is counted where it stays: in instructions, agents and other skills', async () => {
    const content = {
      [tide]: described('Shows tides', 'name: tide-table'),
      [`${project}/CLAUDE.md`]: 'Ask the tide-table skill. Run /tide-table first. Not tide-tables.\n',
      [`${project}/.claude/agents/a.md`]: '---\nname: a\ndescription: Uses tide-table\nskills: tide-table\n---\nGo.\n',
      [`${skills}/ship/SKILL.md`]: described('Ships. See the `tide-table` skill and skills/tide-table/a.md.'),
    };
    expect(await left(content, 'tide-table')).toEqual({ name: 'tide-table', count: 3 });
  });

  test('is not looked for as a plain word, only where it is marked as a name', async () => {
    const content = {
      [`${skills}/review/SKILL.md`]: described('Reviews'),
      [`${project}/CLAUDE.md`]: 'We review code. Use `review` for it.\n',
    };
    expect(await left(content, 'review')).toEqual({ name: 'review', count: 1 });
  });

  test('is not mentioned if it stays nowhere', async () => {
    const content = {
      [tide]: described('Shows tides'),
      [`${project}/CLAUDE.md`]: 'Run /tide-table first.\n',
      [`${project}/.claude/settings.json`]: '{ "skillOverrides": { "tide-table": "off" } }',
    };
    expect(await left(content, 'tide-table')).toBeUndefined();
  });
});
