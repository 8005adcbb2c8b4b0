import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { project } from '../features/tree-of.ts';
import { actionsIn } from './after-action.ts';

const path = `${project}/.claude/skills/demo/SKILL.md`;
const title = 'Split the description into `description` and `when_to_use`';
/** 900 characters. */
const what = `${'Fills in forms and checks what was filled in. '.repeat(19)}Fills in all of it, too well.`.slice(
  0,
  903,
);
const when = `Use when the user asks for a form. ${'Also when a form is to be checked again. '.repeat(8)}`.trim();

async function split(frontmatter: string): Promise<string | undefined> {
  const text = `---\n$0${frontmatter}\n---\n\n# Body\n`;
  const { titles, after } = await actionsIn({ [path]: text }, { path });
  if (!titles.includes(title)) return undefined;
  return (await after(title))[path]!.slice(4, -'\n---\n\n# Body\n'.length);
}

describe('splitting a description', () => {
  test.each([
    ['plain', `description: ${what} ${when} # why`, `description: ${what}\nwhen_to_use: ${when} # why`],
    ['in double quotes', `description: "${what} ${when}"`, `description: "${what}"\nwhen_to_use: "${when}"`],
    [
      'in single quotes, with an escape',
      `description: 'It''s fine. ${what} ${when}' # why\nmodel: opus`,
      `description: 'It''s fine. ${what}'\nwhen_to_use: '${when}' # why\nmodel: opus`,
    ],
    [
      'in a block',
      `description: |-\n  ${what}\n\n  ${when}\nmodel: opus`,
      `description: |-\n  ${what}\nwhen_to_use: |-\n  ${when}\nmodel: opus`,
    ],
    [
      'folded, in the middle of a line',
      `description: > # about\n    ${what} ${when.slice(0, 34)}\n    ${when.slice(35)}`,
      `description: > # about\n    ${what}\nwhen_to_use: > # about\n    ${when.slice(0, 34)}\n    ${when.slice(35)}`,
    ],
  ])('%s', async (_what, before, after) => {
    expect(await split(before)).toBe(after);
    const windows = (it: string) => it.replaceAll('\n', '\r\n');
    const text = windows(`---\n$0${before}\n---\nBody\n`);
    const { after: afterAction } = await actionsIn({ [path]: text }, { path });
    expect((await afterAction(title))[path]).toBe(windows(`---\n${after}\n---\nBody\n`));
  });

  test('moves what does not fit, if nothing says when', async () => {
    const sentence = 'Fills in forms and checks what was filled in.';
    const result = await split(`description: ${Array(30).fill(sentence).join(' ')}`);
    const { fields } = readDocument(`---\n${result}\n---\n`, 'claude-code').frontmatter;
    const lengthOf = (key: string) => {
      const value = fields.get(key)?.value;
      return value?.kind === 'scalar' ? String(value.value).length : 0;
    };
    expect(lengthOf('description')).toBe(22 * 46 - 1);
    expect(lengthOf('when_to_use')).toBe(8 * 46 - 1);
  });

  test.each([
    ['short', `description: Fills in forms. ${when}`],
    ['next to `when_to_use`', `description: ${what} ${when}\nwhen_to_use: Always`],
    ['one long sentence', `description: ${'word '.repeat(300)}`],
    ['repaired by Claude Code', `description: Note: ${what} ${when}`],
  ])('is not offered where it is %s', async (_what, frontmatter) => {
    expect(await split(frontmatter)).toBeUndefined();
  });
});
