import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CompletionItem, WorkspaceSymbol } from 'vscode-languageserver/node';
import type {
  AllowSkillEdit,
  BudgetReport,
  FileEdit,
  ServerFacts,
  SettingsEdit,
  SkillCost,
  SkillInfo,
  TreeNode,
  TreeParams,
  WhatIf,
  WhyReport,
} from '../../server/src/protocol.ts';
import { applyEdits } from '../unit/features/open-text.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = (description: string, more = '') => `---\ndescription: ${description}\n${more}---\n\nDo it.\n`;

const byTier: TreeParams = { grouping: 'tier', hideEmpty: true };

/** The tree as an indented text, two levels deep. */
async function treeText(ask: <Result>(method: string, params: object) => Promise<Result>): Promise<string> {
  const lines: string[] = [];
  for (const group of await ask<TreeNode[]>('skillwright/tree', byTier)) {
    lines.push(group.label);
    const children = await ask<TreeNode[]>('skillwright/tree', { ...byTier, parent: group.id });
    lines.push(...children.map(({ label }) => `  ${label}`));
  }
  return lines.join('\n');
}

test('completion proposes the skills of the session, and says later what they do', async () => {
  const { root, editor, ask } = await startSession({
    'app/.claude/skills/review/SKILL.md': skill('Reviews diffs'),
    'app/.claude/agents/checker.md': '---\nname: checker\ndescription: Checks\n---\n',
  });
  await treeText(ask);
  const uri = uriOf(path.join(root, 'app/.claude/agents/checker.md'));
  await editor.open(uri, '---\nname: checker\ndescription: Checks\n---\n\nRun /\n');
  const request = { textDocument: { uri }, position: { line: 5, character: 5 } };
  for (const context of [{ triggerKind: 1 }, { triggerKind: 2, triggerCharacter: '/' }]) {
    const [item, ...others] = await ask<CompletionItem[]>('textDocument/completion', { ...request, context });
    expect(item).toMatchObject({ label: '/review' });
    expect(item?.documentation).toBeUndefined();
    expect(others).toEqual([]);
    const resolved = await ask<CompletionItem>('completionItem/resolve', item);
    expect(resolved).toMatchObject({ ...item, documentation: { value: expect.stringContaining('Reviews diffs') } });
  }
  await editor.replace(uri, '---\nname: checker\ndescription: Checks\n---\n\nAnd /\n');
  const typed = { ...request, context: { triggerKind: 2, triggerCharacter: '/' } };
  expect(await ask('textDocument/completion', typed)).toEqual([]);
});

test('workspace symbols are the skills and agents of the session', async () => {
  const { ask } = await startSession({
    'home/.claude/skills/notes/SKILL.md': skill('Keeps notes'),
    'app/.claude/skills/review/SKILL.md': skill('Reviews'),
    'app/.claude/agents/checker.md': '---\nname: checker\ndescription: Checks\n---\n',
  });
  const names = async (query: string) =>
    (await ask<WorkspaceSymbol[]>('workspace/symbol', { query })).map(({ name }) => name).toSorted();
  expect(await names('')).toEqual(['/notes', '/review', 'checker']);
  expect(await names('re')).toEqual(['/review']);
});

test('the log says once which session was read, and what is in it', async () => {
  const { root, editor, write, ask, told } = await startSession({
    'home/.claude/skills/notes/SKILL.md': skill('Keeps notes'),
    'app/.claude/skills/review/SKILL.md': skill('Reviews'),
    'app/.claude/skills/old/SKILL.md': skill(
      'Nobody calls it',
      'disable-model-invocation: true\nuser-invocable: false\n',
    ),
    'app/.claude/commands/fix.md': skill('Fixes'),
  });
  await treeText(ask);
  const home = path.join(root, 'home');
  const { verifiedRelease: verified } = editor.initialized.capabilities.experimental as ServerFacts;
  const start = `Session in ${path.join(root, 'app')}: home ${home}; rules of Claude Code ${verified}; 3 skills, 1 command, 0 agents, 0 plugins`;
  expect(editor.information).toEqual([expect.stringContaining(`${start}; 3 can be used; read in `)]);

  await editor.fileChanged(await write('app/.claude/skills/release/SKILL.md', skill('Releases')));
  await vi.waitFor(() => expect(told).toHaveLength(1));
  await ask('skillwright/reload');
  await treeText(ask);
  expect(editor.information).toHaveLength(1);
});

test('the tree follows the files: made, changed, renamed and taken away, inside and outside the workspace', async () => {
  const { root, editor, write, told, ask } = await startSession({
    'home/.claude/skills/notes/SKILL.md': skill('Keeps notes'),
    'app/.claude/skills/review/SKILL.md': skill('Reviews'),
  });
  expect(await treeText(ask)).toBe('User\n  notes\nProject\n  review');

  await editor.fileChanged(await write('app/.claude/skills/release/SKILL.md', skill('Releases')));
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ skills: 3 }));
  expect(await treeText(ask)).toBe('User\n  notes\nProject\n  release\n  review');

  await editor.fileChanged(await write('home/.claude/skills/release/SKILL.md', skill('Releases too')));
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(await treeText(ask)).toContain('User\n  notes\n  release');

  const [old, renamed] = [path.join(root, 'home/.claude/skills/notes'), path.join(root, 'home/.claude/skills/diary')];
  await rename(old, renamed);
  await editor.fileChanged(uriOf(old));
  await editor.fileChanged(uriOf(renamed));
  await vi.waitFor(async () => expect(await treeText(ask)).toContain('User\n  diary\n  release'));

  await rm(path.join(root, 'app/.claude'), { recursive: true });
  await editor.fileChanged(uriOf(path.join(root, 'app/.claude')));
  await vi.waitFor(async () => expect(await treeText(ask)).toBe('User\n  diary\n  release'));
});

test('the first skill of a workspace that had none appears', async () => {
  const { editor, write, told, ask } = await startSession({});
  expect(await treeText(ask)).toBe('');
  await editor.fileChanged(await write('app/.claude/skills/first/SKILL.md', skill('First')));
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ skills: 1 }));
  expect(await treeText(ask)).toBe('Project\n  first');
});

test('settings switch a skill off by an edit of their file', async () => {
  const { editor, write, ask } = await startSession({
    'app/.claude/skills/review/SKILL.md': skill('Reviews'),
    'app/.claude/settings.local.json': '{\n  "model": "opus"\n}\n',
  });
  const id = (await ask<BudgetReport>('skillwright/budget')).entries.find(({ name }) => name === 'review')!.id!;
  const edit = await ask<SettingsEdit>('skillwright/overrideEdit', { skill: id, value: 'off', scope: 'local' });
  const text = applyEdits('{\n  "model": "opus"\n}\n', edit.edits);
  expect(JSON.parse(text)).toEqual({ model: 'opus', skillOverrides: { review: 'off' } });
  await editor.fileChanged(await write('app/.claude/settings.local.json', text));
  await vi.waitFor(async () => {
    const info = await ask<SkillInfo>('skillwright/skill', { skill: id });
    expect(info.override).toBe('off');
  });
  const why = await ask<WhyReport[]>('skillwright/why', { skill: id });
  expect(why[0]!.verdict).toContain('off');
  const { entries } = await ask<BudgetReport>('skillwright/budget');
  expect(entries.map(({ name }) => name)).not.toContain('review');
});

test('the rule that always allows a skill is added to the local settings once', async () => {
  const { ask, editor, write } = await startSession({
    'app/.claude/skills/review/SKILL.md': skill('Reviews'),
    'app/.claude/settings.local.json': '{ "permissions": { "allow": ["Read"] } }',
  });
  const id = (await ask<BudgetReport>('skillwright/budget')).entries.find(({ name }) => name === 'review')!.id!;
  const edit = await ask<AllowSkillEdit>('skillwright/allowSkill', { skill: id });
  expect(edit).toMatchObject({ rule: 'Skill(review)', create: false, edits: [{ newText: ', "Skill(review)"' }] });
  const text = '{ "permissions": { "allow": ["Read", "Skill(review)"] } }';
  await editor.fileChanged(await write('app/.claude/settings.local.json', text));
  expect(await ask<AllowSkillEdit>('skillwright/allowSkill', { skill: id })).toMatchObject({ edits: [] });
  await write('app/.claude/settings.local.json', '{ broken');
  await expect(ask('skillwright/allowSkill', { skill: id })).rejects.toThrow('Fix it first');
});

test('what if: nothing on disk changes, everything else does', async () => {
  const { ask } = await startSession({
    'app/.claude/skills/long/SKILL.md': skill('x'.repeat(900)),
    'app/.claude/skills/short/SKILL.md': skill('Short'),
  });
  const stateOf = (report: BudgetReport, name: string) => report.entries.find((it) => it.name === name)?.state;
  const now = await ask<BudgetReport>('skillwright/budget');
  expect([stateOf(now, 'long'), stateOf(now, 'short'), now.exact]).toEqual(['full', 'full', true]);
  const tight = await ask<BudgetReport>('skillwright/budget', { whatIf: { budget: now.used - 800 } });
  expect([stateOf(tight, 'long'), stateOf(tight, 'short'), tight.source]).toEqual(['name-only', 'full', 'what-if']);
  const without = now.entries.find(({ name }) => name === 'long')!.id!;
  const report = await ask<BudgetReport>('skillwright/budget', { whatIf: { without: [without] } });
  expect([stateOf(report, 'long'), report.used < now.used]).toEqual(['off', true]);
  // What the session is now is said beside it, and the cost of a skill is that of the what-if.
  const { usage, share, notInFull } = now;
  expect([tight.now, report.now, now.now]).toEqual([
    { usage, share, notInFull },
    { usage, share, notInFull },
    undefined,
  ]);
  const tokens = async (whatIf?: WhatIf) =>
    (await ask<SkillCost>('skillwright/skillCost', { skill: without, ...(whatIf && { whatIf }) })).l1.tokens;
  expect([await tokens(), await tokens({ budget: now.used - 800 }), await tokens({ without: [without] })]).toEqual([
    Math.ceil('- long: '.length / 4 + 900 / 4),
    Math.ceil('- long'.length / 4),
    0,
  ]);
  expect(await ask<string>('skillwright/listing')).toContain('- short: Short');
});

test('findings that need other files come and go with these', async () => {
  const { editor, write } = await startSession({
    'app/.claude/skills/review/SKILL.md': skill('Reviews a diff. Use on Mondays'),
  });
  const uri = await write('app/.claude/skills/review/SKILL.md', skill('Reviews a diff. Use on Mondays'));
  await editor.open(uri, skill('Reviews a diff. Use on Mondays'));
  expect(await editor.rules(uri)).toEqual([]);
  const other = await write(
    'home/.claude/skills/review/SKILL.md',
    skill('Keeps the notes of meetings. Use on Mondays'),
  );
  await editor.fileChanged(other);
  await vi.waitFor(async () => expect(await editor.rules(uri)).toEqual(['name-duplicate']));
});

test('a rule is turned off in the configuration of the project, if the file has one', async () => {
  const { root, editor, ask, write } = await startSession({
    'app/.claude/skills/review/SKILL.md': skill('Reviews'),
  });
  const uri = uriOf(path.join(root, 'app/.claude/skills/review/SKILL.md'));
  const params = { uri, rule: 'description-no-trigger' };
  expect(await ask('skillwright/turnOffRule', params)).toBeNull();
  await editor.fileChanged(await write('app/skillwright.config.json', '{ "rules": { "body-empty": "off" } }\n'));
  const edit = await ask<FileEdit>('skillwright/turnOffRule', params);
  expect(edit.uri).toBe(uriOf(path.join(root, 'app/skillwright.config.json')));
  expect(edit.edits.map(({ newText }) => newText)).toEqual([', "description-no-trigger": "off"']);
});
