import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  CompletionRequest,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticRequest,
  DocumentSymbolRequest,
  FileChangeType,
  type FileEvent,
  HoverRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import type { TreeNode } from '../../server/src/protocol.ts';
import { bundleServerForTests, Editor, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = 'file:///project/.claude/skills/demo/SKILL.md';
const withFinding =
  '---\nname: Demo\ndescription: Fills in forms. Use when a form is to be completed.\n---\n\nDo it.\n';

/** The server still answers, about the text that the editor has. */
async function expectAlive(editor: Editor): Promise<void> {
  expect(await editor.rules(skill)).toEqual(['name-format']);
  expect(editor.hasEnded).toBe(false);
}

describe('a server that is killed in the middle of its work', () => {
  test('has lost nothing when the editor starts the next one with the texts that it has', async () => {
    const { editor, root, write } = await startSession(
      { 'app/.claude/skills/demo/SKILL.md': withFinding },
      { transport: 'stdio' },
    );
    const uri = await write('app/.claude/skills/demo/SKILL.md', withFinding);
    await editor.open(uri, withFinding);
    await editor.replace(uri, withFinding.replace('Do it.', 'Pay $1 now.'));
    const asked = [
      editor.pull(uri),
      editor.connection.sendRequest('skillwright/tree', { grouping: 'tier', hideEmpty: false }),
    ];
    const ended = once(editor.process, 'exit');
    editor.process.kill('SIGKILL');
    await ended;
    await Promise.allSettled(asked.map((it) => Promise.race([it, ended])));
    const next = await Editor.start({ home: path.join(root, 'home'), workspaceFolders: [path.join(root, 'app')] });
    await next.open(uri, editor.text(uri));
    expect(await next.rules(uri)).toEqual(['name-format', 'literal-dollar']);
    const sessions = await next.connection.sendRequest<TreeNode[]>('skillwright/tree', {
      grouping: 'tier',
      hideEmpty: true,
    });
    expect(sessions.map(({ label }) => label)).toEqual(['Project']);
  });
});

describe('an editor that cancels everything', () => {
  test('is answered at once, and again when it asks without cancelling', async () => {
    const { editor, write } = await startSession({});
    const uri = await write('app/.claude/skills/demo/SKILL.md', withFinding);
    await editor.open(uri, withFinding);
    const textDocument = { uri };
    const position = { line: 1, character: 3 };
    const requests: readonly (readonly [string, object])[] = [
      [HoverRequest.method, { textDocument, position }],
      [CompletionRequest.method, { textDocument, position }],
      [DocumentSymbolRequest.method, { textDocument }],
      [SemanticTokensRequest.method, { textDocument }],
      [DocumentDiagnosticRequest.method, { textDocument }],
      [
        CodeActionRequest.method,
        { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } },
      ],
      ['textDocument/references', { textDocument, position, context: { includeDeclaration: true } }],
      ['skillwright/tree', { grouping: 'tier', hideEmpty: true }],
      ['skillwright/budget', {}],
      ['workspace/symbol', { query: 'demo' }],
    ];
    const outcomes: Promise<unknown>[] = [];
    for (let round = 0; round < 100; round++) {
      for (const [method, params] of requests) {
        const source = new CancellationTokenSource();
        outcomes.push(editor.connection.sendRequest(method, params, source.token).catch(({ code }) => code));
        source.cancel();
      }
    }
    const answers = await Promise.all(outcomes);
    // RequestCancelled, ServerCancelled and ContentModified are what a request may fail with that was taken back.
    const codes = new Set(answers.filter((it) => typeof it === 'number'));
    for (const code of codes) expect([-32800, -32801, -32802]).toContain(code);
    for (const [method, params] of requests) await editor.connection.sendRequest(method, params);
    expect(await editor.rules(uri)).toEqual(['name-format']);
    expect(editor.log).toEqual([]);
  });
});

describe('a branch that is switched', () => {
  test('thousands of changed files settle in one catalog, and only what changed is told', async () => {
    const count = 300;
    const name = (index: number) => `skill-${index}`;
    const fileOf = (index: number) => `app/.claude/skills/${name(index)}/SKILL.md`;
    const text = (what: string) => `---\ndescription: ${what}. Use when it is raining\n---\nDo it.\n`;
    const { editor, root, told, ask } = await startSession(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [fileOf(index), text(`Before ${index}`)])),
    );
    const labels = async () => {
      const [group] = await ask<TreeNode[]>('skillwright/tree', { grouping: 'tier', hideEmpty: true });
      const rows = await ask<TreeNode[]>('skillwright/tree', { grouping: 'tier', hideEmpty: true, parent: group!.id });
      return rows.map(({ label }) => label);
    };
    expect(await labels()).toHaveLength(count);
    const before = told.length;

    // Ten branches, one after the other: each writes, removes and creates, and the watcher repeats itself.
    for (let branch = 0; branch < 10; branch++) {
      const changes: FileEvent[] = [];
      for (let index = 0; index < count; index++) {
        const file = path.join(root, fileOf(index));
        const isGone = index % 10 === branch;
        if (isGone) await rm(path.dirname(file), { recursive: true });
        else {
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, text(`Branch ${branch} of ${index}`));
        }
        const change: FileEvent = {
          uri: uriOf(file),
          type: isGone ? FileChangeType.Deleted : FileChangeType.Changed,
        };
        changes.push(change, change);
      }
      for (let at = 0; at < changes.length; at += 50)
        await editor.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
          changes: changes.slice(at, at + 50),
        });
    }
    const expected = Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % 10 !== 9)
      .map(name);
    expect((await labels()).toSorted()).toEqual(expected.toSorted());
    // 6,000 changes in 120 messages: those that come while others are read are read together.
    expect(told.length - before).toBeGreaterThan(0);
    expect(told.length - before).toBeLessThanOrEqual(60);
    await editor.open(uriOf(path.join(root, fileOf(1))), withFinding);
    expect(await editor.rules(uriOf(path.join(root, fileOf(1))))).toContain('name-format');
    expect(editor.log).toEqual([]);
  });
});

describe('thousands of edits without a pause', () => {
  test('end in the findings of the last text', async () => {
    const editor = await Editor.start();
    await editor.open(skill, withFinding);
    const asked: Promise<unknown>[] = [];
    const end = { line: 5, character: 0 };
    for (let edit = 0; edit < 3_000; edit++) {
      await editor.change(skill, { range: { start: end, end }, text: edit % 2 === 0 ? '$1 ' : 'a ' });
      if (edit % 10 === 0) asked.push(editor.pull(skill).catch(({ code }) => code));
      if (edit % 100 === 0) await editor.change(skill, { text: withFinding });
    }
    await editor.replace(skill, withFinding);
    await Promise.all(asked);
    await expectAlive(editor);
  });

  test('while a skill is renamed: the rename is for the text it was asked for, or is refused', async () => {
    const { editor, write } = await startSession({});
    const uri = await write('app/.claude/skills/demo/SKILL.md', withFinding.replace('Demo', 'demo'));
    const other = await write('app/.claude/skills/other/SKILL.md', '---\ndescription: D\n---\nUse /demo now.\n');
    await editor.open(uri, withFinding.replace('Demo', 'demo'));
    await editor.open(other, '---\ndescription: D\n---\nUse /demo now.\n');
    const position = { line: 1, character: 7 };
    let edits = 0;
    for (let round = 0; round < 20; round++) {
      const rename = editor.connection.sendRequest('textDocument/rename', {
        textDocument: { uri },
        position,
        newName: `demo-${round}`,
      }) as Promise<{ documentChanges?: { textDocument?: { uri: string; version: number | null } }[] } | null>;
      const version = editor.version(other);
      await editor.change(other, {
        range: { start: { line: 3, character: 0 }, end: { line: 3, character: 0 } },
        text: 'x',
      });
      const outcome = await rename.catch(({ code }: { code: number }) => code);
      if (typeof outcome === 'number') {
        expect([-32800, -32801, -32802, -32803]).toContain(outcome);
        continue;
      }
      edits++;
      // An editor applies edits only to the version that they name.
      for (const { textDocument } of outcome?.documentChanges ?? []) {
        if (textDocument?.uri === other) expect([version, version + 1]).toContain(textDocument.version);
        if (textDocument?.uri === uri) expect(textDocument.version).toBe(1);
      }
    }
    expect(edits).toBeGreaterThan(0);
    expect(editor.log).toEqual([]);
  });
});
