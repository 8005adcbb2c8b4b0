import { expect, test } from 'vitest';
import { skillCost } from '../../../server/src/jobs/budget/skill-cost.ts';
import type { SkillCost } from '../../../server/src/protocol.ts';
import { catalogOf, type Disk, project, type SessionOptions, skillPath } from './session-of.ts';

const path = skillPath('pdf');
const folder = path.slice(0, path.lastIndexOf('/'));
const file = `---\ndescription: Reads PDF files\n---\n${'word '.repeat(80)}`;

async function costOf(disk: Disk, options: SessionOptions = {}): Promise<SkillCost> {
  const { catalog, session } = await catalogOf({ [path]: file, ...disk }, options);
  return (await skillCost(catalog, `project:${path}`, session.files))!;
}

test('the line, the body and every text file next to it', async () => {
  const cost = await costOf({
    [`${folder}/reference/forms.md`]: 'x'.repeat(400),
    [`${folder}/scripts/fill.py`]: 'y'.repeat(40),
  });
  expect(cost).toEqual({
    name: 'pdf',
    contextWindow: 1_000_000,
    line: '- pdf: Reads PDF files',
    l1: { label: 'Line in the listing', tokens: Math.ceil('- pdf: Reads PDF files'.length / 4), uri: `file://${path}` },
    l2: { label: 'Body', tokens: 100, uri: `file://${path}` },
    l3: [
      { label: 'reference/forms.md', tokens: 100, uri: `file://${folder}/reference/forms.md` },
      { label: 'scripts/fill.py', tokens: 10, uri: `file://${folder}/scripts/fill.py` },
    ],
    l3Incomplete: false,
  });
});

test('files that are not text are left out, and so are those of others', async () => {
  const { l3 } = await costOf({
    [`${folder}/logo.png`]: 'named like a picture',
    [`${folder}/data`]: new Uint8Array([65, 0, 66]),
    [`${folder}/latin`]: new Uint8Array([0xe4, 0x20]),
    [`${folder}/node_modules/left/readme.md`]: 'text',
    [`${folder}/huge.txt`]: 'x'.repeat(1_000_001),
  });
  expect(l3).toEqual([]);
});

test('a folder without end is not read to its end', async () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${folder}/pages/${index}.md`, 'page']));
  const { l3, l3Incomplete } = await costOf(many);
  expect(l3).toHaveLength(300);
  expect(l3Incomplete).toBe(true);
});

test('a line that the model does not see costs nothing', async () => {
  const { l1 } = await costOf({ [`${project}/.claude/settings.json`]: { skillOverrides: { pdf: 'off' } } });
  expect(l1.tokens).toBe(0);
});

test('a skill that is its plugin has not the files of the other skills', async () => {
  const plugin = '/home/me/office';
  const disk = {
    [`${plugin}/.claude-plugin/plugin.json`]: { name: 'office', skills: ['./more'] },
    [`${plugin}/more/docx/SKILL.md`]: file,
    [`${plugin}/more/docx/help.md`]: 'help',
    [`${plugin}/more/shared.md`]: 'shared',
  };
  const { catalog, session } = await catalogOf(disk, { pluginFolders: [plugin] });
  const [docx] = catalog.named('office:docx');
  const cost = await skillCost(catalog, docx!.id, session.files);
  expect(cost?.l3.map(({ label }) => label)).toEqual(['help.md']);
});

test('a command has no folder of its own', async () => {
  const command = `${project}/.claude/commands/go.md`;
  const { catalog, session } = await catalogOf({
    [command]: 'Go on\n',
    [`${project}/.claude/commands/stop.md`]: 'Stop\n',
  });
  const cost = await skillCost(catalog, `command:${command}`, session.files);
  expect(cost).toMatchObject({ name: 'go', l3: [] });
});

test('a skill that is gone', async () => {
  const { catalog, session } = await catalogOf({});
  expect(await skillCost(catalog, 'project:/gone', session.files)).toBeUndefined();
});
