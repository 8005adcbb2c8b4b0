import { chmod, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import type { FixedFile, NewSkillText, PortableEdit, PortableTarget, TemplateInfo } from '../../server/src/protocol.ts';
import { applyEdits } from '../unit/features/open-text.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
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
  await expect(ask('skillwright/makePortable', { uri: `${uri}x`, targets: [] })).rejects.toThrow('this is not a skill');
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
  expect(made.text).toContain('[Phase·Domain·Role]');
  expect(made.snippet).toContain('[${1:Phase·Domain·Role}]');
  await expect(ask('skillwright/template', { name: 'demo', template: 'none' })).rejects.toThrow('no such template');
});

describe.skipIf(process.platform === 'win32')('a script that is not executable', () => {
  const text =
    '---\ndescription: Packs boxes. Use when something moves.\n---\n\nRun `${CLAUDE_SKILL_DIR}/scripts/pack.sh box`.\n';
  const files = { 'app/.claude/skills/packing/SKILL.md': text, 'app/.claude/skills/packing/scripts/pack.sh': 'pack\n' };
  const title = 'Make `scripts/pack.sh` executable';

  async function started(workspaceTrusted: boolean) {
    const session = await startSession(files, { initializationOptions: { workspaceTrusted } });
    const { editor, root } = session;
    const script = path.join(root, 'app/.claude/skills/packing/scripts/pack.sh');
    const uri = uriOf(path.join(root, 'app/.claude/skills/packing/SKILL.md'));
    const modes = async () => (await stat(script)).mode & 0o777;
    const run = ({ command }: CodeAction) => editor.connection.sendRequest('workspace/executeCommand', command!);
    const offered = async () => {
      const line = { start: { line: 4, character: 10 }, end: { line: 4, character: 10 } };
      return (await editor.codeActions(uri, line)).find((action) => action.title === title);
    };
    const said: string[] = [];
    editor.connection.onNotification('window/showMessage', ({ message }) => void said.push(message));
    await chmod(script, 0o640);
    await editor.open(uri, text);
    return { ...session, uri, script, modes, run, offered, said };
  }

  test('is made executable for everyone who may read it', async () => {
    const { editor, uri, modes, run, offered } = await started(true);
    expect(await editor.rules(uri)).toEqual(['script-not-executable']);
    await run((await offered())!);
    expect(await modes()).toBe(0o750);
    await expect.poll(() => editor.rules(uri)).toEqual([]);
  });

  test('is left alone in a workspace that is not trusted, or if nothing is reported about it', async () => {
    const { uri, modes, run, offered } = await started(false);
    expect(await offered()).toBeUndefined();
    const command = { title, command: 'skillwright.makeExecutable', arguments: [uri, 'scripts/pack.sh'] };
    await run({ title, command });
    const trusted = await started(true);
    await trusted.run({ title, command: { ...command, arguments: [trusted.uri, '../packing/scripts/pack.sh'] } });
    expect([await modes(), await trusted.modes()]).toEqual([0o640, 0o640]);
  });

  test('is left alone if it is a link to a file elsewhere', async () => {
    const { root, script, modes, run, offered, said } = await started(true);
    await rm(script);
    const target = path.join(root, 'elsewhere.sh');
    await writeFile(target, 'pack\n', { mode: 0o640 });
    await symlink(target, script);
    await run((await offered())!);
    expect(await modes()).toBe(0o640);
    await expect
      .poll(() => said)
      .toEqual([expect.stringMatching(/^Could not make scripts\/pack\.sh executable: it is a link/)]);
  });
});
