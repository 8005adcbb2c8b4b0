import { describe, expect, test } from 'vitest';
import type { Location } from 'vscode-languageserver-types';
import { DEFAULT_RUNTIME } from '../../../server/src/dialect/runtimes/capabilities.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { incomingCalls, skillItemOf } from '../../../server/src/features/navigation/call-hierarchy.ts';
import { definitions } from '../../../server/src/features/navigation/definitions.ts';
import { documentLinks } from '../../../server/src/features/navigation/document-links.ts';
import { findReferences } from '../../../server/src/features/navigation/find-references.ts';
import { openIn, preparedAt, renamedAt, type Texts } from './renamed-tree.ts';
import { project, treeOf } from './tree-of.ts';

const plugin = `${project}/office`;
const greets = `${plugin}/evals/greets`;
const skill = `${project}/.claude/skills/pdf`;

const content: Texts = {
  [`${plugin}/.claude-plugin/plugin.json`]: '{ "name": "office" }',
  [`${plugin}/skills/greet/SKILL.md`]: '---\nname: greet\ndescription: Greets people\n---\nSay hello.\n',
  [`${greets}/prompt.md`]:
    '---\nplugins: [../..]\nallowed_tools: [Read, "Skill(office:greet)", mcp__tracker__list]\n---\nRun /office:greet now.\n',
  [`${greets}/case.yaml`]:
    'schema_version: "1.1"\nname: greets\ncontext:\n  add_dirs: [fixtures]\n  history_file: ../../../../secret.jsonl\ngraders:\n  - type: baseline\n    name: same\n    baseline_file: base.jsonl\n    criteria: As good\n',
  [`${greets}/base.jsonl`]: '{}\n',
  [`${greets}/fixtures/a.txt`]: 'A\n',
  [`${greets}/graders/greets.md`]: '---\ntype: tool_used\ntool: Skill\ninput_match: \'"skill":"office:greet"\'\n---\n',
  [`${greets}/graders/order.md`]:
    '---\ntype: tool_order\nbefore: { tool: Skill, input_match: greet }\nafter: mcp__plugin_office_tracker__list\n---\n',
  [`${plugin}/evals/mocks/tracker/list.md`]: '---\ntype: fixed\n---\n[]\n',
  [`${skill}/SKILL.md`]: '---\nname: pdf\ndescription: Works with PDF files\n---\nDo it.\n',
  [`${skill}/evals/evals.json`]:
    '{ "skill_name": "pdf", "evals": [{ "id": 1, "prompt": "Merge", "files": ["evals/files/a b.pdf", "/etc/passwd"] }] }',
  [`${skill}/evals/files/a b.pdf`]: '',
};

async function look(path: string, at: string, pluginFolders: string[] = []) {
  const tree = await treeOf(content, { pluginFolders });
  const { open, subject } = await openIn(tree, content, path, at);
  const texts = { files: tree.files, open: nothingOpen, runtime: open.document.runtime };
  return { open, subject, sessions: tree.sessions, texts };
}

const shown = (locations: readonly Location[]) =>
  locations.map(({ uri, range: { start } }) => `${uri.replace(`file://${project}/`, '')}:${start.line}`);

async function definitionsAt(path: string, at: string, pluginFolders?: string[]): Promise<string[]> {
  const { open, subject, texts } = await look(path, at, pluginFolders);
  return subject ? shown(await definitions(subject, open, texts)) : ['nothing'];
}

describe('navigation in evaluations', () => {
  test.each([
    ['a skill in an expression', `${greets}/graders/greets.md`, 'office:gr|eet', 'office/skills/greet/SKILL.md:0'],
    [
      'a skill without its plugin',
      `${greets}/graders/order.md`,
      'input_match: gr|eet',
      'office/skills/greet/SKILL.md:0',
    ],
    ['a skill in a rule', `${greets}/prompt.md`, 'Skill(office:gr|eet', 'office/skills/greet/SKILL.md:0'],
    ['the skill of a set', `${skill}/evals/evals.json`, '"pd|f"', '.claude/skills/pdf/SKILL.md:1'],
    ['a plugin', `${greets}/prompt.md`, '[../|..]', 'office/.claude-plugin/plugin.json:0'],
    ['a tool with a mock', `${greets}/prompt.md`, 'mcp__tra|cker', 'office/evals/mocks/tracker/list.md:0'],
    ['a tool of a plugin', `${greets}/graders/order.md`, 'office_tra|cker', 'office/evals/mocks/tracker/list.md:0'],
    ['a baseline', `${greets}/case.yaml`, 'base.js|onl', 'office/evals/greets/base.jsonl:0'],
    ['an input file', `${skill}/evals/evals.json`, 'a b.p|df', '.claude/skills/pdf/evals/files/a%20b.pdf:0'],
  ])('from %s', async (_, path, at, expected) => {
    expect(await definitionsAt(path, at)).toEqual([expected]);
  });

  test('from a case in the folder that a manifest names', async () => {
    const mail = `${project}/mail`;
    const named: Texts = {
      [`${mail}/.claude-plugin/plugin.json`]: '{ "name": "mail", "experimental": { "evals": "quality/checks" } }',
      [`${mail}/skills/send/SKILL.md`]: '---\nname: send\ndescription: Sends mail\n---\nSend it.\n',
      [`${mail}/quality/checks/sends/prompt.md`]: '---\nallowed_tools: [mcp__post__send]\n---\nRun /mail:send now.\n',
      [`${mail}/quality/checks/mocks/post/send.md`]: '---\ntype: fixed\n---\n[]\n',
      [`${mail}/quality/mocks/post/send.md`]: 'Not a mock of these evaluations\n',
    };
    const tree = await treeOf(named, { pluginFolders: [mail] });
    const texts = { files: tree.files, open: nothingOpen, runtime: DEFAULT_RUNTIME };
    const tool = await openIn(tree, named, `${mail}/quality/checks/sends/prompt.md`, 'mcp__po|st');
    expect(shown(await definitions(tool.subject!, tool.open, texts))).toEqual([
      'mail/quality/checks/mocks/post/send.md:0',
    ]);
    const skillOf = await openIn(tree, named, `${mail}/skills/send/SKILL.md`, 'name: se|nd');
    const references = await findReferences(skillOf.subject!, skillOf.open, tree.sessions, texts, false);
    expect(shown(references)).toEqual(['mail/quality/checks/sends/prompt.md:3']);
  });

  test('nothing outside, and no name that is not a skill', async () => {
    expect(await definitionsAt(`${greets}/case.yaml`, 'secret.js|onl')).toEqual(['nothing']);
    expect(await definitionsAt(`${skill}/evals/evals.json`, '/etc/pass|wd')).toEqual(['nothing']);
    expect(await definitionsAt(`${greets}/case.yaml`, 'name: gre|ets')).toEqual(['nothing']);
    expect(await definitionsAt(`${greets}/prompt.md`, 'Re|ad')).toEqual(['nothing']);
  });

  test('links to files', async () => {
    const { open, texts } = await look(`${skill}/evals/evals.json`, '|skill_name');
    const links = await documentLinks(open, texts.files, true);
    expect(links.map(({ target }) => target)).toEqual([`file://${skill}/evals/files/a%20b.pdf`]);
  });

  test('references to a skill, also from evaluations', async () => {
    const of = async (path: string, at: string) => {
      const { open, subject, sessions, texts } = await look(path, at, [plugin]);
      return shown(await findReferences(subject!, open, sessions, texts, false)).sort();
    };
    expect(await of(`${plugin}/skills/greet/SKILL.md`, 'name: gr|eet')).toEqual([
      'office/evals/greets/graders/greets.md:3',
      'office/evals/greets/prompt.md:2',
      'office/evals/greets/prompt.md:4',
    ]);
    expect(await of(`${skill}/SKILL.md`, 'name: p|df')).toEqual(['.claude/skills/pdf/evals/evals.json:0']);
    expect(await of(`${greets}/graders/order.md`, 'office_tra|cker')).toEqual([
      'office/evals/greets/graders/order.md:3',
    ]);
  });

  test('an evaluation does not call a skill', async () => {
    const { sessions, texts } = await look(`${skill}/SKILL.md`, 'name: p|df', [plugin]);
    for (const named of ['pdf', 'office:greet']) {
      const found = sessions[0]!.catalog.skills().find(({ name }) => name === named)!;
      const [item] = await skillItemOf(found, sessions[0]!, texts);
      expect(await incomingCalls(item!, sessions, texts)).toEqual([]);
    }
  });

  test('a skill is renamed with what its evaluations say', async () => {
    const after = await renamedAt(content, `${skill}/SKILL.md`, 'name: p|df', 'forms');
    expect(JSON.stringify(after)).toContain('\\"skill_name\\": \\"forms\\"');
    expect(await preparedAt(content, `${greets}/graders/order.md`, 'office_tra|cker')).toContain('Nothing to rename');
  });
});
