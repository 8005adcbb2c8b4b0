import { describe, expect, test } from 'vitest';
import { project } from '../features/tree-of.ts';
import { actionsIn, type Folder } from './after-action.ts';

const claude = `${project}/.claude`;

interface Case {
  readonly what: string;
  /** Relative to `.claude`. */
  readonly command: string;
  readonly before: Folder;
  readonly title: string;
  readonly after: Folder;
}

const cases: readonly Case[] = [
  {
    what: 'with its frontmatter, comments and all',
    command: 'commands/check.md',
    before: {
      'commands/check.md': "---$0\n# ours\ndescription: 'Checks it' # short\nargument-hint: [what]\n---\n\nCheck $1.\n",
      'commands/other.md': 'Run /check first.\n',
    },
    title: 'Convert to the skill `check`',
    after: {
      'skills/check/SKILL.md':
        "---\nname: check\n# ours\ndescription: 'Checks it' # short\nargument-hint: [what]\n---\n\nCheck $1.\n",
      'commands/other.md': 'Run /check first.\n',
    },
  },
  {
    what: 'without frontmatter',
    command: 'commands/check.md',
    before: { 'commands/check.md': 'Che$0ck it.\n' },
    title: 'Convert to the skill `check`',
    after: { 'skills/check/SKILL.md': '---\nname: check\n---\n\nCheck it.\n' },
  },
  {
    what: 'with links to other files, and fields that only skills read',
    command: 'commands/check.md',
    before: {
      'commands/check.md':
        '---$0\nname: "Other"\ndescription: Checks\npaths: src/**\n---\nSee [a](../docs/a%20b.md#x), [b](./b.md), [c](#c), <d.md> and [e](https://e.de).\n\n[f]: ../../f.md "F"\n',
      'docs/a b.md': 'A',
    },
    title: 'Convert to the skill `check`',
    after: {
      'skills/check/SKILL.md':
        '---\nname: check\ndescription: Checks\n---\nSee [a](../../docs/a%20b.md#x), [b](../../commands/b.md), [c](#c), <d.md> and [e](https://e.de).\n\n[f]: ../../../f.md "F"\n',
      'docs/a b.md': 'A',
    },
  },
  {
    what: 'in a folder, with everything that names it',
    command: 'commands/docs/check.md',
    before: {
      'commands/docs/check.md': '---$0\ndescription: Checks\n---\nThen run /docs:check again.\n',
      'commands/docs/check-all.md': 'Runs /docs:check, then /docs:check-all and x:docs:check.\n',
      'agents/a.md': '---\nname: a\ndescription: A\nskills: [docs:check, docs:other]\n---\nUse `/docs:check`.\n',
      'settings.json':
        '{ "permissions": { "allow": ["Skill(docs:check)", "Skill(docs:check:*)", "Skill(docs:checks)"] } }\n',
    },
    title: 'Convert to the skill `docs-check`',
    after: {
      'skills/docs-check/SKILL.md': '---\nname: docs-check\ndescription: Checks\n---\nThen run /docs-check again.\n',
      'commands/docs/check-all.md': 'Runs /docs-check, then /docs:check-all and x:docs:check.\n',
      'agents/a.md': '---\nname: a\ndescription: A\nskills: [docs-check, docs:other]\n---\nUse `/docs-check`.\n',
      'settings.json':
        '{ "permissions": { "allow": ["Skill(docs-check)", "Skill(docs:check:*)", "Skill(docs:checks)"] } }\n',
    },
  },
];

const inClaude = (files: Folder, write = (text: string) => text): Folder =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${claude}/${name}`, write(text)]));

describe('converting a command', () => {
  test.each(cases)('$what', async ({ command, before, title, after }) => {
    const made = await actionsIn(inClaude(before), { path: `${claude}/${command}` });
    expect(await made.after(title)).toEqual(inClaude(after));
  });

  test.each(cases)('$what, with CRLF and a byte order mark', async ({ command, before, title, after }) => {
    const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    const made = await actionsIn(inClaude(before, windows), { path: `${claude}/${command}` });
    expect(await made.after(title)).toEqual(inClaude(after, windows));
  });

  test('of a plugin stays in the plugin', async () => {
    const plugin = `${project}/office`;
    const path = `${plugin}/commands/print.md`;
    const before: Folder = {
      [path]: '---$0\ndescription: Prints\n---\nPrint.\n',
      [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
    };
    const made = await actionsIn(before, { path });
    expect(Object.keys(await made.after('Convert to the skill `print`'))).toContain(`${plugin}/skills/print/SKILL.md`);
  });

  test('is not possible where there is such a skill', async () => {
    const path = `${claude}/commands/check.md`;
    const { actions } = await actionsIn({ [path]: '$0Check.', [`${claude}/skills/check/notes.md`]: 'N' }, { path });
    const action = actions.find(({ title }) => title.startsWith('Convert'));
    expect(action?.disabled?.reason).toBe('There is a skill `check` already');
  });

  test('is offered at the top of commands alone', async () => {
    const command = `${claude}/commands/check.md`;
    const skill = `${claude}/skills/check/SKILL.md`;
    const text = '---\ndescription: D\n---\n\nText\n';
    for (const [path, marked] of [
      [command, text.replace('Text', 'Te$0xt')],
      [skill, `$0${text}`],
    ] as const) {
      const { titles } = await actionsIn({ [path]: marked }, { path });
      expect(titles.filter((title) => title.startsWith('Convert'))).toEqual([]);
    }
  });
});
