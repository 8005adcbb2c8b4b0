import { describe, expect, test } from 'vitest';
import type { TextEdit } from 'vscode-languageserver-types';
import { completion } from '../../../server/src/features/completion/completion.ts';
import { neededFromDisk } from '../../../server/src/features/completion/needed-from-disk.ts';
import { hover } from '../../../server/src/features/hover/hover.ts';
import { linkTo, memoryFileSystem } from '../memory-file-system.ts';
import { inSession } from '../rules/check-in-session.ts';
import { openText } from './open-text.ts';

const folder = '/project/office/evals/greets';
const around = {
  [`${folder}/prompt.md`]: '---\nmax_turns: 3\n---\nSay hello to Alex.\n',
  [`${folder}/graders/names.md`]: '---\ntype: regex\n---\nAlex\n',
  '/project/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  '/project/office/skills/greet/SKILL.md': '---\ndescription: Greets\n---\n\nGreet.\n',
  '/project/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Works with PDF files\n---\n\nDo it.\n',
};

async function openAt(path: string, marked: string) {
  return openText(marked, await inSession(path, { ...around, [path]: marked.replace('$0', '') }));
}

const client = { fillsSnippets: true };

async function labels(name: string, marked: string): Promise<string[]> {
  const { open, offset } = await openAt(`${folder}/${name}`, marked);
  return completion(open, offset, client).map(({ label }) => label);
}

async function explained(path: string, marked: string): Promise<string | undefined> {
  const { open, offset } = await openAt(path, marked);
  return JSON.stringify(hover(open, offset)?.contents);
}

describe('completion in evaluations', () => {
  test('the keys of a prompt that are not there yet', async () => {
    const found = await labels('prompt.md', '---\nmax_turns: 3\n$0\n---\nSay hello.\n');
    expect(found).toContain('allowed_tools');
    expect(found).not.toContain('max_turns');
    expect(found).not.toContain('description-long');
  });

  test('the keys of a kind of grader', async () => {
    expect(await labels('graders/names.md', '---\ntype: tool_used\n$0\n---\n')).toEqual(
      expect.arrayContaining(['tool', 'input_match', 'min', 'max', 'arm']),
    );
    expect(await labels('graders/names.md', '---\n$0\n---\n')).toEqual(['type', 'name', 'weight', 'arm']);
  });

  test.each([
    ['graders/names.md', '---\ntype: $0\n---\n', 'tool_order'],
    ['graders/names.md', '---\ntype: regex\nmatch: $0\n---\n', 'not_contains'],
    ['graders/names.md', '---\ntype: regex\ntarget: $0\n---\n', 'mock_calls'],
    ['graders/names.md', '---\ntype: regex\narm: $0\n---\n', 'with-only'],
    ['graders/names.md', '---\ntype: tool_used\ntool: $0\n---\n', 'Read'],
    ['graders/names.md', '---\ntype: file_exists\nexists: $0\n---\n', 'false'],
    ['prompt.md', '---\nallowed_tools: [Read, $0]\n---\n', 'Write'],
    ['prompt.md', '---\nallowed_tools:\n  - $0\n---\n', 'Write'],
  ])('values in %s: %s', async (name, marked, expected) => {
    expect(await labels(name, marked)).toContain(expected);
  });

  test('the keys of a definition, wherever they are', async () => {
    const top = await labels('case.yaml', 'schema_version: "1.1"\n$0\n');
    expect(top).toEqual(expect.arrayContaining(['name', 'execution', 'context', 'graders']));
    expect(top).not.toContain('schema_version');
    const execution = await labels('case.yaml', 'execution:\n  prompt: Hello\n  $0\n');
    expect(execution).toEqual(expect.arrayContaining(['max_turns', 'allowed_tools']));
    expect(execution).not.toContain('prompt');
    expect(await labels('case.yaml', 'context:\n  $0\n')).toEqual(['scaffold_script', 'history_file', 'add_dirs']);
    const grader = await labels('case.yaml', 'graders:\n  - type: tool_used\n    name: a\n    $0\n');
    expect(grader).toEqual(['weight', 'arm', 'tool', 'input_match', 'min', 'max']);
    expect(await labels('case.yaml', 'graders:\n  - $0\n')).toEqual(['type', 'name', 'weight', 'arm']);
    expect(await labels('case.yaml', 'other:\n  $0\n')).toEqual([]);
  });

  test.each([
    ['graders:\n  - type: $0\n', 'tool_order'],
    ['graders:\n  - type: regex\n    target: $0\n', 'mock_calls'],
    ['graders:\n  - type: tool_used\n    tool: $0\n', 'Read'],
    ['execution:\n  allowed_tools: [Read, $0]\n', 'Write'],
    ['execution:\n  allowed_tools:\n    - $0\n', 'Write'],
  ])('values in a definition: %j', async (marked, expected) => {
    expect(await labels('case.yaml', `schema_version: "1.1"\n${marked}`)).toContain(expected);
  });

  test.each([
    ['evals.json', '{ "skill_name": "pdf", "$0" }', ['evals']],
    ['evals.json', '{ $0 }', ['skill_name', 'evals']],
    [
      'evals.json',
      '{ "evals": [{ "id": 1, "prompt": "a", "$0": [] }] }',
      ['expected_output', 'files', 'expectations', 'assertions'],
    ],
    ['trigger-eval.json', '[{ "query": "a", $0 }]', ['should_trigger']],
    ['trigger-eval.json', '[{ "query": "a", "should_trigger": $0 }]', ['true', 'false']],
    ['trigger-eval.json', '[{ "query": "a", "should_trigger": fal$0 }]', ['true', 'false']],
    ['trigger-eval.json', '[{ "query": "$0" }]', []],
    ['evals.json', '{ "skill_name": "$0" }', ['pdf']],
    ['evals.json', '{ "skill_name": $0 }', ['pdf']],
    ['evals.json', '{ "evals": [{ "skill_name": "$0" }] }', []],
    ['evals.json', '{ "evals": [$0] }', []],
  ])('in %s: %s', async (name, marked, expected) => {
    const { open, offset } = await openAt(`/project/skills/pdf/evals/${name}`, marked);
    expect(completion(open, offset, client).map(({ label }) => label)).toEqual(expected);
  });

  test('skills, in a grader of the Skill tool', async () => {
    const name = 'graders/names.md';
    const { open, offset } = await openAt(
      `${folder}/${name}`,
      '---\ntype: tool_used\ntool: Skill\ninput_match: $0\n---\n',
    );
    const [item, ...others] = completion(open, offset, client);
    expect([item?.label, others]).toEqual(['greet', []]);
    expect(JSON.stringify(item?.textEdit)).toContain(JSON.stringify(`'"skill":"([^":]+:)?greet"'`).slice(1, -1));
    expect(await labels(name, '---\ntype: tool_used\ntool: Read\ninput_match: $0\n---\n')).toEqual([]);
    const before = 'graders:\n  - type: tool_order\n    before:\n      tool: Skill\n      input_match: $0\n';
    expect(await labels('case.yaml', before)).toEqual(['greet']);
  });

  describe('paths', () => {
    const skill = '/project/skills/pdf';
    const more = {
      ...around,
      [`${folder}/base.jsonl`]: '{}\n',
      [`${folder}/fixtures/deep/a.txt`]: 'A\n',
      '/project/outside/SKILL.md': 'secret',
      [`${skill}/evals/files/a.pdf`]: '',
    };
    const files = memoryFileSystem({ ...more, [`${folder}/link`]: linkTo('/project/outside') });

    async function paths(path: string, marked: string) {
      const { open, offset } = await openText(
        marked,
        await inSession(path, { ...more, [path]: marked.replace('$0', '') }),
      );
      const needed = neededFromDisk(open, offset);
      if (needed?.folder === undefined) return undefined;
      const entries = await files.readFolder(needed.folder);
      return completion(open, offset, client, { entries }).map(({ textEdit, label }) => {
        const { range, newText } = textEdit as TextEdit;
        expect(newText).toBe(label);
        return range.start.character === range.end.character
          ? label
          : `${label} (${range.end.character - range.start.character})`;
      });
    }

    test.each([
      ['prompt.md', '---\nplugins: [$0]\n---\n', ['../', 'fixtures/', 'graders/', 'link/']],
      ['prompt.md', '---\nplugins: [../.., "../$0"]\n---\n', ['../', 'greets/']],
      ['prompt.md', '---\nplugins:\n  - ../../sk$0\n---\n', ['evals/ (2)', 'skills/ (2)', '.claude-plugin/ (2)']],
      ['case.yaml', 'graders:\n  - type: baseline\n    baseline_file: $0\n', ['fixtures/', 'graders/', 'base.jsonl']],
      ['case.yaml', 'context:\n  add_dirs: [fixtures/$0]\n', ['../', 'deep/']],
      ['case.yaml', "context:\n  history_file: 'fixtures/deep/$0'\n", ['a.txt']],
      ['graders/same.md', '---\ntype: baseline\nbaseline_file: ba$0se\n---\n', ['base.jsonl (4)']],
    ])('in %s: %j', async (name, marked, expected) => {
      const found = await paths(`${folder}/${name}`, marked);
      expect(found).toEqual(expect.arrayContaining(expected));
      if (marked.includes('add_dirs') || marked.includes('plugins'))
        expect(found?.every((label) => label.includes('/'))).toBe(true);
    });

    test('of input files, from the folder of the skill', async () => {
      const set = (file: string) =>
        paths(`${skill}/evals/evals.json`, `{ "evals": [{ "id": 1, "files": ["${file}"] }] }`);
      expect(await set('$0')).toEqual(['evals/', 'SKILL.md']);
      expect(await set('evals/files/$0')).toEqual(['a.pdf']);
      expect(await set('../$0')).toBeUndefined();
    });

    test.each([
      ['---\nplugins: [../../../$0]\n---\n'],
      ['---\nplugins: [/$0]\n---\n'],
      ['---\nplugins: [~/$0]\n---\n'],
      ['---\nplugins: $0\n---\n'],
      ['---\nname: $0\n---\n'],
      ['---\nname: a\n---\nplugins: [$0]\n'],
    ])('nothing outside the plugin, and nowhere else: %j', async (marked) => {
      expect(await paths(`${folder}/prompt.md`, marked)).toBeUndefined();
    });
  });

  test('nothing in prompts and patterns', async () => {
    expect(await labels('prompt.md', '---\nmax_turns: 3\n---\nSay $0\n')).toEqual([]);
  });
});

describe('hover in evaluations', () => {
  test.each([
    [`${folder}/prompt.md`, '---\nmax_$0turns: 3\n---\nSay hello.\n', 'Turns of the model'],
    [`${folder}/graders/names.md`, '---\ntype: re$0gex\n---\nAlex\n', 'Searches a text'],
    [`${folder}/graders/names.md`, '---\ntype: tool_used\nto$0ol: Read\n---\n', 'exact name of the tool'],
    [`${folder}/graders/names.md`, '---\ntype: tool_used\ntool: Re$0ad\n---\n', 'Reads'],
    [`${folder}/case.yaml`, 'schema_version: "1.1"\ncontext:\n  add_$0dirs: [a]\n', 'may read'],
    [`${folder}/case.yaml`, 'graders:\n  - { type: regex, na$0me: a, pattern: b }\n', 'name in reports'],
    ['/project/skills/pdf/evals/evals.json', '{ "evals": [{ "assert$0ions": [] }] }', '`expectations` means the same'],
    ['/project/skills/pdf/evals/trigger-eval.json', '[{ "query": "a", "should_$0trigger": true }]', 'should be used'],
  ])('%s: %s', async (path, marked, expected) => {
    expect(await explained(path, marked)).toContain(expected);
  });

  test('nothing about a key that does not exist, and in the prompt', async () => {
    expect(await explained(`${folder}/prompt.md`, '---\nmax_$0turn: 3\n---\nSay hello.\n')).toBeUndefined();
    expect(await explained(`${folder}/prompt.md`, '---\nmax_turns: 3\n---\nSay $AR$0GUMENTS.\n')).toBeUndefined();
  });
});
