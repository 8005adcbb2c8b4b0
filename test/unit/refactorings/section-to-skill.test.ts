import { describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { codeActions, resolveCodeAction } from '../../../server/src/features/actions/code-actions.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { hoverInstructions } from '../../../server/src/features/hover/hover-instructions.ts';
import { otherNamingFile } from '../../../server/src/features/navigation/followed-text.ts';
import { ableEditor } from '../features/open-text.ts';
import { home, project, treeOf } from '../features/tree-of.ts';
import { actionsIn, applied, type Folder } from './after-action.ts';

const instructions = `${project}/CLAUDE.md`;
const migrations = `${project}/.claude/skills/database-migrations/SKILL.md`;

describe('a section of instructions becomes a skill', () => {
  test('with a name, a description and its subsections; a pointer stays', async () => {
    const { after } = await moved({
      [instructions]:
        '# Shop\n\nA shop.\n\n## Database migr$0ations\n\nAlways create **migrations** with `pnpm db:new`. Never by hand.\n\n### Roll back\n\nSee [rules](docs/db.md) and @docs/db.md.\n\n## After\n\nText.\n',
    });
    expect(after).toEqual({
      [instructions]:
        '# Shop\n\nA shop.\n\n## Database migrations\n\nUse the `database-migrations` skill.\n\n## After\n\nText.\n',
      [migrations]:
        '---\nname: database-migrations\ndescription: "Database migrations: Always create migrations with pnpm db:new. Use when the task is about database migrations."\n---\n\n# Database migrations\n\nAlways create **migrations** with `pnpm db:new`. Never by hand.\n\n## Roll back\n\nSee [rules](../../../docs/db.md) and @docs/db.md.\n',
    });
  });

  test('which Claude Code lists and in which nothing is to be found', async () => {
    const { after } = await moved({
      [instructions]:
        '# Shop\n\n## API des$0ign\n\n- Name `things` by what they are: “orders”\n- See [the rules](docs/api.md)\n',
      [`${project}/docs/api.md`]: '# API\n',
    });
    const path = `${project}/.claude/skills/api-design/SKILL.md`;
    expect(after[path]).toContain(
      'description: "API design: Name things by what they are: “orders”. Use when the task is about API design."',
    );
    const { findings } = await actionsIn(after, { path });
    expect(findings).toEqual([]);
    const [session] = (await treeOf(after)).sessions;
    expect(session!.catalog.skills().map(({ name }) => name)).toContain('api-design');
  });

  test.each([
    [`${project}/.claude/CLAUDE.md`, `${project}/.claude/skills`],
    [`${project}/.claude/rules/api/design.md`, `${project}/.claude/skills`],
    [`${project}/packages/web/CLAUDE.md`, `${project}/packages/web/.claude/skills`],
    [`${home}/.claude/CLAUDE.md`, `${home}/.claude/skills`],
    [`${home}/.claude/rules/mine.md`, `${home}/.claude/skills`],
  ])('%s: beside it', async (path, skills) => {
    const { after } = await moved({ [path]: 'Intro.\n\n# Tes$0ts\n\nRun all.\n\n# Other\n\nText [a](x.md).\n' });
    expect(Object.keys(after)).toContain(`${skills}/tests/SKILL.md`);
  });

  test('links and mentions lead where they led', async () => {
    const { after } = await moved({
      [`${project}/.claude/rules/api.md`]:
        'See [sub](#sub).\n\n## Ru$0les\n\n[a](a.md), [up](../../docs/b.md), [after](#after), @c.md and @~/d.md.\n\n### Sub\n\n[r] here.\n\n## After\n\n[r] there.\n\n[r]: r.md\n',
    });
    expect(after[`${project}/.claude/skills/rules/SKILL.md`]).toContain(
      '[a](../../rules/a.md), [up](../../rules/../../docs/b.md), [after](../../rules/api.md#after), @.claude/rules/c.md and @~/d.md.',
    );
    expect(after[`${project}/.claude/skills/rules/SKILL.md`]).toMatch(/\[r\]: \.\.\/\.\.\/rules\/r\.md\n$/);
    expect(after[`${project}/.claude/rules/api.md`]).toBe(
      'See [sub](../skills/rules/SKILL.md#sub).\n\n## Rules\n\nUse the `rules` skill.\n\n## After\n\n[r] there.\n\n[r]: r.md\n',
    );
  });

  test('the paths of a rule go with it', async () => {
    const { after } = await moved({
      [`${project}/.claude/rules/api.md`]: '---\npaths:\n  - "src/**/*.ts"\n---\n\nIntro.\n\n## Nam$0es\n\nShort.\n',
    });
    expect(after[`${project}/.claude/skills/names/SKILL.md`]).toBe(
      '---\nname: names\ndescription: "Names: Short. Use when the task is about names."\npaths:\n  - "src/**/*.ts"\n---\n\n# Names\n\nShort.\n',
    );
  });

  test('arguments of a command stay text, line ends stay as they are, and a taken name gets a number', async () => {
    const { after } = await moved({
      [instructions]: "# Shop\r\n\r\n## Co$0sts\r\n\r\nIt's `awk '{print $1}'`.",
      [`${project}/.claude/skills/costs/SKILL.md`]: 'There',
    });
    expect(after[`${project}/.claude/skills/costs-2/SKILL.md`]).toBe(
      "---\r\nname: costs-2\r\ndescription: \"Costs: It's awk '{print $1}'. Use when the task is about costs.\"\r\n---\r\n\r\n# Costs\r\n\r\nIt's `awk '{print \\$1}'`.\r\n",
    );
    expect(after[instructions]).toBe('# Shop\r\n\r\n## Costs\r\n\r\nUse the `costs-2` skill.');
  });

  test.each([
    [
      '## 测$0试\n\n运行全部测试。然后提交。\n',
      'section',
      '测试: 运行全部测试。然后提交。 Use when the task is about 测试.',
    ],
    [
      '## Claude$0\n\n```sh\nmake\n```\n',
      'project-notes',
      'Claude in this project. Use when the task is about claude.',
    ],
  ])('%j', async (section, name, description) => {
    const { after } = await moved({ [instructions]: `# Shop\n\n${section}` });
    expect(after[`${project}/.claude/skills/${name}/SKILL.md`]).toContain(`description: "${description}"`);
  });

  test.each([
    ['## A$0\n\nRun !`git status` first.\n', 'Claude Code would run `!`git status`` in a skill'],
    ['## A$0\n\nIn ${CLAUDE_SKILL_DIR}.\n', 'Claude Code would replace `${CLAUDE_SKILL_DIR}` in a skill'],
  ])('what a skill would not leave alone is said: %j', async (section, reason) => {
    const { actions } = await moved({ [instructions]: `# Shop\n\n${section}` });
    expect(actions[0]!.disabled).toEqual({ reason });
  });

  test('a mention that only the user’s own instructions can have', async () => {
    const { actions } = await moved({ [`${home}/.claude/CLAUDE.md`]: '# Me\n\n## A$0\n\nSee @notes.md.\n' });
    expect(actions[0]!.disabled?.reason).toContain('`@notes.md` would be read from the folder in which');
  });

  test.each([
    [instructions, '# Sh$0op\n\nText.\n\n## A\n\nText.\n'],
    [instructions, '# Shop\n\n## Emp$0ty\n\n## A\n\nText.\n'],
    [instructions, '# Shop\n\n> ## Quo$0ted\n>\n> Text.\n'],
    [instructions, '# Shop\n\n## A\n\nTe$0xt.\n'],
    [`${project}/AGENTS.md`, '# Shop\n\n## A$0\n\nText.\n'],
    [`${project}/CLAUDE.local.md`, '# Shop\n\n## A$0\n\nText.\n'],
    [`${project}/.claude/skills/x/references/a.md`, '# Shop\n\n## A$0\n\nText.\n'],
  ])('not offered: %s %j', async (path, text) => {
    const { actions } = await moved({ [path]: text, [`${project}/.claude/skills/x/SKILL.md`]: 'Text.\n' });
    expect(actions).toEqual([]);
  });
});

describe('the hover of a long section', () => {
  const long = 'Words and more words. '.repeat(50);

  test.each([
    [instructions, `# Shop\n\n## Lo$0ng\n\n${long}\n`, ' tokens in every session.'],
    [
      `${project}/.claude/rules/a.md`,
      `---\npaths: src/**\n---\n\n## Lo$0ng\n\n${long}\n`,
      ' tokens in sessions that touch the files in `paths`.',
    ],
  ])('%s', async (path, text, words) => {
    const { read, at } = await followed({ [path]: text });
    expect(hoverInstructions(read, at)?.contents).toMatchObject({ value: expect.stringContaining(words) });
  });

  test.each([
    [instructions, '## Sh$0ort\n\nText.\n'],
    [instructions, `## Long\n\n${long.replace('Words', 'Wo$0rds')}\n`],
    [`${project}/AGENTS.md`, `## Lo$0ng\n\n${long}\n`],
  ])('nothing at %s %j', async (path, text) => {
    const { read, at } = await followed({ [path]: text });
    expect(hoverInstructions(read, at)).toBeNull();
  });
});

async function followed(marked: Folder) {
  const path = Object.keys(marked).find((it) => marked[it]!.includes('$0'))!;
  const text = marked[path]!.replace('$0', '');
  const folder: Folder = { ...marked, [path]: text };
  const { sessions, files } = await treeOf(folder);
  const file = (await otherNamingFile(path, files))!;
  const read = { uri: `file://${path}`, version: 1, document: readDocument(text, 'claude-code', file.kind), file };
  return {
    read,
    folder,
    at: marked[path]!.indexOf('$0'),
    around: { files, openTexts: nothingOpen, sessions: async () => sessions },
  };
}

/** The actions at the mark, and the folder after the first one. */
async function moved(marked: Folder) {
  const { read, folder, at, around } = await followed(marked);
  const client = { ...ableEditor, resolvesEdits: true };
  const request = { range: { start: at, end: at }, only: undefined };
  const actions = await codeActions({ ...read, path: read.file.bases.path }, request, client, around);
  const [first] = actions;
  const resolved =
    first?.data &&
    ((await resolveCodeAction(first, { ...read, path: read.file.bases.path }, client, around)) as CodeAction);
  return { actions, after: resolved?.edit ? applied(folder, resolved.edit) : folder };
}
