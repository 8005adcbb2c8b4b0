import { describe, expect, test } from 'vitest';
import { HoverRequest, type MarkupContent } from 'vscode-languageserver/node';
import type { InvocationPreview } from '../../server/src/protocol.ts';
import { bundleServerForTests } from './editor.ts';
import { reviewFile, reviewSkill, startPreviews } from './start-previews.ts';

bundleServerForTests();

const untitled = 'untitled:Untitled-1';

describe('a skill that was never saved', () => {
  test('is checked, and told nothing about a path that it does not have', async () => {
    const { editor } = await startPreviews({ [reviewFile]: reviewSkill('Review') });
    const text =
      '---\nname: drafted\ndescription: Reviews a diff. Use before committing.\nuser-invocable: maybe\n---\n\nLook at it.\n';
    await editor.open(untitled, text, 'skill');
    const codes = await editor.rules(untitled);
    expect(codes).toEqual(['boolean-value']);
  });

  test('has hovers', async () => {
    const { editor } = await startPreviews({ [reviewFile]: reviewSkill('Review') });
    await editor.open(untitled, '---\ndescription: Reviews\n---\n', 'skill');
    const position = { line: 1, character: 3 };
    const hover = await editor.connection.sendRequest(HoverRequest.type, { textDocument: { uri: untitled }, position });
    expect((hover!.contents as MarkupContent).value).toContain('the first non-blank line of the body');
  });

  test('is previewed as it would be after it is saved', async () => {
    const { editor, ask } = await startPreviews({ [reviewFile]: reviewSkill('Review') });
    const preview = () => ask<InvocationPreview | null>('skillwright/preview', { uri: untitled, arguments: 'x' });
    await editor.open(untitled, '---\nname: drafted\ndescription: Drafts\n---\nLook at $0', 'skill');
    expect(await preview()).toMatchObject({
      invocation: '/drafted',
      text: expect.stringMatching(/^Base directory for this skill: .*\/app\/\.claude\/skills\/drafted\n\nLook at x$/),
      notice: { severity: 'info', title: 'This skill is not saved yet' },
    });
    await editor.replace(untitled, 'Nothing but $0');
    expect((await preview())?.invocation).toBe('/my-skill');
  });

  test('is only a text in other languages', async () => {
    const { editor, ask } = await startPreviews({ [reviewFile]: reviewSkill('Review') });
    await editor.open(untitled, '---\nuser-invocable: maybe\n---\n', 'markdown');
    expect(await editor.rules(untitled)).toEqual([]);
    expect(await ask('skillwright/preview', { uri: untitled, arguments: '' })).toBeNull();
  });
});
