import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  type CompletionItem,
  CompletionRequest,
  DocumentDiagnosticRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  FoldingRangeRequest,
  HoverRequest,
  SelectionRangeRequest,
  SemanticTokensDeltaRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import { applyEdits, editsIn } from '../unit/features/open-text.ts';
import { bundleServerForTests, Editor, uriOf, vscodeCapabilities } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = 'file:///project/.claude/skills/demo/SKILL.md';
const head = '---\nname: demo\ndescription: Fills in forms. Use when a form is to be completed.\n';
const wholeText = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

describe('code actions', () => {
  const broken = `${head}---\n\nPay 😀 $1 now.\n`.replaceAll('\n', '\r\n');

  test('fix the finding, and then it is gone', async () => {
    const editor = await Editor.start();
    await editor.open(skill, broken);
    const report = await editor.pull(skill);
    if (report.kind !== 'full') throw new Error('nothing to mend');
    const [fix] = await editor.codeActions(skill, report.items[0]!.range);
    expect(fix).toMatchObject({ kind: 'quickfix', isPreferred: true, diagnostics: report.items });
    expect(fix?.edit).toBeUndefined();
    const { edit } = await editor.resolved(fix);
    expect(edit?.documentChanges).toMatchObject([{ textDocument: { uri: skill, version: 1 } }]);
    const mended = applyEdits(broken, editsIn(edit));
    expect(mended).toBe(broken.replace('$1', '\\$1'));
    await editor.replace(skill, mended);
    expect(await editor.rules(skill)).toEqual([]);
  });

  test('fix everything on save', async () => {
    const editor = await Editor.start();
    await editor.open(skill, '---\nname: demo\ndescription: Use this: 😀 when asked\n---\n\nDo it.\n');
    const [all] = await editor.codeActions(skill, wholeText, ['source.fixAll']);
    expect(all?.kind).toBe('source.fixAll.skillwright');
    await editor.replace(skill, applyEdits(editor.text(skill), editsIn((await editor.resolved(all)).edit)));
    expect(await editor.rules(skill)).toEqual([]);
    expect(await editor.codeActions(skill, wholeText, ['source.fixAll'])).toEqual([]);
  });

  test('silence what was found', async () => {
    const editor = await Editor.start();
    await editor.open(skill, `${head}---\n\nPay $1 now.\n`);
    expect(await editor.rules(skill)).toEqual(['literal-dollar']);
    const actions = await editor.codeActions(skill, wholeText);
    const silence = actions.find(({ title }) => title === 'Suppress `literal-dollar` for this line');
    await editor.replace(skill, applyEdits(editor.text(skill), editsIn((await editor.resolved(silence)).edit)));
    expect(await editor.rules(skill)).toEqual([]);
  });

  test('come with their edit where the editor cannot ask for it later', async () => {
    const editor = await Editor.start({ capabilities: { ...vscodeCapabilities, textDocument: { diagnostic: {} } } });
    expect(editor.initialized.capabilities.codeActionProvider).toMatchObject({ resolveProvider: false });
    await editor.open(skill, broken);
    const [fix] = await editor.codeActions(skill, wholeText);
    expect(applyEdits(broken, editsIn(fix?.edit))).toBe(broken.replace('$1', '\\$1'));
  });

  test('made for a former text change nothing', async () => {
    const editor = await Editor.start();
    await editor.open(skill, broken);
    const [fix] = await editor.codeActions(skill, wholeText);
    await editor.replace(skill, `${broken}More.\n`);
    await expect(editor.resolved(fix)).rejects.toThrow('The text has changed since');
  });

  test('show the page of a rule', async () => {
    const editor = await Editor.start();
    await editor.connection.sendRequest(ExecuteCommandRequest.type, {
      command: 'skillwright.showRulePage',
      arguments: ['yaml-lenient'],
    });
    expect(editor.shownPages).toEqual([expect.stringMatching(/^https:.*\/docs\/rules\/yaml-lenient\.md$/)]);
  });

  test('rename only where the editor can', async () => {
    const text = head.replace('demo', 'other');
    for (const renames of [true, false]) {
      const workspace = renames ? vscodeCapabilities.workspace : {};
      const editor = await Editor.start({ capabilities: { ...vscodeCapabilities, workspace: workspace! } });
      await editor.open(skill, `${text}---\n\nDo it.\n`);
      const actions = await editor.codeActions(skill, wholeText);
      const chosen = await Promise.all(actions.map((action) => editor.resolved(action)));
      const kinds = chosen
        .flatMap(({ edit }) => edit?.documentChanges ?? [])
        .map((it) => ('kind' in it ? it.kind : 'edit'));
      expect(kinds.includes('rename')).toBe(renames);
    }
  });
});

describe('other requests', () => {
  test('hover', async () => {
    const editor = await Editor.start();
    await editor.open(skill, `${head}effort: high\n---\n`);
    const hover = await editor.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: skill },
      position: { line: 3, character: 2 },
    });
    expect(hover).toMatchObject({
      contents: { kind: 'markdown', value: expect.stringContaining('How much effort') },
      range: { start: { line: 3, character: 0 }, end: { line: 3, character: 6 } },
    });
  });

  test('completion', async () => {
    const editor = await Editor.start();
    await editor.open(skill, `${head}model: \n---\n`);
    const items = (await editor.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri: skill },
      position: { line: 3, character: 7 },
    })) as CompletionItem[];
    expect(items.map(({ label }) => label)).toContain('opus');
  });

  test('completion reads what it needs of the disk', async () => {
    const demo = `---
name: demo
description: x
allowed-tools: Read()
hooks:
  Stop:
    - hooks:
        - command: $CLAUDE_PROJECT_DIR/
---

See @docs/ and @../
`;
    const { root, editor } = await startSession({
      'app/.claude/skills/demo/SKILL.md': demo,
      'app/docs/a.md': '',
      'app/scripts/b.sh': '',
      'home/.claude.json': '{"mcpServers": {"jira": {}}}',
    });
    const uri = uriOf(path.join(root, 'app/.claude/skills/demo/SKILL.md'));
    await editor.open(uri, demo);
    const labels = async (line: number, character: number) => {
      const at = { textDocument: { uri }, position: { line, character } };
      const items = (await editor.connection.sendRequest(CompletionRequest.type, at)) as CompletionItem[];
      return items.map(({ label }) => label);
    };
    expect(await labels(3, 20)).toEqual(expect.arrayContaining(['docs/**', 'scripts/**/*.sh']));
    expect(await labels(7, 39)).toEqual(['.claude/', 'docs/', 'scripts/']);
    expect(await labels(10, 10)).toEqual(['a.md']);
    expect(await labels(10, 19)).toEqual([]);
    // The servers of the user are known once the catalog is read.
    await expect.poll(() => labels(3, 15)).toContain('mcp__jira');
  });

  test('outline and folding, of markdown too unless the editor has them', async () => {
    for (const editorKnowsMarkdown of [false, true]) {
      const editor = await Editor.start({ initializationOptions: { editorKnowsMarkdown } });
      await editor.open(skill, `${head}---\n\n# Title\n\ntext\n`);
      const textDocument = { uri: skill };
      const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
      expect(symbols?.map(({ name }) => name)).toEqual([
        'name',
        'description',
        ...(editorKnowsMarkdown ? [] : ['Title']),
      ]);
      const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
      expect(folds?.map(({ startLine }) => startLine)).toEqual(editorKnowsMarkdown ? [0] : [0, 5]);
    }
  });

  test('selection ranges and highlights of what means the same', async () => {
    const editor = await Editor.start();
    await editor.open(skill, `${head}arguments: [issue]\n---\n\n# Fix $issue\n\nSee $0.\n`);
    const textDocument = { uri: skill };
    const position = { line: 6, character: 8 };
    const [selected] = (await editor.connection.sendRequest(SelectionRangeRequest.type, {
      textDocument,
      positions: [position],
    }))!;
    expect(selected).toMatchObject({
      range: { start: { line: 6, character: 6 }, end: { line: 6, character: 12 } },
      parent: { range: { start: { line: 6, character: 0 } } },
    });
    const same = await editor.connection.sendRequest(DocumentHighlightRequest.type, { textDocument, position });
    expect(same?.map(({ range: { start } }) => start.line)).toEqual([3, 6, 8]);
    const nothing = { textDocument, position: { line: 0, character: 0 } };
    expect(await editor.connection.sendRequest(DocumentHighlightRequest.type, nothing)).toBeNull();
  });

  test('no more folding ranges than the editor shows', async () => {
    const foldingRange = { rangeLimit: 1 };
    const editor = await Editor.start({
      capabilities: { ...vscodeCapabilities, textDocument: { ...vscodeCapabilities.textDocument, foldingRange } },
    });
    await editor.open(skill, `${head}---\n\n# Title\n\ntext\n`);
    const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri: skill } });
    expect(folds).toHaveLength(1);
  });

  test('semantic tokens, of a part and as changes too, if the editor shows them', async () => {
    const textDocument = { uri: skill };
    const requests = { full: { delta: true }, range: true };
    const semanticTokens = { requests, tokenTypes: [], tokenModifiers: [], formats: ['relative' as const] };
    const capabilities = {
      ...vscodeCapabilities,
      textDocument: { ...vscodeCapabilities.textDocument, semanticTokens },
    };
    const editor = await Editor.start({ capabilities });
    expect(editor.initialized.capabilities.semanticTokensProvider).toMatchObject({
      legend: { tokenTypes: ['parameter', 'variable', 'function', 'keyword', 'operator', 'string', 'comment'] },
    });
    await editor.open(skill, `${head}---\n\nSee $1.\n\nAnd $2.\n`);
    const whole = await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument });
    expect(whole?.data).toEqual([5, 4, 2, 0, 0, 2, 4, 2, 0, 0]);
    const range = { start: { line: 7, character: 0 }, end: { line: 8, character: 0 } };
    const part = await editor.connection.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range });
    expect(part?.data).toEqual([7, 4, 2, 0, 0]);

    const position = { line: 7, character: 3 };
    await editor.change(skill, { range: { start: position, end: position }, text: ' !`ls`' });
    const params = { textDocument, previousResultId: whole!.resultId! };
    const delta = await editor.connection.sendRequest(SemanticTokensDeltaRequest.type, params);
    expect(delta).toMatchObject({ edits: [{ start: 7, deleteCount: 0 }] });
    // After another answer, the changes since an earlier one are not known.
    const again = await editor.connection.sendRequest(SemanticTokensDeltaRequest.type, params);
    expect(again).toMatchObject({ data: expect.arrayContaining([5]) });

    const plain = await Editor.start();
    expect(plain.initialized.capabilities.semanticTokensProvider).toBeUndefined();
  });

  test('about documents that Skillwright does not read get nothing', async () => {
    const editor = await Editor.start();
    const textDocument = { uri: 'file:///project/notes.md' };
    await editor.open(textDocument.uri, head);
    const position = { line: 1, character: 1 };
    expect(await editor.connection.sendRequest(HoverRequest.type, { textDocument, position })).toBeNull();
    expect(await editor.connection.sendRequest(CompletionRequest.type, { textDocument, position })).toEqual([]);
    expect(await editor.codeActions(textDocument.uri, wholeText)).toEqual([]);
  });
});

describe('trouble', () => {
  test('a request that makes no sense is logged and hurts no other', async () => {
    const editor = await Editor.start();
    await editor.open(skill, `${head}---\n`);
    const broken = { textDocument: { uri: skill } } as never;
    expect(await editor.connection.sendRequest(HoverRequest.type, broken)).toBeNull();
    expect(await editor.connection.sendRequest(CompletionRequest.type, broken)).toEqual([]);
    expect(await editor.connection.sendRequest(CodeActionRequest.type, broken)).toEqual([]);
    expect(editor.log).toHaveLength(3);
    expect(editor.log[0]).toMatch(/^Hover failed: TypeError[\s\S]*\n\s+at /);
    expect((await editor.pull(skill)).kind).toBe('full');
  });

  test('settings that cannot be read leave the defaults', async () => {
    const editor = await Editor.start({
      settings: () => {
        throw new Error('no settings today');
      },
    });
    await editor.open(skill, `${head}user-invocable: maybe\n---\n\nDo it.\n`);
    expect(await editor.rules(skill)).toEqual(['boolean-value']);
    expect(editor.log.join()).toContain('no settings today');
  });

  test('a cancelled request is answered as cancelled', async () => {
    const editor = await Editor.start();
    await editor.open(skill, head);
    const source = new CancellationTokenSource();
    const pulled = editor.connection.sendRequest(
      DocumentDiagnosticRequest.type,
      { textDocument: { uri: skill } },
      source.token,
    );
    source.cancel();
    await expect(pulled).rejects.toMatchObject({ code: -32800 });
    expect((await editor.pull(skill)).kind).toBe('full');
    expect(editor.log).toEqual([]);
  });

  test('the server ends when told to, and when the editor is gone', async () => {
    const told = await Editor.start({ transport: 'stdio' });
    await told.stop();
    expect(told.process.exitCode).toBe(0);
    const left = await Editor.start({ transport: 'stdio' });
    const ended = new Promise((resolve) => left.process.once('exit', resolve));
    left.process.stdin!.end();
    expect(await ended).toBe(1);
  });
});

test('Node IPC works as well', async () => {
  const editor = await Editor.start({ transport: 'node-ipc' });
  await editor.open(skill, `${head}user-invocable: maybe\n---\n\nDo it.\n`);
  expect(await editor.rules(skill)).toEqual(['boolean-value']);
});
