import { rm } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
} from 'vscode-languageserver/node';
import type { GradedRun } from '../../server/src/protocol.ts';
import { bundleServerForTests, type EditorOptions, vscodeCapabilities } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const file = 'app/.claude/skills/review/SKILL.md';

const withLenses: EditorOptions = {
  initializationOptions: { editorShowsPreview: true },
  capabilities: {
    ...vscodeCapabilities,
    workspace: { ...vscodeCapabilities.workspace, codeLens: { refreshSupport: true } },
  },
};

const skill = (description: string, ...fields: readonly string[]) =>
  ['---', `description: ${description}`, ...fields, '---', 'Body', ''].join('\n');

/** The lenses of a file as they are shown, once the catalog is read. */
async function startLenses(files: Readonly<Record<string, string>>, options: EditorOptions = {}) {
  const session = await startSession(files, { ...withLenses, ...options });
  const { editor, write, told } = session;
  let refreshes = 0;
  editor.connection.onRequest(CodeLensRefreshRequest.type, () => void refreshes++);
  const lenses = async (uri: string): Promise<CodeLens[]> => {
    const found = (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
    return Promise.all(
      found.map((lens) => (lens.command ? lens : editor.connection.sendRequest(CodeLensResolveRequest.type, lens))),
    );
  };
  const open = async (name: string, text = files[name]!) => {
    const uri = await write(name, files[name] ?? text);
    await editor.open(uri, text);
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
    return uri;
  };
  const titles = async (uri: string) => (await lenses(uri)).map(({ command }) => command?.title);
  return { ...session, lenses, titles, open, refreshes: () => refreshes };
}

describe('lenses above the frontmatter', () => {
  test('lead to the preview, to a run, to the budget and to the problems', async () => {
    const { open, lenses } = await startLenses({ [file]: skill('x'.repeat(620)) });
    const uri = await open(file);
    expect(await lenses(uri)).toMatchObject([
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: 'Preview', command: 'skillwright.previewInvocation', arguments: [uri] },
      },
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: 'Run', command: 'skillwright.runSkill', arguments: [uri] },
      },
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: 'no problems in Claude Code', command: 'workbench.actions.view.problems' },
      },
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: '620 of 1,536 characters · in full', command: 'skillwright.openBudget' },
      },
    ]);
  });

  test('count what is typed, and say what the model sees of it', async () => {
    const names = 'app/.claude/skills/named/SKILL.md';
    const { editor, open, titles, write, refreshes } = await startLenses({
      [file]: skill('Short'),
      [names]: skill('Name alone'),
      'app/.claude/settings.json': '{"skillOverrides": {"named": "name-only"}, "skillListingMaxDescChars": 100}',
    });
    const uri = await open(file);
    expect(await titles(uri)).toEqual([
      'Preview',
      'Run',
      'no problems in Claude Code',
      '5 of 100 characters · in full',
    ]);
    await editor.replace(uri, skill('Short', 'colour: red'));
    expect(await titles(uri)).toEqual([
      'Preview',
      'Run',
      'no problems in Claude Code',
      '5 of 100 characters · in full',
    ]);
    await editor.replace(uri, skill('y'.repeat(101)));
    expect(await titles(uri)).toEqual(['Preview', 'Run', '1 warning', '101 of 100 characters · cut']);
    await editor.replace(uri, skill('Short', 'when_to_use: Now'));
    expect(await titles(uri)).toEqual([
      'Preview',
      'Run',
      'no problems in Claude Code',
      '11 of 100 characters · in full',
    ]);
    expect(await titles(await open(names))).toEqual([
      'Preview',
      'Run',
      'no problems in Claude Code',
      '10 of 100 characters · name only',
    ]);

    const before = refreshes();
    await editor.fileChanged(await write(file, skill('Short', 'disable-model-invocation: true')));
    await vi.waitFor(() => expect(refreshes()).toBeGreaterThan(before));
    expect(await titles(uri)).toEqual(['Preview', 'Run', 'no problems in Claude Code', 'hidden from the model']);
  });

  test('offer to enable a skill that settings disable, and no run of it', async () => {
    const { open, lenses } = await startLenses({
      [file]: skill('Short'),
      'app/.claude/settings.json': '{"skillOverrides": {"review": "off"}}',
    });
    const uri = await open(file);
    expect((await lenses(uri)).map(({ command }) => [command?.title, command?.arguments])).toEqual([
      ['Preview', [uri]],
      ['Enable', [{ file: uri }]],
      ['no problems in Claude Code', undefined],
      ['disabled', [expect.any(String)]],
    ]);
  });

  test('say what a template leaves to the author, which is in no list', async () => {
    const { editor, open, titles } = await startLenses({ [file]: skill('Short') });
    const uri = await open(file);
    await editor.replace(uri, skill('Short', 'name: release').concat('\nTODO: the steps\n'));
    expect((await titles(uri))[2]).toBe('template not filled in yet');
  });

  test('are above commands and skills outside the session, not above other files', async () => {
    const { open, titles } = await startLenses({
      'app/.claude/commands/go.md': 'Goes on',
      'app/.claude/agents/helper.md': skill('Helps'),
      'elsewhere/demo/SKILL.md': skill('Outside'),
    });
    expect(await titles(await open('app/.claude/commands/go.md'))).toEqual([
      'Preview',
      'Run',
      'no problems in Claude Code',
      '7 of 1,536 characters · in full',
    ]);
    expect(await titles(await open('app/.claude/agents/helper.md'))).toEqual([]);
    expect(await titles(await open('elsewhere/demo/SKILL.md'))).toEqual(['Preview']);
  });

  test('run only what a user may invoke, in a workspace that is trusted', async () => {
    const hidden = 'app/.claude/skills/hidden/SKILL.md';
    const files = { [file]: skill('Short'), [hidden]: skill('Short', 'user-invocable: false') };
    const { open, titles } = await startLenses(files);
    expect(await titles(await open(hidden))).not.toContain('Run');
    const initializationOptions = { editorShowsPreview: true, workspaceTrusted: false };
    const restricted = await startLenses(files, { initializationOptions });
    expect(await restricted.titles(await restricted.open(file))).not.toContain('Run');
  });

  test('can be switched off', async () => {
    const { editor, open, titles } = await startLenses(
      { [file]: skill('Short') },
      { settings: () => ({ codeLens: false }) },
    );
    const uri = await open(file);
    expect(await titles(uri)).toEqual([]);
    editor.settings = () => null;
    await editor.settingsChanged();
    await vi.waitFor(async () => expect(await titles(uri)).toHaveLength(4));
  });

  test('are not offered to editors without their commands', async () => {
    const { editor } = await startSession({});
    expect(editor.initialized.capabilities.codeLensProvider).toBeUndefined();
    const ours = await startSession({}, withLenses);
    expect(ours.editor.initialized.capabilities.codeLensProvider).toEqual({ resolveProvider: true });
  });
});

describe('lenses above graders', () => {
  const trace = [
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a' } }] },
    },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'text' }] } },
    { type: 'assistant', message: { content: [{ type: 'text', text: 'Hello Alex, $(bug) and Bob.' }] } },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

  const grader = (pattern: string) => `---\ntype: regex\n---\n${pattern}\n`;

  const definition = (tool: string) =>
    [
      'schema_version: "1.1"',
      'name: greets',
      'execution:',
      '  prompt: Say hello to Alex.',
      'graders:',
      `  - { name: reads, type: tool_used, tool: ${tool} }`,
      '  - name: friendly',
      '    type: llm',
      '    criteria: It is friendly',
      '  - name: writes',
      '    type: file_exists',
      '    path: docs/*.md',
      '',
    ].join('\n');

  const result = (tracePath: string) => {
    const graders = [{ name: 'greets', passed: true, explanation: 'pattern found' }];
    const config = { target: 'last_message', pattern: 'Hello', flags: '', match: 'contains' };
    return JSON.stringify({
      cases: [
        {
          name: 'greets',
          dir: 'evals/greets',
          graders: [{ name: 'greets', type: 'regex', config }],
          arms: {
            with: [
              { tracePath, graders },
              { tracePath, graders },
            ],
            without: [{ graders }],
          },
        },
      ],
    });
  };

  const folder = 'app/evals/greets';
  const greets = `${folder}/graders/greets.md`;
  const cases = {
    'app/.claude-plugin/plugin.json': '{ "name": "office" }',
    [`${folder}/case.yaml`]: definition('Read'),
    [greets]: grader('Hello'),
    'tmp/claude-eval-AbC123/out/trace.jsonl': trace,
    'tmp/claude-eval-AbC123/home/cwd/docs/a.md': '# A\n',
  };
  const saved = 'app/evals/results/2026-11-24T01-00-00-000Z/aggregate-result.json';

  async function startGraded(options: EditorOptions = {}) {
    const session = await startLenses(cases, options);
    const run = (name = saved) => session.write(name, result(`${session.root}/tmp/claude-eval-AbC123/out/trace.jsonl`));
    return { ...session, run };
  }

  test('say what the text that is typed makes of the last runs', async () => {
    const { editor, open, lenses, run, root } = await startGraded();
    await run();
    const uri = await open(greets);
    const title = async () => (await lenses(uri)).map(({ command }) => command?.title);
    // Without the plugin there is only the result, which holds for the grader as it was.
    expect(await title()).toEqual([
      '$(info)\u00A0Passed on 2 of 2 runs, and without the plugin, too: it measures nothing',
    ]);
    await editor.replace(uri, grader('Alex.+Bob'));
    expect(await lenses(uri)).toMatchObject([
      {
        range: { start: { line: 0, character: 0 } },
        command: {
          title: '$(pass)\u00A0Passed on 2 of 2 runs: the pattern matches “Alex, \\$(bug) and Bob”',
          command: 'skillwright.showGradedRun',
          arguments: [{ uri, grader: 3 }],
          tooltip: expect.stringContaining(
            'Run 3, without the plugin: Not known: The grader is new or has changed, and the trace of the run is gone',
          ),
        },
      },
    ]);
    await editor.replace(uri, grader('Alice'));
    expect(await title()).toEqual(['$(error)\u00A0Failed on 2 of 2 runs: the pattern does not match']);
    await editor.replace(uri, grader('(?i)alex'));
    expect(await title()).toEqual([
      '$(error)\u00A0Failed on 2 of 2 runs: the pattern is not a valid JavaScript regular expression',
    ]);

    const inDefinition = await open(`${folder}/case.yaml`);
    const shown = async () =>
      (await lenses(inDefinition)).map(({ range, command }) => `${range.start.line} ${command?.title}`);
    expect(await shown()).toEqual([
      '5 $(pass)\u00A0Passed on 2 of 2 runs: 1 call of Read',
      '6 $(question)\u00A0A model has to judge it',
      '9 $(pass)\u00A0Passed on 2 of 2 runs: the run created docs/a.md',
    ]);
    await editor.replace(inDefinition, definition('Write'));
    expect(await shown()).toContain('5 $(error)\u00A0Failed on 2 of 2 runs: 0 calls of Write');

    // In the middle of typing, the file cannot be read for a moment.
    const before = await shown();
    await editor.replace(inDefinition, `${definition('Write')}  - { name: [`);
    expect(await shown()).toEqual(before);
    await editor.replace(inDefinition, definition('Write'));

    // A newer run counts, from when it is there.
    await run('app/evals/results/2026-11-25T01-00-00-000Z/aggregate-result.json');
    await rm(`${root}/tmp`, { recursive: true });
    await editor.replace(uri, grader('Bob'));
    expect(await title()).toEqual([
      '$(question)\u00A0The grader is new or has changed, and the trace of the run is gone: run the case with `--keep-temp`',
    ]);
  });

  test('say what to do without any run, and are refreshed after the first one', async () => {
    const { editor, open, titles, run, refreshes } = await startGraded();
    const uri = await open(`${folder}/case.yaml`);
    expect(await titles(uri)).toEqual([
      'No runs yet: run the case in the Test Explorer, or with --keep-temp, to try graders on it',
    ]);
    const before = refreshes();
    await editor.fileChanged(await run());
    await vi.waitFor(() => expect(refreshes()).toBeGreaterThan(before));
    expect(await titles(uri)).toHaveLength(3);
  });

  test('read no traces in a workspace that is not trusted', async () => {
    const initializationOptions = { editorShowsPreview: true, workspaceTrusted: false };
    const { editor, open, titles, run } = await startGraded({ initializationOptions });
    await run();
    const uri = await open(greets);
    expect(await titles(uri)).toEqual([
      '$(info)\u00A0Passed on 2 of 2 runs, and without the plugin, too: it measures nothing',
    ]);
    await editor.replace(uri, grader('Alex'));
    expect(await titles(uri)).toEqual([
      '$(question)\u00A0The grader is new or has changed, and traces are only read in a trusted workspace on this machine',
    ]);
  });

  test('lead to a run as a text, with what the grader matches in it', async () => {
    const { ask, open, run, root } = await startGraded();
    await run();
    const uri = await open(greets, grader('Alex.+Bob'));
    const shown = await ask<GradedRun>('skillwright/gradedRun', { uri, line: 3, isRaw: false });
    expect(shown).toMatchObject({ name: 'greets', grader: 3, run: 0, runs: [0, 1] });
    const marked = ({ text, marks }: GradedRun) =>
      marks.map(({ start, end }) => text.split('\n')[start.line]!.slice(start.character, end.character));
    expect(marked(shown)).toEqual(['Alex, $(bug) and Bob']);
    expect(shown.text).toMatch(/^greets on run 1 of 3, with the plugin\n {4}Passed: /);
    // Without the plugin, there is no trace.
    expect(await ask('skillwright/gradedRun', { uri, grader: 3, run: 2, isRaw: false })).toBe(null);

    const definition = await open(`${folder}/case.yaml`);
    const raw = await ask<GradedRun>('skillwright/gradedRun', { uri: definition, line: 6, run: 1, isRaw: true });
    expect(raw).toMatchObject({ name: 'reads', grader: 0, run: 1, text: trace });
    expect(marked(raw)).toEqual([trace.split('\n')[0]]);
    expect(await ask('skillwright/gradedRun', { uri: definition, line: 1, isRaw: false })).toBe(null);
    await rm(`${root}/tmp`, { recursive: true });
    expect(await ask('skillwright/gradedRun', { uri, grader: 3, isRaw: false })).toBe(null);
  });

  test('are switched off with the others', async () => {
    const { open, titles, run } = await startGraded({ settings: () => ({ codeLens: false }) });
    await run();
    expect(await titles(await open(greets))).toEqual([]);
  });
});
