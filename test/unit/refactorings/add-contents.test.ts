import { describe, expect, test } from 'vitest';
import { project } from '../features/tree-of.ts';
import { actionsIn, type Folder } from './after-action.ts';

const folder = `${project}/.claude/skills/demo`;
const path = `${folder}/SKILL.md`;
const head = '---\nname: demo\ndescription: Demonstrates things. Use when the user asks for a demo.\n---\n\n';
const title = 'Add a table of contents';

async function withContents(text: string): Promise<string | undefined> {
  const { titles, after } = await actionsIn({ [path]: head + text }, { path });
  return titles.includes(title) ? (await after(title))[path]!.slice(head.length) : undefined;
}

describe('a table of contents', () => {
  test('comes after the title and the introduction, in two levels', async () => {
    const sections = '## One *two*\n\nText\n\n### Sub & more\n\n#### Deep\n\n## [Link](x.md) [a]\n\n## One *two*\n';
    const contents = [
      '## Contents',
      '',
      '- [One *two*](#one-two)',
      '  - [Sub & more](#sub--more)',
      '- [Link \\[a\\]](#link-a)',
      '- [One *two*](#one-two-1)',
      '',
      '',
    ].join('\n');
    expect(await withContents(`# Ti$0tle\n\nIntro.\n\n${sections}`)).toBe(
      `# Title\n\nIntro.\n\n${contents}${sections}`,
    );
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    const { after } = await actionsIn({ [path]: windows(`${head}# Ti$0tle\n\nIntro.\n\n${sections}`) }, { path });
    expect((await after(title))[path]).toBe(windows(`${head}# Title\n\nIntro.\n\n${contents}${sections}`));
  });

  test('lists titles if there are several', async () => {
    expect(await withContents('Intro.\n\n# $0A\n\n# B\n\n# C\n')).toBe(
      'Intro.\n\n# Contents\n\n- [A](#a)\n- [B](#b)\n- [C](#c)\n\n# A\n\n# B\n\n# C\n',
    );
  });

  test.each([
    ['few sections', '# T$0itle\n\n## A\n\n## B\n'],
    ['a list', '# T$0itle\n\n## Contents\n\n- A\n\n## A\n\n## B\n\n## C\n'],
    ['no headings', 'Te$0xt\n'],
    ['the cursor elsewhere', '# Title\n\nTe$0xt\n\n## A\n\n## B\n\n## C\n'],
  ])('is not offered with %s', async (_what, text) => {
    expect(await withContents(text)).toBeUndefined();
  });

  test('can be added to a long reference where it is named', async () => {
    const reference = (contents: string) =>
      `# Guide\r\n\r\n${contents}## A\r\n\r\n## B\r\n\r\n## C\r\n${'Text\r\n'.repeat(100)}`;
    const before: Folder = {
      [path]: `${head}# Demo\n\nRead \`references/gu$0ide.md\` and [other](references/other.md).\n`,
      [`${folder}/references/guide.md`]: reference(''),
      [`${folder}/references/other.md`]: '# Other\n',
    };
    const made = await actionsIn(before, { path });
    const ofReference = 'Add a table of contents to `references/guide.md`';
    expect(made.titles.filter((it) => it.startsWith('Add'))).toEqual([ofReference]);
    expect(await made.after(ofReference)).toEqual({
      ...before,
      [path]: before[path]!.replace('$0', ''),
      [`${folder}/references/guide.md`]: reference('## Contents\r\n\r\n- [A](#a)\r\n- [B](#b)\r\n- [C](#c)\r\n\r\n'),
    });
  });
});
