import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { positionOnDisk } from '../../client/src/preview/source/position-on-disk.ts';
import { type JsonNode, readJson } from '../../server/src/document/json-document.ts';
import { allowSkillEdit } from '../../server/src/features/edits/allow-skill-edit.ts';
import { nothingOpen, type OpenTexts, toFileEdit } from '../../server/src/features/edits/editable-text.ts';
import { setInJson } from '../../server/src/features/edits/json-insertion.ts';
import { overrideEdit } from '../../server/src/features/edits/override-edit.ts';
import { skillDestinations } from '../../server/src/features/edits/skill-destinations.ts';
import { EditedText } from '../../server/src/features/fixes/edited-text.ts';
import { renameSkill } from '../../server/src/features/rename/rename-skill.ts';
import { skillInfo } from '../../server/src/features/shown-skills/skill-info.ts';
import { toLspEdit } from '../../server/src/features/text/lsp-range.ts';
import type { BudgetReport, FileEdit, OverrideValue, RenameEdit, SettingsEdit } from '../../server/src/protocol.ts';
import type { TextEdit } from '../../server/src/rules/rule.ts';
import { runs } from '../every-test.ts';
import { bundleServerForTests } from '../protocol/editor.ts';
import { startSession } from '../protocol/start-session.ts';
import { applyEdits, openText } from '../unit/features/open-text.ts';
import { described, home, project, type TestTree, treeOf } from '../unit/features/tree-of.ts';
import { linkTo, type MemoryFiles } from '../unit/memory-file-system.ts';
import { expectLinearGrowth } from './growth.ts';
import { fileShapes } from './shapes.ts';

const skills = `${project}/.claude/skills`;
const settings = `${project}/.claude/settings.json`;
const localSettings = `${project}/.claude/settings.local.json`;
const pdf: MemoryFiles = { [`${skills}/pdf/SKILL.md`]: described('Reads') };

function idOf({ sessions }: TestTree, name: string): string {
  return sessions.flatMap(({ catalog }) => catalog.skills()).find((it) => it.name === name)!.id;
}

async function override(content: MemoryFiles, value: OverrideValue = 'off', open: OpenTexts = nothingOpen) {
  const tree = await treeOf({ ...pdf, ...content });
  return overrideEdit(tree.sessions[0]!, { skill: idOf(tree, 'pdf'), value, scope: 'project' }, open);
}

async function allow(content: MemoryFiles, open: OpenTexts = nothingOpen) {
  const tree = await treeOf({ ...pdf, ...content });
  return allowSkillEdit(tree.sessions[0]!, { skill: idOf(tree, 'pdf') }, open);
}

/** A text as VS Code has it: without a mark, and with the kind of line end that most of its lines have. */
function asInVscode(text: string): string {
  const [all, withReturn] = [text.match(/\r\n?|\n/g) ?? [], text.match(/\r\n?/g) ?? []];
  const lineEnd = withReturn.length > all.length / 2 ? '\r\n' : '\n';
  return text.replace(/^\uFEFF/, '').replaceAll(/\r\n?|\n/g, lineEnd);
}

/** An edit as VS Code applies it: inserted text gets the line endings of the document. */
function editedInVscode(text: string, { edits }: FileEdit): string {
  return asInVscode(applyEdits(asInVscode(text), edits));
}

async function editedSettings(text: string, value: OverrideValue = 'off'): Promise<string> {
  const edit = await override({ [settings]: text }, value);
  if ('problem' in edit) throw new Error(edit.problem);
  return editedInVscode(text, edit);
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('an edit of settings hits the text in the editor', () => {
  const object = ['{', '  "skillOverrides": {', '    "a": "on",', '    "b": "off"', '  },', '  "c": "😀 名"', '}'];
  const mixed = object.map((line, index) => line + ['\n', '\r\n', '\r', ''][index % 4]).join('');
  const texts: Readonly<Record<string, string>> = {
    'line feeds': object.join('\n'),
    'carriage returns and line feeds': object.join('\r\n'),
    'lone carriage returns': object.join('\r'),
    'line ends of all kinds': mixed.replace('"off"  }', '"off"\r  }'),
    'one line that ends otherwise': object.join('\n').replace('\n', '\r\n'),
    'a byte order mark': `\uFEFF${object.join('\r\n')}\n`,
    'one line': '{ "skillOverrides": { "a": "on", "b": "off" }, "c": "😀 名" }',
  };
  test.each(Object.entries(texts))('with %s', async (_, text) => {
    const edited = await editedSettings(text);
    expect(JSON.parse(edited)).toEqual({ skillOverrides: { a: 'on', b: 'off', pdf: 'off' }, c: '😀 名' });
  });

  test.each(Object.entries(texts))('with %s, taking an entry away', async (_, text) => {
    const edited = await editedSettings(text.replaceAll('"b"', '"pdf"'), null);
    expect(JSON.parse(edited)).toEqual({ skillOverrides: { a: 'on' }, c: '😀 名' });
  });

  test.each(['', '\n', '\uFEFF', ' \r\n\t\r'])('where it is empty: %j', async (text) => {
    expect(JSON.parse(await editedSettings(text))).toEqual({ skillOverrides: { pdf: 'off' } });
  });

  test.each([
    ['a comment', '{\r\n  // mine\n  "a": 1\r}'],
    ['a trailing comma', '{\r\n  "a": 1,\n}'],
    ['two values', '{}\r{}'],
  ])('or none, where Claude Code reads nothing of it: %s', async (_, text) => {
    expect(await override({ [settings]: text })).toEqual({ problem: expect.stringContaining('not valid JSON') });
  });

  test('with any line endings, and changes nothing else', async () => {
    const blank = fc.array(fc.constantFrom(' ', '\t', '\n', '\r\n', '\r'), { maxLength: 4 }).map((it) => it.join(''));
    const key = fc.constantFrom('pdf', 'other', '名', '😀', 'a"b', 'skillOverrides');
    const overrides = fc.dictionary(key, fc.constantFrom('on', 'off', 'name-only'), { maxKeys: 3 });
    const value = fc.record(
      { model: fc.constantFrom('opus', '😀', 'a\\b\n'), skillOverrides: overrides, env: fc.constant({ A: '名' }) },
      { requiredKeys: [] },
    );
    const asked = fc.constantFrom<OverrideValue>('off', 'name-only', 'user-invocable-only', null);
    const blanks = fc.infiniteStream(blank);
    await fc.assert(
      fc.asyncProperty(value, asked, blanks, fc.boolean(), async (before, change, stream, marked) => {
        const text = (marked ? '\uFEFF' : '') + spacedJson(before, () => stream.next().value);
        const after = JSON.parse(await editedSettings(text, change));
        const { pdf: removed, ...others } = before.skillOverrides ?? {};
        const expected = { ...others, ...(change !== null && { pdf: change }) };
        const isGone = change === null && removed !== undefined && Object.keys(others).length === 0;
        const { skillOverrides, ...rest } = before;
        const isThere = skillOverrides !== undefined || change !== null;
        expect(after).toEqual({ ...rest, ...(isThere && !isGone && { skillOverrides: expected }) });
      }),
      { numRuns: runs(300) },
    );
  });

  test('and a permission is added at its place', async () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const text = ['{', '  "permissions": {', '    "allow": [', '      "Read"', '    ]', '  }', '}'].join(lineEnd);
      const edit = (await allow({ [localSettings]: `\uFEFF${text}` })) as SettingsEdit;
      // Also for editors that keep line endings as they are.
      expect(applyEdits(text, edit.edits)).toBe(text.replace('"Read"', `"Read",${lineEnd}      "Skill(pdf)"`));
    }
  });
});

test.each(['\n', '\r', '\r\n', ' ', '\n ', ' \r', '"a": 1,\n'])(
  'the work of an edit grows with the text: %j',
  async (piece) => {
    // Reading JSON is not what is measured here.
    const roots = new Map<string, JsonNode | undefined>();
    const make = (size: number) => {
      const text = `{${piece.repeat(Math.ceil(size / piece.length))}"b": {}}`;
      roots.set(text, readJson(text).root);
      return text;
    };
    await expectLinearGrowth(make, async (text) => {
      const root = roots.get(text);
      if (!root) return;
      // Once takes a few milliseconds, which a busy machine makes anything of.
      for (let time = 0; time < 20; time++) {
        await toFileEdit({ uri: 'file:///a.json', text, version: 1 }, [setInJson(text, root, 'c', { d: 1 })]);
      }
    });
  },
);

describe('the text that an edit is for', () => {
  test('is that of the editor, with its version, where the file is open', async () => {
    const onDisk = '{\r\n  "a": 1\n}\r';
    const inEditor = { uri: `file://${settings}`, version: 7, text: '{\n  "a": 1\n}\n' };
    const open: OpenTexts = (asked) => (asked === settings ? inEditor : undefined);
    const edit = (await override({ [settings]: onDisk }, 'off', open)) as SettingsEdit;
    expect(edit).toMatchObject({ version: 7, uri: inEditor.uri });
    expect(JSON.parse(applyEdits(inEditor.text, edit.edits))).toEqual({ a: 1, skillOverrides: { pdf: 'off' } });
    const closed = (await override({ [settings]: onDisk })) as SettingsEdit;
    expect(closed.version).toBeUndefined();
    expect(closed.fingerprint).toBe(edit.fingerprint);
    const other = (await override({ [settings]: '{\n  "a": 2\n}\n' })) as SettingsEdit;
    expect(other.fingerprint).not.toBe(edit.fingerprint);
  });

  test('is none where saving it would change other bytes', async () => {
    const latin1 = bytes('{ "a": "', [0xe9], '" }');
    const why = { problem: expect.stringContaining('not valid UTF-8') };
    expect(await override({ [settings]: latin1 })).toEqual(why);
    expect(await allow({ [localSettings]: latin1 })).toEqual(why);
    expect(await override({ [settings]: Buffer.from('\uFEFF{}', 'utf16le') })).toEqual(why);
  });
});

describe('fixes', () => {
  const lineEnds: Readonly<Record<string, (text: string) => string>> = {
    'carriage returns and line feeds': (text) => text.replaceAll(/\r\n?|\n/g, '\r\n'),
    'lone carriage returns': (text) => text.replaceAll(/\r\n?|\n/g, '\r'),
    'line ends of all kinds': (text) => {
      let count = 0;
      return text.replaceAll(/\r\n?|\n/g, () => ['\n', '\r\n', '\r'][count++ % 3]!);
    },
  };
  test.each(Object.entries(lineEnds))('do the same by lines and characters as by offsets, with %s', (_, convert) => {
    for (const [shape, make] of fileShapes) {
      const { open } = openText(convert(make(150)).replaceAll('$0', '$1'));
      for (const { rule, fixes = [] } of open.findings) {
        for (const { edits } of fixes) {
          const byLines = applyEdits(
            open.document.text,
            edits.map((edit) => toLspEdit(open.document.lines, edit)),
          );
          expect(byLines, `${rule} in ${shape}`).toBe(applyOffsets(open.document.text, edits));
        }
      }
    }
  });
});

test('a position in a file on the disk is found in the editor, even if line endings differ', () => {
  const text = '\uFEFF---\r\nname: 名\r---\n\n😀 Run $1\r\nand $2\rthen $3';
  const inEditor = TextDocument.create('file:///a.md', 'markdown', 1, asInVscode(text));
  for (const found of ['---', 'name', '名', '😀', '$1', 'and', '$2', '$3']) {
    const position = positionOnDisk(text, text.indexOf(found));
    expect(position, found).toEqual(inEditor.positionAt(inEditor.getText().indexOf(found)));
  }
});

describe('links', () => {
  const elsewhere = '/etc/other/settings.json';
  test.each<[string, MemoryFiles, string]>([
    ['a file', { [localSettings]: linkTo(elsewhere), [elsewhere]: '{}' }, `is a link to ${elsewhere}`],
    [
      'a file inside',
      { [localSettings]: linkTo(`${project}/x.json`), [`${project}/x.json`]: '{}' },
      'is a link to x.json',
    ],
    ['a file that leads nowhere', { [localSettings]: linkTo('/nowhere') }, 'is a broken link'],
  ])('are not written through: %s', async (_, content, why) => {
    expect(await allow(content)).toEqual({ problem: expect.stringContaining(why) });
  });

  test('are not written through: the folder', async () => {
    const linked: MemoryFiles = {
      [`${project}/.claude`]: linkTo('/elsewhere'),
      '/elsewhere/skills/pdf/SKILL.md': described('Reads'),
    };
    const tree = await treeOf(linked);
    const ask = () => allowSkillEdit(tree.sessions[0]!, { skill: idOf(tree, 'pdf') }, nothingOpen);
    expect(await ask()).toEqual({ problem: expect.stringContaining('/elsewhere/settings.local.json, outside') });
  });

  test('are followed where the user’s own folder is one', async () => {
    const own = { [`${home}/.claude`]: linkTo('/dotfiles/claude'), '/dotfiles/claude/settings.json': '{}' };
    const tree = await treeOf({ ...pdf, ...own });
    const params = { skill: idOf(tree, 'pdf'), value: 'off', scope: 'user' } as const;
    expect(await overrideEdit(tree.sessions[0]!, params, nothingOpen)).toMatchObject({ create: false });
  });

  test('are shown where skills are put, renamed or deleted outside', async () => {
    const tree = await treeOf({
      [skills]: linkTo('/elsewhere'),
      '/elsewhere/pdf/SKILL.md': described('Reads', 'name: pdf'),
      [`${home}/.claude/skills`]: linkTo('/dotfiles/skills'),
      '/dotfiles/skills/notes/SKILL.md': described('Notes'),
    });
    const places = await skillDestinations(tree.sessions, {}, tree.files);
    expect(places[0]).toMatchObject({ detail: '.claude/skills → /elsewhere', outside: '/elsewhere' });
    expect(places[1]).not.toHaveProperty('outside');
    const id = idOf(tree, 'pdf');
    expect(await skillInfo(tree.sessions[0]!, id, tree.files)).toMatchObject({ outside: '/elsewhere/pdf' });
    const rename = await renameSkill(tree.sessions, { skill: id, newName: 'reader' }, tree.files, nothingOpen);
    expect(rename).toMatchObject({ outside: ['/elsewhere/pdf', '/elsewhere/pdf/SKILL.md'] });
  });

  test('do not bring one file into a rename twice', async () => {
    const text = described('Ships. Runs /pdf.');
    const tree = await treeOf({
      ...pdf,
      [`${project}/.claude/commands/a.md`]: text,
      [`${project}/.claude/commands/b.md`]: linkTo(`${project}/.claude/commands/a.md`),
    });
    const params = { skill: idOf(tree, 'pdf'), newName: 'reader' };
    const { files } = (await renameSkill(tree.sessions, params, tree.files, nothingOpen)) as RenameEdit;
    expect(files).toHaveLength(1);
  });
});

describe('the server', () => {
  bundleServerForTests();

  test('edits the text that the editor has open, not that on the disk', async () => {
    const { editor, write, ask } = await startSession({
      'app/.claude/skills/review/SKILL.md': described('Reviews'),
      'app/.claude/settings.json': '{"skillOverrides": {\r\n"a": "off",\n"b": "off"\r}}',
    });
    const id = (await ask<BudgetReport>('skillwright/budget')).entries.find(({ name }) => name === 'review')!.id!;
    const params = { skill: id, value: 'off', scope: 'project' };
    const closed = await ask<SettingsEdit>('skillwright/overrideEdit', params);
    expect(closed).not.toHaveProperty('version');
    const text = '{"skillOverrides": {\n"a": "off",\n"b": "off"\n}}';
    const uri = await write('app/.claude/settings.json', text.replace('\n', '\r\n'));
    await editor.open(uri, text, 'json');
    const edit = await ask<SettingsEdit>('skillwright/overrideEdit', params);
    expect(edit).toMatchObject({ uri, version: 1, fingerprint: closed.fingerprint });
    const after = applyEdits(text, edit.edits);
    expect(JSON.parse(after)).toEqual({ skillOverrides: { a: 'off', b: 'off', review: 'off' } });
    await editor.replace(uri, `\n${text}`);
    await vi.waitFor(async () => {
      const later = await ask<SettingsEdit>('skillwright/overrideEdit', params);
      expect(later.version).toBe(2);
      expect(later.edits[0]!.range.start.line).toBe(edit.edits[0]!.range.start.line + 1);
    });
  });

  test('says of a linked settings file that it is one', async () => {
    const { root, ask } = await startSession({
      'app/.claude/skills/review/SKILL.md': described('Reviews'),
      'outside/settings.json': '{}',
    });
    await symlink('../../outside/settings.json', path.join(root, 'app/.claude/settings.json'));
    const id = (await ask<BudgetReport>('skillwright/budget')).entries.find(({ name }) => name === 'review')!.id!;
    const asked = ask('skillwright/overrideEdit', { skill: id, value: 'off', scope: 'project' });
    await expect(asked).rejects.toThrow('is a link to');
    expect(await readFile(path.join(root, 'outside/settings.json'), 'utf8')).toBe('{}');
  });
});

/** JSON with blanks wherever there may be any. */
function spacedJson(value: unknown, blank: () => string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, it]) => `${blank()}${JSON.stringify(key)}${blank()}:${blank()}${spacedJson(it, blank)}${blank()}`,
  );
  return `${blank()}{${entries.join(',')}${blank()}}${blank()}`;
}

function applyOffsets(text: string, edits: readonly TextEdit[]): string {
  const edited = new EditedText(text);
  edited.apply(edits);
  return edited.text;
}
