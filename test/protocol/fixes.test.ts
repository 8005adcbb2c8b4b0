import { expect, test } from 'vitest';
import type { FixedFile, NewSkillText, PortableEdit, PortableTarget, TemplateInfo } from '../../server/src/protocol.ts';
import { applyEdits } from '../unit/features/open-text.ts';
import { bundleServerForTests } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const flagged =
  '---\r\nname: flagged\r\ndescription: Translates letters. Use when one is in French.\r\nuser-invocable: "True "\r\n---\r\n\r\nDo it.\r\n';
const quoted = '---\ndescription: Use this: when a test asks\n---\n\nDo it.\n';
const fine = '---\ndescription: Keeps notes. Use when a meeting is over.\n---\n\nDo it.\n';

test('the safe fixes of the workspace are found, of files as they are in the editor or on disk', async () => {
  const files = {
    'home/.claude/skills/own/SKILL.md': quoted,
    'app/.claude/skills/quoted/SKILL.md': quoted,
    'app/.claude/skills/fine/SKILL.md': fine,
    'app/.claude/skills/edited/SKILL.md': fine,
    'app/.claude/commands/ask.md': quoted,
  };
  const { editor, write, ask } = await startSession(files);
  const uri = await write('app/.claude/skills/edited/SKILL.md', fine);
  await editor.open(uri, quoted);
  const fixed = await ask<FixedFile[]>('skillwright/fixWorkspace');
  const texts = fixed.map(({ edit, rules }) => [
    edit.uri.slice(edit.uri.indexOf('/.claude/') + '/.claude/'.length),
    edit.version,
    rules,
    applyEdits(quoted, edit.edits as never),
  ]);
  const after = quoted.replace('Use this: when a test asks', '"Use this: when a test asks"');
  expect(texts.toSorted()).toEqual([
    ['commands/ask.md', undefined, ['yaml-lenient'], after],
    ['skills/edited/SKILL.md', 1, ['yaml-lenient'], after],
    ['skills/quoted/SKILL.md', undefined, ['yaml-lenient'], after],
  ]);
});

test('a skill is made portable for chosen products', async () => {
  const { editor, write, ask } = await startSession({});
  const text = flagged.replace('user-invocable: "True "', 'version: 1');
  const uri = await write('app/.claude/skills/flagged/SKILL.md', text);
  await editor.open(uri, text);
  const targets = await ask<PortableTarget[]>('skillwright/portableTargets', { uri });
  expect(targets).toContainEqual({ id: 'agentskills', title: 'Agent Skills specification', isChosen: false });
  const made = await ask<PortableEdit>('skillwright/makePortable', { uri, targets: ['agentskills', 'nothing'] });
  expect(applyEdits(text, made.edit!.edits as never)).toBe(text.replace('version: 1', 'metadata:\r\n  version: "1"'));
  expect(made.remaining).toEqual([]);
  const long = text.replace('Translates', `${'Translates many letters. '.repeat(50)}Translates`);
  await editor.replace(uri, long);
  const rest = await ask<PortableEdit>('skillwright/makePortable', { uri, targets: ['agentskills'] });
  expect(rest.remaining).toEqual([expect.stringMatching(/over the limit of .*Agent Skills specification/)]);
  expect(await ask('skillwright/makePortable', { uri: `${uri}x`, targets: [] })).toBeNull();
});

test('new skills begin with the templates that the release reads', async () => {
  const { ask } = await startSession({});
  const templates = await ask<TemplateInfo[]>('skillwright/templates');
  expect(templates.map(({ id }) => id)).toEqual([
    'procedure',
    'reference',
    'command',
    'forked-task',
    'side-effect',
    'canonical',
  ]);
  const made = await ask<NewSkillText>('skillwright/template', { name: 'demo', template: 'canonical' });
  expect(made.text.slice(made.selection.start, made.selection.end)).toBe('Phase·Domain·Role');
  expect(await ask('skillwright/template', { name: 'demo', template: 'none' })).toBeNull();
});
