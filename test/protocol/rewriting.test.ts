import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type {
  AskChatModelParams,
  PlannedRewrite,
  ProposedRewrite,
  RewriteProblem,
  TreeNode,
  WhyReport,
} from '../../server/src/protocol.ts';
import { type ScriptedAnswer, writeRewritingClaudeCode } from '../rewriting-claude-code.ts';
import { bundleServerForTests, type EditorOptions, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const described = (description: string) => `---\nname: review\ndescription: ${description}\n---\nReview it.\n`;
const [old, better] = ['Reviews a diff and the tests.', 'Reviews a diff and the tests. Use when asked for a review.'];
const text = described(old);
const line = { start: { line: 2, character: 3 }, end: { line: 2, character: 3 } };
const title = 'Fix with Claude Code…';

/** A project with a skill that is open, and a program in place of Claude Code. */
async function rewritable(
  answers: readonly ScriptedAnswer[],
  { files = {}, shown = text, ...options }: EditorOptions & { files?: Record<string, string>; shown?: string } = {},
) {
  const settings: Record<string, unknown> = {};
  const session = await startSession(
    { 'app/.claude/skills/review/SKILL.md': shown, ...files },
    {
      settings: () => settings,
      ...options,
      initializationOptions: { editorShowsPreview: true, ...(options.initializationOptions as object) },
    },
  );
  const { editor, root, ask } = session;
  const bin = path.join(root, 'bin');
  mkdirSync(bin);
  const program = writeRewritingClaudeCode(bin);
  program.answer(...answers);
  settings.claudeCode = { path: program.path };
  const uri = uriOf(path.join(root, 'app/.claude/skills/review/SKILL.md'));
  await editor.open(uri, shown);
  const params = (rule = 'description-no-trigger') => ({
    uri,
    rules: [rule],
    pages: { [rule]: 'The page of the rule.' },
  });
  const propose = (rule?: string) =>
    ask<ProposedRewrite & RewriteProblem>('skillwright/proposeRewrite', { ...params(rule), maximumCost: 1 });
  const titles = async () => (await editor.codeActions(uri, line)).map((action) => action.title);
  return { ...session, program, settings, uri, params, propose, titles };
}

describe.skipIf(process.platform === 'win32')('other words', () => {
  test('are offered at the finding, said what they take, and proposed as an edit of the open text', async () => {
    const { titles, ask, params, propose, program, uri } = await rewritable([[[old, better]]]);
    expect(await titles()).toContain(title);
    const plan = await ask<PlannedRewrite>('skillwright/rewritePlan', params());
    expect(plan).toMatchObject({ kind: 'skill', writer: 'Claude Code', isCharged: true, findings: 1 });
    expect(plan.lines.join(' ')).toMatch(
      /1 finding, the page of its rule: about \d+ tokens\..*asked once.*Nothing is written/,
    );
    // Until now, only whether it is there was looked for.
    expect(program.starts()).toEqual([]);
    const proposed = await propose();
    expect(proposed).toMatchObject({
      text: described(better),
      verdict: 'Resolves 1 finding, adds none',
      reasons: [],
      edit: { uri, version: 1, edits: [{ newText: ' Use when asked for a review.' }] },
      cost: 0.02,
    });
    const [start] = program.starts();
    expect(start).toEqual(expect.arrayContaining(['--disable-slash-commands', '--strict-mcp-config']));
    expect(start![start!.indexOf('--tools') + 1]).toBe('');
    expect(start![start!.indexOf('--max-budget-usd') + 1]).toBe('1');
    expect(program.questions()[0]).toContain('The page of the rule.');
  });

  test('are judged with all skills: a description that is like another one is no solution', async () => {
    const other = 'Deploys the release to the staging cluster and watches the rollout of the release.';
    const files = { 'app/.claude/skills/deploy/SKILL.md': `---\ndescription: ${other}\n---\nDeploy.\n` };
    const alike = other.replace('watches', 'checks');
    const still = alike.replace('cluster', 'clusters');
    const answers = [[[alike, still]], [[alike, 'Compares two wines. Use when asked about wine.']]] as const;
    const { propose, program, params, ask } = await rewritable(answers, { files, shown: described(alike) });
    const rule = 'description-ambiguous';
    // Descriptions are compared once the catalog is there.
    const firstLine = async () => (await ask<PlannedRewrite>('skillwright/rewritePlan', params(rule))).lines?.[0];
    await expect.poll(firstLine, { timeout: 20_000 }).toContain('1 similar skill');
    const proposed = await propose(rule);
    expect(program.questions()).toHaveLength(2);
    expect(program.questions()[1]).toContain('It does not fix `description-ambiguous`');
    expect(program.questions()[0]).toContain(`\`deploy\` has a similar description: “${other}”`);
    expect(proposed.reasons).toEqual([]);
    expect(proposed.verdict).toMatch(/^Resolves \d findings?, adds none$/);
  });

  test('that add findings are sent back once, and then rejected without an edit', async () => {
    const bad: ScriptedAnswer = [
      [old, `${better}`],
      ['Review it.', 'Review it: !`touch hacked`'],
    ];
    const { propose, program } = await rewritable([bad, bad]);
    const proposed = await propose();
    expect(program.starts()).toHaveLength(2);
    expect(program.questions()[1]).toContain('It adds a command that runs when the file is loaded: `touch hacked`');
    expect(proposed.edit).toBeUndefined();
    expect(proposed.reasons).toContain('It adds a command that runs when the file is loaded: `touch hacked`');
    expect(proposed.text).toContain('touch hacked');
    expect(proposed.cost).toBe(0.04);
  });

  test.each<[string, ScriptedAnswer, RegExp]>([
    ['prose', 'I would rather not.', /no replacement in the form/],
    ['another file', '<file path="/etc/passwd">x</file>', /no replacement in the form/],
    ['what only looks like replacements', '<old-x>\nReview it.\n</old-x><new-x>\nNo.\n</new-x>', /no replacement/],
    [
      'terminal escapes',
      '<old-MARK>\nReview it.\n</old-MARK><new-MARK>\n\u001B[2Jx\n</new-MARK>',
      /control characters/,
    ],
    ['a huge text', 'x'.repeat(500_000), /too long/],
    ['nothing, but an end', { never: 'crash' }, /Something broke/],
    ['without an end', { never: 'endless' }, /wrote too much/],
  ])('are not made of an answer that is %s', async (_, answer, problem) => {
    const { propose } = await rewritable([answer]);
    const proposed = await propose();
    expect(proposed.problem).toMatch(problem);
    expect(proposed.edit).toBeUndefined();
  });

  test('are no longer asked for when the user cancels', async () => {
    const { editor, params, program } = await rewritable([{ never: 'silent' }]);
    const cancelling = new CancellationTokenSource();
    const asked = editor.connection.sendRequest('skillwright/proposeRewrite', params(), cancelling.token);
    await expect.poll(() => program.questions().length, { timeout: 20_000 }).toBe(1);
    cancelling.cancel();
    await expect(asked).rejects.toThrow();
  });

  test('are of the text in the editor, also if it was not saved, and keep its line endings', async () => {
    const { editor, uri, propose } = await rewritable([[[old, better]]]);
    const inEditor = (description: string) => `${described(description)}Not saved.\n`.replaceAll('\n', '\r\n');
    await editor.replace(uri, inEditor(old));
    const proposed = await propose();
    expect(proposed.text).toBe(inEditor(better));
    expect(proposed.edit).toMatchObject({ version: 2, edits: [{ newText: ' Use when asked for a review.' }] });
  });

  test('are offered on the page about a skill, too', async () => {
    const { ask, uri } = await rewritable([]);
    const { skill } = await ask<TreeNode>('skillwright/skillAt', { uri });
    const [unused] = await ask<WhyReport[]>('skillwright/why', { skill });
    expect(unused!.next).toEqual({ title, kind: 'rewrite', uri, rules: ['description-no-trigger'] });
  });

  test('are not there without a model, and not in a workspace without trust', async () => {
    const untrusted = await rewritable([], { initializationOptions: { workspaceTrusted: false } });
    const without = await rewritable([]);
    without.settings.claudeCode = { path: path.join(without.root, 'none') };
    await without.editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    for (const { titles, ask, params, propose, program } of [untrusted, without]) {
      expect((await titles()).filter((it) => it.startsWith('Fix with'))).toEqual([]);
      const problem = expect.stringContaining('There is no Claude Code');
      expect(await ask('skillwright/rewritePlan', params())).toEqual({ problem });
      expect(await propose()).toEqual({ problem });
      expect(program.starts()).toEqual([]);
    }
  });

  test('are those of a chat model where there is no Claude Code', async () => {
    const { editor, settings, root, titles, propose, ask, params } = await rewritable([], {
      initializationOptions: { editorAsksChatModels: true },
    });
    settings.claudeCode = { path: path.join(root, 'none') };
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    editor.connection.onRequest('skillwright/chatModel', () => 'Model 5');
    editor.connection.onRequest('skillwright/askChatModel', ({ question }: AskChatModelParams) => {
      const [, mark] = /<file-(\w+)>/.exec(question)!;
      return { text: `<old-${mark}>\n${old}\n</old-${mark}>\n<new-${mark}>\n${better}\n</new-${mark}>` };
    });
    expect(await titles()).toContain('Fix with Chat Model…');
    const plan = await ask<PlannedRewrite>('skillwright/rewritePlan', params());
    expect(plan).toMatchObject({ writer: 'the chat model Model 5', isCharged: false });
    expect(await propose()).toMatchObject({ verdict: 'Resolves 1 finding, adds none', reasons: [] });
  });
});
