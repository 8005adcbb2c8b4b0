import { describe, expect, test } from 'vitest';
import { CompletionRequest, DocumentDiagnosticRequest } from 'vscode-languageserver/node';
import { bundleServerForTests, Editor } from '../protocol/editor.ts';

bundleServerForTests();

const large = 'file:///project/.claude/skills/large/SKILL.md';
const small = 'file:///project/.claude/skills/small/SKILL.md';
const head = '---\nname: large\ndescription: Lists folders. Use on Mondays\n---\n\n';

/** Commands that all differ, each of which takes a while to judge. */
const commands = Array.from({ length: 30_000 }, (_, index) => `!\`ls a${index} | grep b\`\n`).join('');

describe('while a large file is checked', () => {
  test('others are answered', { timeout: 120_000 }, async () => {
    const editor = await Editor.start();
    const files = Array.from({ length: 8 }, (_, index) => large.replace('large', `large-${index}`));
    for (const file of files) await editor.open(file, head + commands);
    await editor.open(small, '---\n\n---\n');
    let areChecked = false;
    const pulled = Promise.all(files.map((file) => editor.pull(file))).finally(() => {
      areChecked = true;
    });
    let answered = 0;
    while (!areChecked) {
      await editor.connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri: small },
        position: { line: 1, character: 0 },
      });
      answered++;
    }
    expect((await pulled).map(({ kind }) => kind)).toEqual(files.map(() => 'full'));
    // A server that checks each file at once answers the few that come before it begins, and in between.
    expect(answered).toBeGreaterThan(files.length);
  });

  test('a change aborts the check, and the request is answered with the new text', { timeout: 120_000 }, async () => {
    const editor = await Editor.start();
    await editor.open(large, head + commands);
    const waiting = editor.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri: large } });
    await editor.replace(large, `${head}Lists.\n`);
    const told = await editor.pull(large);
    expect(told).toMatchObject({ kind: 'full', items: [] });
    expect(await waiting).toEqual(told);
  });

  test('all who ask get the findings of one check', { timeout: 120_000 }, async () => {
    const editor = await Editor.start();
    await editor.open(large, head + commands.slice(0, 100_000));
    const [first, second] = await Promise.all([editor.pull(large), editor.pull(large)]);
    expect(first).toMatchObject({ kind: 'full' });
    expect(second).toEqual(first);
  });
});
