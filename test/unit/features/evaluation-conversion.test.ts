import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptFile } from '../../../server/src/jobs/evaluations/cases/case-of-item.ts';
import { casesOfSet } from '../../../server/src/jobs/evaluations/cases/cases-of-set.ts';
import type { Conversion } from '../../../server/src/jobs/evaluations/cases/conversion.ts';
import { findCases } from '../../../server/src/jobs/evaluations/cases/find-cases.ts';
import { isPathInCase } from '../../../server/src/jobs/evaluations/cases/kept-case.ts';
import { setOfCases } from '../../../server/src/jobs/evaluations/cases/set-of-cases.ts';
import type { NewFile } from '../../../server/src/jobs/skills/templates/new-file.ts';
import type { Refusal } from '../../../server/src/platform/refusal.ts';
import { memoryFileSystem } from '../../unit/memory-file-system.ts';

const root = '/project/evals';

function converted(result: Conversion | Refusal): Conversion {
  if ('problem' in result) return expect.fail(result.problem);
  return result;
}

/** The files, as they would be read from the disk. */
async function backToSet(files: Readonly<Record<string, string>>): Promise<Conversion> {
  const disk = Object.entries(files).map(
    ([path, text]) => [`${root}/${path}`, new TextEncoder().encode(text)] as const,
  );
  const found = await findCases(root, memoryFileSystem(Object.fromEntries(disk)));
  return converted(setOfCases(found!, 'pdf'));
}

const byPath = (files: readonly NewFile[]) => Object.fromEntries(files.map(({ path, text }) => [path, text]));
const setIn = ({ files }: Conversion) => JSON.parse(files[0]!.text) as { readonly evals: readonly unknown[] };
const shown = ({ notes }: Conversion) =>
  notes.map(({ where, what, isKept }) => `${isKept ? 'kept' : 'lost'} ${where}: ${what}`);

describe('evals.json as cases', () => {
  const set = {
    skill_name: 'pdf',
    evals: [
      {
        id: 1,
        prompt: 'Merge a.pdf and b.pdf',
        expected_output: 'One file',
        expectations: ['It has 4 pages', 'It says "done"'],
      },
      { id: 'split', prompt: 'Split it\n', files: ['evals/files/a.pdf'], assertions: ['Two files'], priority: 'high' },
      { id: 3, note: 'no prompt' },
    ],
    version: 2,
  };

  test('each prompt becomes a case, and each expectation a criterion', () => {
    const files = byPath(converted(casesOfSet(JSON.stringify(set))).files);
    expect(Object.keys(files)).toEqual([
      'eval-1/prompt.md',
      'eval-1/graders/expectation-1.md',
      'eval-1/graders/expectation-2.md',
      'split/prompt.md',
      'split/graders/expectation-1.md',
      'split/converted.json',
      'converted.json',
    ]);
    expect(files['eval-1/prompt.md']).toBe(
      '---\nexpected_outcome: One file\nmax_turns: 10\nallowed_tools: [Read, Glob, Grep, Skill]\n---\n\nMerge a.pdf and b.pdf\n',
    );
    expect(files['eval-1/graders/expectation-2.md']).toBe('---\ntype: llm\n---\n\nIt says "done"\n');
  });

  test('what cases do not have is said', () => {
    expect(shown(converted(casesOfSet(JSON.stringify(set))))).toEqual([
      'kept evaluation "split": The runner of cases copies no input files, so a run has none of `files`. A `scaffold_script` could copy them',
      'kept evaluation "split": A case has `prompt` without the whitespace around it, and only what is text',
      'kept evaluation "split": A case has no `priority`',
      'kept evaluation 3: It does not become a case: it has no prompt',
      'kept the set: No case has `version`',
    ]);
  });

  test('and back, it is what it was', async () => {
    const back = await backToSet(byPath(converted(casesOfSet(JSON.stringify(set))).files));
    expect(setIn(back)).toEqual(set);
    expect(back.notes).toEqual([]);
  });

  test('what was changed in a case is not taken back', async () => {
    const files = byPath(converted(casesOfSet(JSON.stringify(set))).files);
    const back = await backToSet({
      ...files,
      'split/prompt.md': files['split/prompt.md']!.replace('Split it', 'Split all of it'),
      'split/graders/expectation-2.md': '---\ntype: llm\n---\n\nNo page is lost\n',
    });
    expect(setIn(back).evals[1]).toEqual({
      id: 'split',
      prompt: 'Split all of it',
      assertions: ['Two files', 'No page is lost'],
      files: ['evals/files/a.pdf'],
      priority: 'high',
    });
  });

  test.each([
    ['{\n"evals": [}', 'The file is not valid JSON: see line 2'],
    ['[]', 'The file is not a set of evaluations: it has to be an object with a list `evals`'],
    ['{"skill_name": "a"}', 'The set has no evaluations: its list `evals` is missing or empty'],
    ['{"evals": [{"id": 1}]}', 'No evaluation of the set has a prompt, so there would be no cases'],
  ])('not %s', (text, problem) => {
    expect(casesOfSet(text)).toMatchObject({ problem });
  });

  test('a number that JavaScript rounds is said', () => {
    const made = converted(
      casesOfSet('{"evals": [{"id": 12345678901234567890, "prompt": "a", "expectations": ["b"]}]}'),
    );
    expect(shown(made)).toContain('lost evaluation at index 0: The number 12345678901234567890 is rounded');
  });

  test('a set of any size is either converted or not, in bounded work', () => {
    const texts = (count: number) => Array.from({ length: count }, (_, index) => `Expectation ${index}`);
    const many = { id: 1, prompt: 'a', expectations: texts(257) };
    const kept = Object.fromEntries(texts(257).map((text) => [`graders/${text}.md`, '---\ntype: llm\n---\n\na\n']));
    const items = [
      many,
      { id: 2, prompt: 'b', claude_case: { files: kept } },
      { id: 3, prompt: 'c', expectations: texts(256) },
    ];
    const made = converted(casesOfSet(JSON.stringify({ evals: items })));
    expect(made.count).toBe(1);
    expect(shown(made)).toEqual([
      'kept evaluation 1: It does not become a case: a case has at most 256 graders and other files',
      'kept evaluation 2: It does not become a case: a case has at most 256 graders and other files',
    ]);
    const same = Array.from({ length: 2_001 }, () => ({ id: 'x y', prompt: 'a' }));
    expect(casesOfSet(JSON.stringify({ evals: same }))).toMatchObject({ problem: expect.stringContaining('2000') });
    expect(converted(casesOfSet(JSON.stringify({ evals: same.slice(1) }))).count).toBe(2_000);
    expect(casesOfSet('['.repeat(100_000))).toHaveProperty('problem');
  });

  test('a path that a set names does not lead out of its case', () => {
    const files = {
      '../../x.md': 'a',
      'a/../../b': 'b',
      '/etc/x': 'c',
      'c:\\x': 'd',
      'graders/ok.md': '---\ntype: llm\n---\n\nok\n',
    };
    const item = { id: 1, prompt: 'a', claude_case: { folder: '../out', files } };
    const made = converted(casesOfSet(JSON.stringify({ evals: [item] })));
    expect(made.files.map(({ path }) => path)).toEqual(['eval-1/prompt.md', 'eval-1/graders/ok.md', 'converted.json']);
    expect(shown(made).filter((it) => it.startsWith('lost'))).toHaveLength(4);
  });

  const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('---', ' a\n', 'a --- b', 'yes', 'it\'s "x"', '---\nx: 1\n---\n'),
  );
  const item = fc.oneof(
    fc.record(
      {
        id: fc.oneof(fc.nat(12), fc.constantFrom('eval-1', 'a', 'A', 'graders', 'x y', 'a/b'), json),
        prompt: fc.oneof(text, json),
        expected_output: fc.oneof(text, json),
        expectations: fc.oneof(fc.array(text), fc.array(fc.oneof(text, json)), json),
        assertions: fc.oneof(fc.array(text), json),
        files: json,
        other: json,
      },
      { requiredKeys: [] },
    ),
    json,
  );

  test('any set comes back as it was', async () => {
    const sets = fc.record({ skill_name: json, evals: fc.array(item), notes: json }, { requiredKeys: ['evals'] });
    await fc.assert(
      fc.asyncProperty(sets, async (any) => {
        const made = casesOfSet(JSON.stringify(any));
        if ('problem' in made) return;
        const files = byPath(made.files);
        expect(Object.keys(files)).toHaveLength(made.files.length);
        for (const path of Object.keys(files)) expect(path.split('/').every(isPathInCase), path).toBe(true);
        const back = setIn(await backToSet(files));
        const expected = JSON.parse(JSON.stringify(any)) as object;
        expect(back).toEqual('skill_name' in expected ? expected : { ...expected });
      }),
    );
  });
});

describe('cases as evals.json', () => {
  const files = {
    'greets/prompt.md': '---\n# By name.\nmax_turns: 3\nexpected_outcome: A greeting\n---\n\nSay hello to Alex.\n',
    'greets/graders/names.md': '---\ntype: regex\n---\nAlex\n',
    'greets/graders/polite.md': '---\ntype: llm\nweight: 2\n---\nThe greeting is polite\n',
    'greets/fixtures/a.txt': 'a',
    'eval-2/case.yaml': 'schema_version: "1.1"\nname: two\nexecution:\n  prompt: Say bye.\n',
    'group/eval-10/prompt.md': '---\nmax_turns: 10\nallowed_tools: [Read, Glob, Grep, Skill]\n---\n\nSay it.\n',
    'mocks/tracker/list.md': '---\ntype: fixed\n---\n[]\n',
  };

  test('prompts and criteria are those of skill-creator, and the rest is kept', async () => {
    const back = await backToSet(files);
    expect(setIn(back)).toEqual({
      skill_name: 'pdf',
      evals: [
        { id: 2, prompt: 'Say bye.', claude_case: { files: { 'case.yaml': files['eval-2/case.yaml'] } } },
        {
          id: 'greets',
          prompt: 'Say hello to Alex.',
          expected_output: 'A greeting',
          expectations: ['The greeting is polite'],
          claude_case: {
            files: {
              'fixtures/a.txt': 'a',
              'graders/names.md': files['greets/graders/names.md'],
              'graders/polite.md': files['greets/graders/polite.md'],
              'prompt.md': files['greets/prompt.md'],
            },
          },
        },
        { id: 'group/eval-10', prompt: 'Say it.' },
      ],
    });
    expect(shown(back)).toEqual([
      'kept eval-2/case.yaml: An evaluation has no `case.yaml`: its settings and graders',
      'kept greets/fixtures/a.txt: An evaluation has no further files',
      'kept greets/graders/names.md: An evaluation has no grader of the kind `regex`',
      'kept greets/graders/polite.md: An expectation has no `weight`',
      'kept greets/prompt.md: An evaluation has no `max_turns`',
      'lost mocks/tracker/list.md: The file belongs to no case, so it stays where it is',
    ]);
  });

  test('and back, the files are what they were', async () => {
    const { text } = (await backToSet(files)).files[0]!;
    const { 'mocks/tracker/list.md': _, ...expected } = files;
    const { [keptFile]: kept, ...restored } = byPath(converted(casesOfSet(text)).files);
    expect(kept).toBeDefined();
    expect(restored).toEqual(expected);
  });

  test('what was changed in the set counts', async () => {
    const set = setIn(await backToSet(files)) as { evals: Record<string, unknown>[] };
    Object.assign(set.evals[0]!, { prompt: 'Say bye to Kim.' });
    Object.assign(set.evals[1]!, {
      prompt: 'Say hello to Kim.',
      expected_output: 'A warm greeting',
      expectations: ['The greeting is polite', 'It is short'],
    });
    const made = byPath(converted(casesOfSet(JSON.stringify(set))).files);
    expect(made['eval-2/prompt.md']).toBe(
      '---\nmax_turns: 10\nallowed_tools: [Read, Glob, Grep, Skill]\n---\n\nSay bye to Kim.\n',
    );
    expect(made['greets/prompt.md']).toBe(
      '---\n# By name.\nmax_turns: 3\nexpected_outcome: A warm greeting\n---\n\nSay hello to Kim.\n',
    );
    expect(made['greets/graders/expectation-2.md']).toContain('It is short');
    expect(made['greets/graders/polite.md']).toBe(files['greets/graders/polite.md']);
  });

  const body = fc.constantFrom('', '\n', 'Say hello.', 'Say hello.\n', '\r\nSay\r\nhello.\r\n', ' a ', '---', 'TODO\n');
  const heads = (keys: readonly string[]) =>
    fc.subarray([...keys]).map((lines) => (lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`));
  const prompt = fc
    .tuple(heads(['max_turns: 3', 'expected_outcome: It works', 'expected_outcome: "a\\nb"', 'tags: [a]', '# c']), body)
    .map((parts) => parts.join(''));
  const grader = fc
    .tuple(heads(['type: llm', 'type: regex', 'weight: 2', 'criteria: It works', 'focus: trace']), body)
    .map((parts) => parts.join(''));
  const definition = fc.constantFrom(
    'schema_version: "1.1"\nname: a\nexecution:\n  prompt: Say hello.\n',
    'name: a\ngraders:\n  - type: llm\n    name: g\n    criteria: It works\n',
    'expected_outcome: It works\nexecution: { prompt: " Say " }\n',
    '- 1',
  );
  const inCase = fc.dictionary(
    fc.constantFrom(
      'prompt.md',
      'case.yaml',
      'graders/a.md',
      'graders/expectation-1.md',
      'graders/expectation-2.md',
      'graders/expected-output.md',
      'fixtures/b c.txt',
      'NUL',
      keptFile,
    ),
    fc.constant(''),
  );
  const texts = inCase.chain((paths) =>
    fc.record(
      Object.fromEntries(
        Object.keys(paths).map((path) => [
          path,
          path === 'prompt.md' ? prompt : path === 'case.yaml' ? definition : path.endsWith('.md') ? grader : body,
        ]),
      ),
    ),
  );

  test('any case comes back as it was, except for what is said to be lost', async () => {
    const folders = fc.constantFrom('a', 'eval-3', 'eval-03', 'b/c', 'b/eval-1', 'x.y', 'ü');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(folders, texts), async (cases) => {
        const disk = Object.entries(cases).flatMap(([folder, files]) =>
          Object.entries(files as Record<string, string>).map(([path, text]) => [`${folder}/${path}`, text] as const),
        );
        if (disk.length === 0) return;
        const found = await findCases(
          root,
          memoryFileSystem(Object.fromEntries(disk.map(([path, text]) => [`${root}/${path}`, text]))),
        );
        const set = setOfCases(found!, 'pdf');
        if ('problem' in set) return;
        const made = converted(casesOfSet(set.files[0]!.text));
        const restored = byPath(made.files);
        const lost = set.notes.filter(({ isKept }) => !isKept).map(({ where }) => where);
        const isLost = (path: string) => lost.some((where) => path === where || path.startsWith(`${where}/`));
        for (const [path, text] of disk)
          if (!path.endsWith(keptFile) && !isLost(path)) expect(restored[path], path).toBe(text);
        const names = new Set<string>(disk.map(([path]) => path));
        // The folder whose name cannot be kept.
        const isRenamed = (path: string) => path.startsWith('case/') && lost.includes('ü');
        const added = Object.keys(restored).filter((path) => !path.endsWith(keptFile) && !names.has(path));
        expect(added.filter((path) => !isLost(path) && !isRenamed(path))).toEqual([]);
      }),
    );
  });
});
