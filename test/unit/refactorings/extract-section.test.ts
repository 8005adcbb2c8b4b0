import { describe, expect, test } from 'vitest';
import { project } from '../features/tree-of.ts';
import { actionsIn, type Folder } from './after-action.ts';

const folder = `${project}/.claude/skills/demo`;
const path = `${folder}/SKILL.md`;
const head =
  '---\nname: demo\ndescription: Demonstrates things. Use when the user asks for a demo.\n---\n\n# Demo\n\nIntro.\n\n';

/** The files of the skill, by name, before and after; everything else stays. */
interface Case {
  readonly what: string;
  readonly before: Folder;
  readonly title: string;
  readonly after: Folder;
}

const cases: readonly Case[] = [
  {
    what: 'a section with a subsection, and leaves what follows',
    before: {
      'SKILL.md': `${head}## $0Long   steps\n\nOne.\n\n### Details\n\nTwo.\n\n## After\n\nThree.\n`,
    },
    title: 'Extract the section to `references/long-steps.md`',
    after: {
      'SKILL.md': `${head}## Long   steps\n\nRead [Long   steps](references/long-steps.md).\n\n## After\n\nThree.\n`,
      'references/long-steps.md': '# Long   steps\n\nOne.\n\n## Details\n\nTwo.\n',
    },
  },
  {
    what: 'the last section, without a line break at the end',
    before: { 'SKILL.md': `${head}## Last$0\nText` },
    title: 'Extract the section to `references/last.md`',
    after: {
      'SKILL.md': `${head}## Last\n\nRead [Last](references/last.md).`,
      'references/last.md': '# Last\nText\n',
    },
  },
  {
    what: 'links, so that they lead where they led',
    before: {
      'SKILL.md':
        `${head}See [sub](#sub) and [end](#end).\n\n## Links\n$0\nSee [a](a.md), ![b](./img/b.png "t"), [c](https://c.de), [end](#end), [sub](#sub), [r] and [d](${'${CLAUDE_SKILL_DIR}'}/d.md).\n\n### Sub\n\nText.\n\n## End\n\nUse [r].\n\n[r]: data/r.md\n`
          .replace('## Links\n$0', '## Lin$0ks\n')
          .replace('[d](${CLAUDE_SKILL_DIR}/d.md)', '[d](#none)'),
      'a.md': 'A',
    },
    title: 'Extract the section to `references/links.md`',
    after: {
      'SKILL.md': `${head}See [sub](references/links.md#sub) and [end](#end).\n\n## Links\n\nRead [Links](references/links.md).\n\n## End\n\nUse [r].\n\n[r]: data/r.md\n`,
      'a.md': 'A',
      'references/links.md':
        '# Links\n\nSee [a](../a.md), ![b](../img/b.png "t"), [c](https://c.de), [end](../SKILL.md#end), [sub](#sub), [r] and [d](#none).\n\n## Sub\n\nText.\n\n[r]: ../data/r.md\n',
    },
  },
  {
    what: 'a definition that the rest needs, which stays too',
    before: { 'SKILL.md': `${head}Read [x].\n\n## Mor$0e\n\nText [x].\n\n[x]: x.md\n` },
    title: 'Extract the section to `references/more.md`',
    after: {
      'SKILL.md': `${head}Read [x].\n\n## More\n\nRead [More](references/more.md).\n\n[x]: x.md\n`,
      'references/more.md': '# More\n\nText [x].\n\n[x]: ../x.md\n',
    },
  },
  {
    what: 'to a free name, with backslashes that only Claude Code needs, and code as it is',
    before: {
      'SKILL.md': `${head}## Cost$0s [old](x.md)\n\nIt costs \\$1.\n\n\`\`\`md\n# not a heading\n[a](b.md)\n\`\`\`\n`,
      'references/costs-old-x-md.md': 'There',
    },
    title: 'Extract the section to `references/costs-old-x-md.md`',
    after: {
      'SKILL.md': `${head}## Costs [old](x.md)\n\nRead [Costs old](references/costs-old-x-md-2.md).\n`,
      'references/costs-old-x-md.md': 'There',
      'references/costs-old-x-md-2.md':
        '# Costs [old](../x.md)\n\nIt costs $1.\n\n```md\n# not a heading\n[a](b.md)\n```\n',
    },
  },
  {
    what: 'underlined headings',
    before: { 'SKILL.md': `${head}Se$0tup\n-----\n\nText.\n\n### Deeper\n\nMore.\n` },
    title: 'Extract the section to `references/setup.md`',
    after: {
      'SKILL.md': `${head}Setup\n-----\n\nRead [Setup](references/setup.md).\n`,
      'references/setup.md': 'Setup\n=====\n\nText.\n\n## Deeper\n\nMore.\n',
    },
  },
];

const inSkill = (files: Folder): Folder =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

describe('extracting', () => {
  test.each(cases)('$what', async ({ before, title, after }) => {
    const made = await actionsIn(inSkill(before), { path });
    expect(await made.after(title)).toEqual(inSkill(after));
  });

  test.each(cases)('$what, with CRLF and a byte order mark', async ({ before, title, after }) => {
    const windows = (files: Folder) =>
      inSkill(
        Object.fromEntries(
          Object.entries(files).map(([name, text]) => [
            name,
            (name === 'SKILL.md' ? '\uFEFF' : '') + text.replaceAll('\n', '\r\n'),
          ]),
        ),
      );
    const made = await actionsIn(windows(before), { path });
    expect(await made.after(title)).toEqual(windows(after));
  });

  test.each([
    ['the title', `${head.replace('# Demo', '# De$0mo')}## A\n\nText.\n`],
    ['text', `${head}## A\n\nTe$0xt.\n`],
    ['an empty section', `${head}## $0A\n\n## B\n`],
    ['a quoted heading', `${head}> ## $0A\n> Text\n`],
  ])('is not offered for %s', async (_what, text) => {
    const { titles } = await actionsIn({ [path]: text }, { path });
    expect(titles.filter((title) => title.startsWith('Extract'))).toEqual([]);
  });

  test('is not possible where Claude Code replaces something', async () => {
    for (const [body, replaced] of [
      ['Work on $ARGUMENTS.', '$ARGUMENTS'],
      ['!`git status`', '!`git status`'],
    ]) {
      const { actions } = await actionsIn({ [path]: `${head}## $0A\n\n${body}\n` }, { path });
      const action = actions.find(({ title }) => title.startsWith('Extract'));
      expect(action?.disabled?.reason).toBe(`Claude Code replaces \`${replaced}\` only in SKILL.md`);
      expect(action?.data).toBeUndefined();
    }
  });

  test('is for skills alone, which have a folder', async () => {
    const command = `${project}/.claude/commands/demo.md`;
    const { titles } = await actionsIn({ [command]: `${head}## $0A\n\nText.\n` }, { path: command });
    expect(titles.filter((title) => title.startsWith('Extract'))).toEqual([]);
  });
});
