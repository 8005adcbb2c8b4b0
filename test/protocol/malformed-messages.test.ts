import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../every-test.ts';
import { bundleServerForTests, Editor } from './editor.ts';

bundleServerForTests();

const skill = 'file:///project/.claude/skills/demo/SKILL.md';
const withFinding =
  '---\nname: Demo\ndescription: Fills in forms. Use when a form is to be completed.\n---\n\nDo it.\n';

/** Writes bytes to the server as they are. */
function send(editor: Editor, bytes: string): void {
  editor.process.stdin!.write(bytes);
}

function framed(content: string, length = Buffer.byteLength(content)): string {
  return `Content-Length: ${length}\r\n\r\n${content}`;
}

function message(content: object): string {
  return framed(JSON.stringify({ jsonrpc: '2.0', ...content }));
}

/** The server still answers, about the text that the editor has. */
async function expectAlive(editor: Editor, after?: string): Promise<void> {
  expect(await editor.rules(skill), after).toEqual(['name-format']);
  expect(editor.hasEnded, after).toBe(false);
}

/** An editor that speaks to a process, into which bytes can be written. */
function startProcess(): Promise<Editor> {
  return Editor.start({ transport: 'stdio' });
}

describe('a malformed message', () => {
  const messages = [
    ['that is not JSON', framed('{"jsonrpc": "2.0", "method": ')],
    ['that is not UTF-8', framed('{"jsonrpc":"2.0","method":"\u00ff"}')],
    ['without content', framed('')],
    ['that is a list', framed('[]')],
    ['that is a number', framed('17')],
    ['that is null', framed('null')],
    ['without a method', message({ id: 9001 })],
    ['with a method that is not a text', message({ id: 9001, method: 17, params: {} })],
    ['that is a notification nobody knows', message({ method: 'textDocument/didDream', params: {} })],
    ['that answers what was never asked', message({ id: 12345, result: null })],
    ['that fails what was never asked', message({ id: 12345, error: { code: -1, message: 'no' } })],
    ['that cancels what was never asked', message({ method: '$/cancelRequest', params: { id: 12345 } })],
    ['that cancels nothing', message({ method: '$/cancelRequest', params: null })],
    ['that is deeply nested', framed(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['with keys of every prototype', framed('{"jsonrpc":"2.0","method":"x","__proto__":{"a":1},"constructor":2}')],
    ['with other headers', `Content-Type: x\r\n${framed('{"jsonrpc":"2.0","method":"x"}')}`],
  ] as const;

  test('leaves the server as it was', async () => {
    const editor = await startProcess();
    await editor.open(skill, withFinding);
    for (const [which, bytes] of messages) {
      send(editor, bytes);
      await expectAlive(editor, which);
    }
  });

  test('is answered with an error if it is a request that nobody knows', async () => {
    const editor = await startProcess();
    await editor.open(skill, withFinding);
    for (const method of ['textDocument/dream', '__proto__', 'constructor', 'skillwright/none', ''])
      await expect(editor.connection.sendRequest(method, {}), method).rejects.toMatchObject({ code: -32601 });
    await expectAlive(editor);
  });
});

describe('parameters of the wrong types', () => {
  const wrong: readonly unknown[] = [
    null,
    undefined,
    17,
    'text',
    [],
    {},
    { textDocument: null },
    { textDocument: { uri: 17 } },
    { textDocument: { uri: '' }, position: null },
    { textDocument: { uri: 'not a uri' }, position: { line: 'x', character: {} } },
    { textDocument: { uri: skill }, position: { line: -1, character: -1 }, range: 3 },
    { textDocument: { uri: skill }, position: { line: 1e99, character: 1e99 }, range: { start: null } },
    { textDocument: { uri: skill }, positions: [null], context: null, uri: [], parent: {}, id: {}, arguments: 3 },
    { uri: skill, grouping: [], options: null, previousResultIds: 3, files: 'x', query: {} },
    { uri: `file:///${'a/'.repeat(5_000)}SKILL.md`, textDocument: { uri: `file:///${'a/'.repeat(5_000)}SKILL.md` } },
    { uri: 'file:///%00/%ff/SKILL.md', textDocument: { uri: 'file:///%00/%ff/SKILL.md' } },
  ];
  const methods = [
    ...[
      'hover',
      'completion',
      'codeAction',
      'definition',
      'references',
      'documentSymbol',
      'documentHighlight',
      'rename',
    ],
    ...['foldingRange', 'selectionRange', 'semanticTokens/full', 'inlayHint', 'codeLens', 'diagnostic', 'documentLink'],
    ...['prepareRename', 'prepareCallHierarchy', 'semanticTokens/range', 'semanticTokens/full/delta'],
  ].map((name) => `textDocument/${name}`);
  const ours = [
    ...[
      'tree',
      'parent',
      'problemsInFolder',
      'tooltip',
      'skill',
      'skillAt',
      'budget',
      'listing',
      'preview',
      'argumentsWith',
      'why',
    ],
    ...[
      'skillsWithTriggers',
      'readyToPublish',
      'template',
      'destinations',
      'nameProblem',
      'trust',
      'compare',
      'moveEdits',
      'renamedText',
      'problems',
    ],
    ...[
      'turnOffRule',
      'rewritePlan',
      'proposeRewrite',
      'overrideEdit',
      'allowSkill',
      'allowCommand',
      'validate',
      'callSkill',
      'runs',
      'run',
      'skillCost',
    ],
    ...['fixWorkspace', 'report', 'sessions', 'pluginFolder', 'skillsForModel', 'portableTargets', 'makePortable'],
  ].map((name) => `skillwright/${name}`);

  test('are answered, with an error or with nothing, and leave the server as it was', async () => {
    const editor = await startProcess();
    await editor.open(skill, withFinding);
    const others = ['codeAction/resolve', 'codeLens/resolve', 'completionItem/resolve', 'workspace/symbol'];
    let answered = 0;
    for (const method of [...methods, ...ours, ...others, 'workspace/executeCommand']) {
      await Promise.all(
        oneIn(9, wrong).map(async (params) => {
          await editor.connection.sendRequest(method, params).catch(() => {});
          answered++;
        }),
      );
    }
    expect(answered).toBe((methods.length + ours.length + others.length + 1) * oneIn(9, wrong).length);
    await expectAlive(editor);
  });

  test('of notifications leave the server as it was', async () => {
    const editor = await startProcess();
    await editor.open(skill, withFinding);
    const notifications = [
      ...['didChange', 'didClose', 'didOpen', 'didSave', 'willSave'].map((name) => `textDocument/${name}`),
      ...['didChangeConfiguration', 'didChangeWatchedFiles', 'didChangeWorkspaceFolders', 'didRenameFiles'].map(
        (name) => `workspace/${name}`,
      ),
      ...['$/setTrace', 'skillwright/tabClosed', 'skillwright/workspaceTrusted', 'skillwright/clearProblems'],
    ];
    const changes = [
      { changes: [null, 17, { uri: 17, type: 'x' }, { uri: 'x', type: 99 }] },
      { event: { added: [null], removed: null } },
      { textDocument: { uri: skill }, contentChanges: [{ range: { start: null, end: null }, text: 17 }, null] },
      { textDocument: { uri: 'file:///other/SKILL.md', version: 3 }, contentChanges: [{ text: 'never opened' }] },
    ];
    const known = wrong.filter(
      (params) => (params as { textDocument?: { uri: unknown } })?.textDocument?.uri !== skill,
    );
    for (const method of notifications)
      for (const params of [...known, ...changes])
        send(editor, message(params === undefined ? { method } : { method, params }));
    // A change that makes no sense may leave an open text in doubt: the editor opens it again.
    await editor.close(skill);
    await editor.open(skill, withFinding);
    await expectAlive(editor);
  });
});

describe('messages that can no longer be told apart', () => {
  const content = '{"jsonrpc":"2.0","method":"x"}';

  const unframed = [
    ['a length that is too short', framed(content, content.length - 5)],
    ['a length that is too long', framed(content, content.length + 20)],
    ['a length that is negative', framed(content, -5)],
    ['a length that no string has', framed(content, 99_999_999_999)],
    ['a length that is not a number', `Content-Length: x\r\n\r\n${content}`],
    ['no length', `Content-Type: x\r\n\r\n${content}`],
    ['no headers', `\r\n\r\n${content}`],
    ['headers that never end', 'x'.repeat(10_000)],
    ['other text', `hello\r\n\r\n${content}`],
  ] as const;
  test.for(oneIn(3, unframed))('end the server, so that the editor starts another one: %s', async ([, bytes]) => {
    const editor = await startProcess();
    let told = '';
    editor.process.stderr!.on('data', (data) => {
      told += data;
    });
    await editor.open(skill, withFinding);
    const ended = once(editor.process, 'exit');
    send(editor, bytes);
    // Editors go on without noticing.
    send(editor, message({ method: 'x' }));
    expect(await ended).toEqual([1, null]);
    expect(told).toMatch(/^Skillwright: The editor sent a message .+; the server ends so that it is started again\n$/);
    const next = await Editor.start();
    await next.open(skill, withFinding);
    await expectAlive(next);
  });

  test('are not those in many pieces, or many in one', async () => {
    const editor = await startProcess();
    await editor.open(skill, withFinding);
    const text = `${message({ method: 'x', params: '😀'.repeat(10) })}content-length:  2 \r\nContent-Type: y\r\n\r\n{}`;
    for (const byte of Buffer.from(text.repeat(3))) editor.process.stdin!.write(Buffer.from([byte]));
    send(editor, text.repeat(2_000));
    await expectAlive(editor);
  });
});
