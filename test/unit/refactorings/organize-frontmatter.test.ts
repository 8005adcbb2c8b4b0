import { describe, expect, test } from 'vitest';
import { project } from '../features/tree-of.ts';
import { actionsIn } from './after-action.ts';

const path = `${project}/.claude/skills/demo/SKILL.md`;
const title = 'Organize the frontmatter';

async function organized(text: string, file = path): Promise<string | undefined> {
  const { titles, after } = await actionsIn({ [file]: text }, { path: file, only: ['source'] });
  return titles.includes(title) ? (await after(title))[file] : undefined;
}

function withBody(frontmatter: string): string {
  return `---\n${frontmatter}\n---\n\n# Body\n\nmodel: x\n`;
}

describe('organizing the frontmatter', () => {
  test.each([
    ['fields', 'model: opus\ndescription: D\nname: demo', 'name: demo\ndescription: D\nmodel: opus'],
    [
      'comments above and after a field',
      '# about the model\n# two lines\nmodel: opus # fast\nname: demo # ours\n# what it does\ndescription: D',
      'name: demo # ours\n# what it does\ndescription: D\n# about the model\n# two lines\nmodel: opus # fast',
    ],
    [
      'quoted, folded and block values',
      'model: \'opus\'\ndescription: >-\n  Long\n  text # no comment\n\n  more\nname: "demo"',
      'name: "demo"\ndescription: >-\n  Long\n  text # no comment\n\n  more\nmodel: \'opus\'',
    ],
    [
      'lists and mappings with comments inside',
      'metadata:\n  # inside\n  author: me\nallowed-tools:\n  - Read # why\n  # second\n  - Grep\ndescription: D',
      'description: D\nallowed-tools:\n  - Read # why\n  # second\n  - Grep\nmetadata:\n  # inside\n  author: me',
    ],
    [
      'a comment about the whole file stays at the top',
      '# Owner: team\n\nmodel: opus\ndescription: D',
      '# Owner: team\n\ndescription: D\nmodel: opus',
    ],
    ['a comment at the end', 'model: opus\ndescription: D\n# end', 'description: D\nmodel: opus\n# end'],
    [
      'unknown fields come last, in their order',
      'zeta: 1\nmodel: opus\nalpha: 2\ndescription: D',
      'description: D\nmodel: opus\nzeta: 1\nalpha: 2',
    ],
  ])('%s', async (_what, before, after) => {
    expect(await organized(withBody(before))).toBe(withBody(after));
    const windows = (text: string) => withBody(text).replaceAll('\n', '\r\n');
    expect(await organized(windows(before))).toBe(windows(after));
    expect(await organized(`\uFEFF${withBody(before)}`)).toBe(`\uFEFF${withBody(after)}`);
  });

  test.each([
    ['already in order', 'name: demo\ndescription: D\nmodel: opus'],
    ['repeated', 'model: opus\ndescription: D\nmodel: sonnet'],
    ['anchors before their aliases', 'model: &m opus\ndescription: *m'],
    ['in braces', '{ model: opus, description: D }'],
    ['that cannot be read', 'model: "opus\ndescription: D'],
    ['one', 'model: opus'],
  ])('leaves fields alone that are %s', async (_what, frontmatter) => {
    expect(await organized(withBody(frontmatter))).toBeUndefined();
  });

  test('knows the order for agents, and is no light bulb', async () => {
    const agent = `${project}/.claude/agents/a.md`;
    const text = '---\nmodel: opus\nname: a\ndescription: D\n---\nDo it\n';
    expect(await organized(text, agent)).toBe('---\nname: a\ndescription: D\nmodel: opus\n---\nDo it\n');
    expect((await actionsIn({ [agent]: text }, { path: agent })).titles).not.toContain(title);
    const onSave = await actionsIn({ [agent]: text }, { path: agent, only: ['source.organizeFrontmatter'] });
    expect(onSave.titles).toEqual([title]);
  });
});
