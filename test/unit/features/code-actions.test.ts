import { describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { codeActions } from '../../../server/src/features/actions/code-actions.ts';
import { rules as allRules } from '../../../server/src/rules/index.ts';
import type { Fix, Rule } from '../../../server/src/rules/rule.ts';
import { ableEditor, applyEdits, editsIn, openText, plainEditor, uri, wordRule } from './open-text.ts';

function actionsAt(
  marked: string,
  rules: readonly Rule[],
  only?: string[],
  client = ableEditor,
): Promise<CodeAction[]> {
  const { open, offset } = openText(marked, { rules });
  return codeActions(open, { range: { start: offset, end: offset }, only }, client);
}

function after(marked: string, action: CodeAction | undefined): string {
  return applyEdits(marked.replace('$0', ''), editsIn(action?.edit));
}

/** A rule that finds the first character of a text and offers the given fixes. */
function ruleWithFixes(fixes: readonly Fix[]): Rule {
  return {
    ...wordRule('some-rule', '', ''),
    check: (_context, report) => report({ range: { start: 0, end: 1 }, message: 'found', fixes }),
  };
}

const noFoo = wordRule('no-foo', 'foo', 'bar');

describe('quick fixes', () => {
  test('come in the order of the finding, the first one preferred', async () => {
    const edits = [{ range: { start: 0, end: 1 }, newText: 'T' }];
    const rule = ruleWithFixes([
      { title: 'First', safe: false, edits },
      { title: 'Second', safe: true, edits },
    ]);
    const [first, second] = await actionsAt('$0text', [rule]);
    expect(first).toMatchObject({ title: 'First', kind: 'quickfix', isPreferred: true });
    expect(second).toMatchObject({ title: 'Second', isPreferred: false });
    expect(first?.diagnostics).toMatchObject([{ code: 'some-rule', message: 'found' }]);
  });

  test('are not preferred, which Auto Fix applies at once, if they delete what may only be misspelled', async () => {
    const edits = [{ range: { start: 0, end: 1 }, newText: '' }];
    const removal = { title: 'Remove it', edits };
    expect((await actionsAt('$0text', [ruleWithFixes([{ ...removal, safe: false }])]))[0]?.isPreferred).toBe(false);
    expect((await actionsAt('$0text', [ruleWithFixes([{ ...removal, safe: true }])]))[0]?.isPreferred).toBe(true);
  });

  test('are offered where the finding touches the range only', async () => {
    expect((await actionsAt('fo$0o then foo', [noFoo]))[0]).toMatchObject({ title: 'Write bar' });
    expect((await actionsAt('foo$0', [noFoo]))[0]).toMatchObject({ title: 'Write bar' });
    expect(await actionsAt('foo $0then foo', [noFoo])).toEqual([]);
  });

  test('are those of the line where the user asks next to its findings: fixes first, and what turns them off last', async () => {
    const askedAt = async (marked: string) => {
      const { open, offset } = openText(marked, { rules: [noFoo, wordRule('no-bar', 'bar', 'foo')] });
      const request = { range: { start: offset, end: offset }, only: undefined, isInvoked: true };
      return codeActions(open, request, ableEditor);
    };
    const asked = await askedAt('---\n---\n\nfoo and $0 bar\n');
    expect(asked.map(({ title }) => title)).toEqual([
      'Write bar',
      'Write foo',
      'Fix all safe Skillwright problems',
      'Suppress `no-foo` for this file',
      'Suppress `no-bar` for this file',
      'Turn off `no-foo` in user settings',
      'Turn off `no-bar` in user settings',
    ]);
    expect(asked.filter(({ isPreferred }) => isPreferred)).toEqual([]);
    const atOne = await askedAt('---\n---\n\nfoo and b$0ar\n');
    expect(atOne.map(({ title }) => title).filter((it) => /Write|Suppress/.test(it))).toEqual([
      'Write foo',
      'Suppress `no-bar` for this file',
    ]);
    expect((await askedAt('---\n---\n\n$0\nfoo\n')).filter(({ kind }) => kind === 'quickfix')).toEqual([]);
  });

  test('name the version they are made for, if the editor understands that', async () => {
    const edits = [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, newText: 'bar' }];
    expect((await actionsAt('$0foo', [noFoo]))[0]?.edit).toEqual({
      documentChanges: [{ textDocument: { uri, version: 1 }, edits }],
    });
    expect((await actionsAt('$0foo', [noFoo], undefined, plainEditor))[0]?.edit).toEqual({ changes: { [uri]: edits } });
  });

  test('rename the folder of the file after editing it', async () => {
    const rule = ruleWithFixes([
      {
        title: 'Rename the folder to `other`',
        safe: false,
        edits: [{ range: { start: 0, end: 0 }, newText: '!' }],
        rename: { what: 'folder', to: 'other' },
      },
    ]);
    const [action] = await actionsAt('$0text', [rule]);
    expect(action?.edit?.documentChanges).toMatchObject([
      { textDocument: { uri }, edits: [{ newText: '!' }] },
      {
        kind: 'rename',
        oldUri: 'file:///project/.claude/skills/demo',
        newUri: 'file:///project/.claude/skills/other',
      },
    ]);
    expect((await actionsAt('$0text', [rule], undefined, plainEditor))[0]?.title).not.toContain('Rename');
  });

  test('rename the file', async () => {
    const rule = ruleWithFixes([{ title: 'Rename', safe: false, edits: [], rename: { what: 'file', to: 'a b.md' } }]);
    expect((await actionsAt('$0text', [rule]))[0]?.edit?.documentChanges).toEqual([
      { kind: 'rename', oldUri: uri, newUri: 'file:///project/.claude/skills/demo/a%20b.md' },
    ]);
  });
});

describe('other actions', () => {
  test('fix all findings of the rule, if there are several', async () => {
    const all = (await actionsAt('$0foo and foo', [noFoo])).find(
      ({ title }) => title === 'Fix all `no-foo` in this file',
    );
    expect(after('$0foo and foo', all)).toBe('bar and bar');
    expect(all?.diagnostics).toHaveLength(2);
    expect((await actionsAt('$0foo', [noFoo])).map(({ title }) => title)).not.toContain(
      'Fix all `no-foo` in this file',
    );
  });

  test('are in the order: fix, fix all, suppress, turn off', async () => {
    expect((await actionsAt('line\n\n$0foo foo', [noFoo])).map(({ title }) => title)).toEqual([
      'Write bar',
      'Fix all `no-foo` in this file',
      'Suppress `no-foo` for this line',
      'Turn off `no-foo` in user settings',
    ]);
  });

  test('the page is shown only by editors that can, and whose findings are no links to it', async () => {
    const page = (await actionsAt('$0foo', [noFoo], undefined, { ...ableEditor, linksRules: false })).at(-1);
    expect(page?.title).toBe('Show documentation for `no-foo`');
    expect(page?.command).toMatchObject({ command: 'skillwright.showRulePage', arguments: ['no-foo'] });
    expect((await actionsAt('$0foo', [noFoo], undefined, plainEditor)).filter(({ command }) => command)).toEqual([]);
  });
});

describe('commands of the extension', () => {
  const rules = [noFoo, wordRule('no-baz', 'baz', 'quux'), wordRule('no-bar', 'quux', 'z', false)];
  const titleOfFixAll = 'Fix all safe Skillwright problems';

  test('fix everything in the file, if several rules have safe fixes', async () => {
    const all = (await actionsAt('$0foo baz baz quux', rules)).find(({ title }) => title === titleOfFixAll);
    expect(all).toMatchObject({ kind: 'quickfix', command: { command: 'skillwright.fixAll' } });
    expect(all?.edit).toBeUndefined();
    expect(all?.diagnostics).toHaveLength(3);
    const titles = async (marked: string, client = ableEditor) =>
      (await actionsAt(marked, rules, undefined, client)).map(({ title }) => title);
    expect(await titles('$0foo baz', plainEditor)).not.toContain(titleOfFixAll);
    expect(await titles('foo baz $0and')).not.toContain(titleOfFixAll);
    expect(await titles('$0foo foo quux')).not.toContain(titleOfFixAll);
  });

  test('turn off a rule where its level is set', async () => {
    const { open } = openText('foo', { rules });
    const range = { start: 0, end: 0 };
    const turnOff = async (configuration: string | undefined, hasWorkspace: boolean, client = ableEditor) =>
      (await codeActions({ ...open, configuration }, { range, only: undefined, hasWorkspace }, client)).find(
        ({ title }) => title.startsWith('Turn off'),
      );
    const action = await turnOff(undefined, true);
    expect(action?.title).toBe('Turn off `no-foo` in workspace settings');
    expect(action?.command).toMatchObject({
      command: 'skillwright.turnOffRule',
      arguments: [{ rule: 'no-foo', file: uri }],
    });
    expect((await turnOff('/project/skillwright.config.json', true))?.title).toBe(
      'Turn off `no-foo` in `skillwright.config.json`',
    );
    expect((await turnOff(undefined, false))?.title).toBe('Turn off `no-foo` in user settings');
    expect(await turnOff(undefined, true, plainEditor)).toBeUndefined();
  });

  describe('ask for other words', () => {
    const writer = { kind: 'installed' } as const;
    const asking = { ...ableEditor, findWriter: async () => writer };
    const text = '---\nname: demo\nde$0scription: Reviews a diff and the tests.\n---\nReview it.\n';
    const titles = async (client: typeof ableEditor, marked = text) =>
      (await actionsAt(marked, allRules, undefined, client)).map(({ title }) => title);

    test('after the fixes of a finding, before what turns it off', async () => {
      const all = await actionsAt(text, allRules, undefined, asking);
      expect(all.map(({ title }) => title)).toEqual([
        'Fix with Claude Code…',
        'Suppress `description-no-trigger` for this line',
        'Turn off `description-no-trigger` in user settings',
        'Make portable for other products…',
      ]);
      expect(all[0]).toMatchObject({
        kind: 'quickfix',
        diagnostics: [{ code: 'description-no-trigger' }],
        command: {
          command: 'skillwright.fixWithClaudeCode',
          arguments: [{ file: uri, rules: ['description-no-trigger'] }],
        },
      });
      expect(all[0]?.isPreferred).not.toBe(true);
      const filled = text.replace('Reviews a diff and the tests.', '');
      expect((await titles(asking, filled)).slice(0, 2)).toEqual(['Write a `description`', 'Fix with Claude Code…']);
    });

    test('of a chat model where there is no Claude Code, and of nobody where there is none', async () => {
      const chat = { kind: 'chat-model', name: 'Model 5' } as const;
      expect(await titles({ ...ableEditor, findWriter: async () => chat })).toContain('Fix with Chat Model…');
      for (const client of [ableEditor, { ...ableEditor, findWriter: async () => undefined }])
        expect((await titles(client)).filter((it) => it.startsWith('Fix with'))).toEqual([]);
      expect(await titles({ ...plainEditor, findWriter: async () => writer })).not.toContain('Fix with Claude Code…');
    });

    test('where findings need them only, and nobody is looked for elsewhere', async () => {
      let asked = 0;
      const counting = {
        ...ableEditor,
        async findWriter() {
          asked++;
          return writer;
        },
      };
      expect(await titles(counting, '---\ndescription: A. Use when asked.\neff$0ort: hihg\n---\nA.\n')).not.toContain(
        'Fix with Claude Code…',
      );
      expect(asked).toBe(0);
    });
  });

  test.for(['name-duplicate', 'name-shadows', 'name-reserved', 'name-not-gerund', 'command-shadowed'])(
    'rename a skill for %s',
    async (id) => {
      const duplicate = { ...wordRule(id, 'foo', 'bar'), check: ruleWithFixes([]).check };
      const [action] = await actionsAt('$0foo', [duplicate]);
      expect(action).toMatchObject({
        title: 'Rename this skill…',
        isPreferred: true,
        command: { command: 'skillwright.renameSkill', arguments: [{ file: uri }] },
      });
      const titles = (await actionsAt('$0foo', [duplicate], undefined, plainEditor)).map(({ title }) => title);
      expect(titles).not.toContain('Rename this skill…');
    },
  );
});

describe('kinds asked for', () => {
  const rules = [noFoo, wordRule('no-baz', 'baz', 'quux', false)];

  test.each([['source'], ['source.fixAll'], ['source.fixAll.skillwright']])('%s applies what is safe', async (kind) => {
    const actions = await actionsAt('foo$0 baz foo', rules, [kind]);
    expect(actions.map((action) => action.kind)).toEqual(['source.fixAll.skillwright']);
    expect(after('foo$0 baz foo', actions[0])).toBe('bar baz bar');
  });

  test('of something else gets nothing', async () => {
    expect(await actionsAt('$0foo', rules, ['refactor'])).toEqual([]);
    expect(await actionsAt('$0foo', rules, ['source.fixAll.eslint'])).toEqual([]);
    expect(await actionsAt('$0foo', rules, ['sourcery'])).toEqual([]);
  });

  test('quickfix gets no source actions, and a light bulb neither', async () => {
    for (const only of [['quickfix'], undefined]) {
      expect((await actionsAt('$0foo', rules, only)).every(({ kind }) => kind === 'quickfix')).toBe(true);
    }
  });

  test('nothing to fix means no action', async () => {
    expect(await actionsAt('$0clean', rules, ['source.fixAll'])).toEqual([]);
  });
});
