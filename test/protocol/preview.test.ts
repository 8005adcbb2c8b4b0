import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { InvocationPreview } from '../../server/src/protocol.ts';
import { isEveryTest } from '../every-test.ts';
import { bundleServerForTests } from './editor.ts';
import { reviewFile, reviewSkill as skill, startPreviews } from './start-previews.ts';

bundleServerForTests();

/** The text of each span, with its label. */
function spansOf({ text, spans }: InvocationPreview): [string, string][] {
  return spans.map(({ start, end, label }) => [text.slice(start, end), label]);
}

describe('a preview', () => {
  test('shows the text in the editor, saved or not', async () => {
    const { editor, uri, shown, root } = await startPreviews({ [reviewFile]: skill('Saved') });
    expect((await shown(reviewFile)).text).toMatch(/^Base directory for this skill: .*\n\nSaved$/);
    expect((await shown(reviewFile)).version).toBeUndefined();

    const fields = [
      'arguments: range focus',
      'argument-hint: "[range] [focus]"',
      'model: haiku',
      'allowed-tools: Read',
    ];
    await editor.open(uri(reviewFile), skill('Look at $range with $1 in ${CLAUDE_SKILL_DIR}, $2.\n', ...fields));
    const folder = path.join(root, 'app/.claude/skills/review');
    const preview = await shown(reviewFile, 'main..HEAD "only tests"');
    expect(preview).toMatchObject({
      invocation: '/review',
      uri: uri(reviewFile),
      version: 1,
      text: `Base directory for this skill: ${folder}\n\nLook at main..HEAD with only tests in ${folder}, $2.\n`,
      arguments: [
        { name: 'range', index: 0, value: 'main..HEAD' },
        { name: 'focus', index: 1, value: 'only tests' },
      ],
      argumentHint: '[range] [focus]',
      changes: [
        { what: 'model', value: 'haiku' },
        { what: 'allowedTools', value: 'Read' },
      ],
      counts: { characters: preview.text.length, lines: 3 },
    });
    expect(preview.text.slice(preview.bodyStart)).toMatch(/^Look at/);
    expect(spansOf(preview)).toEqual([
      ['main..HEAD', '$range: first word of the arguments'],
      ['only tests', 'second word of the arguments'],
      [folder, expect.stringMatching(/^\$\{CLAUDE_SKILL_DIR\}: the folder/)],
    ]);
    const sources = preview.spans.map(({ source }) => editor.text(uri(reviewFile)).slice(source.start, source.end));
    expect(sources).toEqual(['$range', '$1', '${CLAUDE_SKILL_DIR}']);
    expect(preview.notes.join('\n')).toContain('`$2` stays as text');

    await editor.replace(uri(reviewFile), skill('Typed on'));
    expect(await shown(reviewFile)).toMatchObject({ version: 2, text: expect.stringMatching(/Typed on$/) });
  });

  test('adds arguments that nothing takes, and says so', async () => {
    const { shown } = await startPreviews({ [reviewFile]: skill('Do it') });
    const preview = await shown(reviewFile, 'all of it');
    expect(preview.text).toMatch(/Do it\n\nARGUMENTS: all of it$/);
    expect(preview.spans).toMatchObject([{ kind: 'appended' }]);
    expect(preview.notes).toContain('No placeholder uses the arguments, so Claude Code appends them');
    expect((await shown(reviewFile)).notes).toEqual([]);
  });

  test('says of a word that is not there that it is left out', async () => {
    const { shown } = await startPreviews({ [reviewFile]: skill('A $one B $two C', 'arguments: one two') });
    expect(spansOf(await shown(reviewFile, 'x'))).toEqual([
      ['x', '$one: first word of the arguments'],
      ['', '$two: left out: there is no second argument'],
    ]);
  });

  test('keeps line endings and counts in UTF-16 units', async () => {
    const { editor, uri, shown } = await startPreviews({ [reviewFile]: skill('') });
    await editor.open(uri(reviewFile), '---\r\ndescription: 絵文字 😀\r\n---\r\n\r\n😀 $0 é\r\n名前: $ARGUMENTS\r\n');
    const preview = await shown(reviewFile, '漢字😀 b');
    expect(preview.text.slice(preview.bodyStart)).toBe('😀 漢字😀 é\r\n名前: 漢字😀 b\r\n');
    expect(spansOf(preview).map(([text]) => text)).toEqual(['漢字😀', '漢字😀 b']);
    const sources = preview.spans.map(({ source }) => editor.text(uri(reviewFile)).slice(source.start, source.end));
    expect(sources).toEqual(['$0', '$ARGUMENTS']);
  });

  test('is there for commands and skills of every place, and for nothing else', async () => {
    const { preview, shown, root } = await startPreviews({
      'app/.claude/commands/git/log.md': 'Log $ARGUMENTS',
      'app/.claude/agents/helper.md': '---\nname: helper\ndescription: Helps\n---\nHelp',
      'app/.claude/settings.json': '{}',
      'app/README.md': 'Read me',
      'elsewhere/demo/SKILL.md': skill('Outside ${CLAUDE_SKILL_DIR}'),
      'home/.claude/skills/own/SKILL.md': skill('Own $0'),
    });
    expect(await shown('app/.claude/commands/git/log.md', 'now')).toMatchObject({
      invocation: '/git:log',
      text: 'Log now',
      bodyStart: 0,
    });
    const folder = path.join(root, 'elsewhere/demo');
    const outside = await shown('elsewhere/demo/SKILL.md');
    expect(outside).toMatchObject({
      invocation: '/demo',
      text: `Base directory for this skill: ${folder}\n\nOutside ${folder}`,
    });
    expect(outside.notice).toEqual({
      severity: 'warning',
      title: 'Claude Code does not load skills from this location',
      advice: 'Move its folder to `.claude/skills` in the project or in your home folder',
    });
    expect(outside.calls.map(({ text }) => text)).toEqual(['unknown to Claude Code', 'unknown to Claude Code']);
    expect((await shown('home/.claude/skills/own/SKILL.md', 'x')).text).toMatch(/Own x$/);
    for (const name of ['app/.claude/agents/helper.md', 'app/.claude/settings.json', 'app/README.md', reviewFile]) {
      expect(await preview(name), name).toBeNull();
    }
  });

  test.runIf(isEveryTest)(
    'is of the session around the file, or of one in the home folder where nothing is open',
    async () => {
      const files = {
        'home/.claude/skills/own/SKILL.md': skill('${CLAUDE_PROJECT_DIR}'),
        'app/.claude/skills/review/SKILL.md': skill('${CLAUDE_PROJECT_DIR}'),
      };
      const { shown, root } = await startPreviews(files);
      const body = ({ text, bodyStart }: InvocationPreview) => text.slice(bodyStart);
      for (const name of Object.keys(files)) expect(body(await shown(name)), name).toBe(path.join(root, 'app'));
      const alone = await startPreviews(files, { workspaceFolders: [] });
      const own = await alone.shown('home/.claude/skills/own/SKILL.md');
      expect([body(own), own.folder]).toEqual([path.join(alone.root, 'home'), path.join(alone.root, 'home')]);
    },
  );

  test.runIf(isEveryTest)('knows the plugin around a skill', async () => {
    const text = skill('${CLAUDE_PLUGIN_ROOT} $ARGUMENTS');
    const plugin = 'office/.claude-plugin/plugin.json';
    const { shown, root } = await startPreviews(
      {
        [plugin]: '{"name": "office"}',
        'office/skills/pdf/SKILL.md': text,
        [`app/${plugin}`]: '{"name": "office"}',
        'app/office/skills/pdf/SKILL.md': text,
      },
      { settings: () => ({ pluginFolders: ['../office'] }) },
    );
    const loaded = await shown('office/skills/pdf/SKILL.md', 'x');
    expect(loaded).toMatchObject({ invocation: '/office:pdf', notes: [] });
    expect(loaded.text).toContain(`\n\n${path.join(root, 'office')} x`);
    const notLoaded = await shown('app/office/skills/pdf/SKILL.md', 'x');
    expect(notLoaded.invocation).toBe('/office:pdf');
    expect(notLoaded.text).toContain(`\n\n${path.join(root, 'app/office')} x`);
    expect(notLoaded.notice).toMatchObject({
      severity: 'info',
      advice: 'The preview shows what it sends once the plugin `office` is installed',
    });
    expect(notLoaded.calls[0]).toMatchObject({ decision: 'deny', text: 'unknown until it is installed' });
  });

  test.runIf(isEveryTest)('is gone with its file, and comes back', async () => {
    const { editor, root, write, preview, shown, uri } = await startPreviews({ [reviewFile]: skill('Here') });
    let changes = 0;
    editor.connection.onNotification('skillwright/previewChanged', () => void changes++);
    expect((await shown(reviewFile)).text).toMatch(/Here$/);
    await rm(path.join(root, reviewFile));
    const before = changes;
    await editor.fileChanged(uri(reviewFile));
    await vi.waitFor(() => expect(changes).toBeGreaterThan(before));
    expect(await preview(reviewFile)).toBeNull();
    await write(reviewFile, skill('Back'));
    await editor.fileChanged(uri(reviewFile));
    await vi.waitFor(async () => expect((await shown(reviewFile)).text).toMatch(/Back$/));
  });

  test('gives the session one id for as long as the server runs', async () => {
    const { shown } = await startPreviews({ [reviewFile]: skill('${CLAUDE_SESSION_ID}') });
    const body = ({ text, bodyStart }: InvocationPreview) => text.slice(bodyStart);
    const id = body(await shown(reviewFile));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(body(await shown(reviewFile, '  '))).toBe(id);
  });

  test('shows a file of a megabyte whole', async () => {
    const { editor, uri, shown } = await startPreviews({ [reviewFile]: skill('') });
    const line = 'Take $ARGUMENTS, $0 and $1 of it, and say in the end what is still to be done.\n';
    const lines = Math.floor(1_000_000 / line.length);
    await editor.open(uri(reviewFile), skill(line.repeat(lines)));
    const preview = await shown(reviewFile, 'a b');
    expect(preview.text.slice(preview.bodyStart)).toBe(
      'Take a b, a and b of it, and say in the end what is still to be done.\n'.repeat(lines),
    );
    expect(preview.spans).toHaveLength(3 * lines);
  });

  test('says what the rules of the settings make of a call by the model', async () => {
    const { editor, uri, shown } = await startPreviews({
      [reviewFile]: skill('Text'),
      'app/.claude/settings.local.json': '{"permissions": {"deny": ["Skill(review)"]}}',
    });
    const answer = 'Skill execution blocked by permission rules';
    const denied = {
      by: 'model',
      decision: 'deny',
      text: 'denied: `Skill(review)` in `.claude/settings.local.json`',
      answer,
    };
    expect((await shown(reviewFile)).calls).toEqual([
      { by: 'user', decision: 'allow', text: 'sends this text' },
      denied,
    ]);
    // A field that is not saved yet counts.
    await editor.open(uri(reviewFile), skill('Text', 'disable-model-invocation: true'));
    const { calls, notice } = await shown(reviewFile);
    expect(calls[1]).toMatchObject({ text: 'refused, because of `disable-model-invocation: true`' });
    expect(notice).toBeUndefined();
  });

  test('says who can invoke the skill', async () => {
    const { shown } = await startPreviews({
      [reviewFile]: skill('Text', 'user-invocable: false'),
      'app/.claude/skills/off/SKILL.md': skill('Text'),
      'app/.claude/settings.json': '{"skillOverrides": {"off": "off"}}',
    });
    const hidden = await shown(reviewFile);
    expect(hidden.text).toMatch(/Text$/);
    expect(hidden.notice).toMatchObject({ severity: 'info', title: 'Only Claude can invoke this skill' });
    expect(hidden.calls).toMatchObject([
      { by: 'user', decision: 'deny', answer: expect.stringMatching(/^This skill can only be invoked by Claude/) },
      { by: 'model', decision: 'allow' },
    ]);
    const off = await shown('app/.claude/skills/off/SKILL.md');
    expect(off.notice).toMatchObject({ severity: 'warning', title: 'This skill is switched off' });
    expect(off.calls).toMatchObject([
      { decision: 'deny', answer: expect.stringContaining('disabled via skillOverrides') },
      { decision: 'deny', answer: expect.stringContaining('skillOverrides') },
    ]);
  });
});

describe('one argument', () => {
  test('is inserted among the others so that Claude Code reads it as one word', async () => {
    const { ask, uri } = await startPreviews({ [reviewFile]: skill('$0 $1') });
    const given = { uri: uri(reviewFile), arguments: 'a b c', index: 1, value: 'only tests' };
    const changed = await ask<string>('skillwright/argumentsWith', given);
    const preview = await ask<InvocationPreview>('skillwright/preview', { uri: uri(reviewFile), arguments: changed });
    expect(preview.text.slice(preview.bodyStart)).toBe('a only tests');
    expect(await ask('skillwright/argumentsWith', { ...given, uri: uri('app/README.md') })).toBeNull();
  });
});
