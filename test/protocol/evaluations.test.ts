import { symlink } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import {
  CodeLensRequest,
  CodeLensResolveRequest,
  type CompletionItem,
  CompletionRequest,
  DefinitionRequest,
  HoverRequest,
} from 'vscode-languageserver/node';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

test('evaluations are checked with the other files of their case', async () => {
  const grader = '---\ntype: tool_used\ntool: Raed\n---\n';
  const { editor, root } = await startSession({
    'app/.claude-plugin/plugin.json': '{ "name": "office" }',
    'app/evals/greets/prompt.md': '---\nmax_turn: 3\n---\nSay hello to $ARGUMENTS.\n',
    'app/evals/greets/graders/reads.md': grader,
    'app/evals/greets/case.yaml': 'schema_version: "1.1"\nname: greets\nmax_turns: 3\n',
    'app/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Works with PDF files\n---\nDo it.\n',
    'app/skills/pdf/evals/evals.json': '{ "skill_name": "pfd", "evals": [] }',
  });
  const open = async (path: string, text: string, language: string) => {
    const uri = uriOf(`${root}/app/${path}`);
    await editor.open(uri, text, language);
    return uri;
  };
  const prompt = await open('evals/greets/prompt.md', '---\nmax_turn: 3\n---\nSay hello to $ARGUMENTS.\n', 'markdown');
  expect(await editor.rules(prompt)).toEqual(['evaluation-key']);
  expect(await editor.rules(await open('evals/greets/graders/reads.md', grader, 'markdown'))).toEqual([
    'evaluation-tool',
  ]);
  const definition = await open(
    'evals/greets/case.yaml',
    'schema_version: "1.1"\nname: greets\nmax_turns: 3\n',
    'yaml',
  );
  expect(await editor.rules(definition)).toEqual(['evaluation-key']);
  const set = await open('skills/pdf/evals/evals.json', '{ "skill_name": "pfd", "evals": [] }', 'json');
  await vi.waitFor(async () => expect(await editor.rules(set)).toContain('evaluation-skill'), { timeout: 10_000 });

  // The skill of a set is the one around it.
  const named = { textDocument: { uri: set }, position: { line: 0, character: 18 } };
  await editor.change(set, { text: '{ "skill_name": "pdf", "evals": [] }' });
  expect(await editor.connection.sendRequest(DefinitionRequest.type, named)).toMatchObject([
    { uri: uriOf(`${root}/app/skills/pdf/SKILL.md`) },
  ]);

  // Nothing that skills have is claimed of a prompt.
  const question = { textDocument: { uri: prompt }, position: { line: 3, character: 16 } };
  expect(await editor.connection.sendRequest(HoverRequest.type, question)).toBe(null);
  expect(await editor.connection.sendRequest(CompletionRequest.type, question)).toEqual([]);
});

test('evaluations are where the manifest of a plugin says', async () => {
  const grader = '---\ntype: tool_used\ntool: Raed\n---\n';
  const polite = '---\ntype: llm\n---\n\nIt is polite\n';
  const trace = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: 'Hello' }] } });
  const { editor, root, write } = await startSession(
    {
      'app/.claude-plugin/plugin.json': '{ "name": "office", "experimental": { "evals": "./quality/checks" } }',
      'app/quality/checks/greets/prompt.md': 'Say hello.\n',
      'app/quality/checks/greets/graders/reads.md': grader,
      'app/quality/checks/greets/graders/polite.md': polite,
      'tmp/claude-eval-A1/out/trace.jsonl': trace,
    },
    { initializationOptions: { editorShowsPreview: true } },
  );
  const said = { name: 'polite', passed: false, explanation: 'It is rude' };
  const arm = { tracePath: `${root}/tmp/claude-eval-A1/out/trace.jsonl`, graders: [said] };
  const config = { criteria: 'It is polite', focus: 'last_message' };
  const graders = [{ name: 'polite', type: 'llm', weight: 1, config }];
  const cases = [{ name: 'greets', dir: 'quality/checks/greets', graders, arms: { with: [arm], without: [] } }];
  await write(
    'app/quality/checks/results/2026-11-24T01-00-00-000Z/aggregate-result.json',
    JSON.stringify({ cases }).replaceAll('\\\\', '/'),
  );
  const uri = uriOf(`${root}/app/quality/checks/greets/graders/reads.md`);
  await editor.open(uri, grader, 'markdown');
  expect(await editor.rules(uri)).toEqual(['evaluation-tool']);
  const [lens] = (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  const { command } = await editor.connection.sendRequest(CodeLensResolveRequest.type, lens!);
  expect(command?.title).toContain('Failed on 1 of 1 run: 0 calls of Raed');

  // What a model has said is in the result.
  const judged = uriOf(`${root}/app/quality/checks/greets/graders/polite.md`);
  await editor.open(judged, polite, 'markdown');
  const [of] = (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: judged } })) ?? [];
  const resolved = await editor.connection.sendRequest(CodeLensResolveRequest.type, of!);
  expect(resolved.command?.title).toContain('Failed on 1 of 1 run: It is rude');
});

test('paths are completed with what is in the plugin, and never with what a link leads to elsewhere', async () => {
  const prompt = '---\nplugins: [fixtures/, secrets/]\n---\nSay hello.\n';
  const { editor, root } = await startSession({
    'app/.claude-plugin/plugin.json': '{ "name": "office" }',
    'app/evals/greets/prompt.md': prompt,
    'app/evals/greets/fixtures/mail/SKILL.md': 'Send it.\n',
    'elsewhere/secret/key.txt': 'secret',
  });
  await symlink(`${root}/elsewhere`, `${root}/app/evals/greets/secrets`);
  const uri = uriOf(`${root}/app/evals/greets/prompt.md`);
  await editor.open(uri, prompt, 'markdown');
  const labelsAfter = async (text: string) => {
    const position = { line: 1, character: prompt.split('\n')[1]!.indexOf(text) + text.length };
    const items = await editor.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    return (items as CompletionItem[]).map(({ label }) => label);
  };
  expect(await labelsAfter('fixtures/')).toEqual(['../', 'mail/']);
  expect(await labelsAfter('secrets/')).toEqual(['../']);
});
