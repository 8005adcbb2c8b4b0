import { describe, expect, test } from 'vitest';
import { readEvaluation } from '../../../server/src/evaluation/cases/read-evaluation.ts';
import { textAt } from '../../../server/src/evaluation/values/value.ts';
import { freeCaseName } from '../../../server/src/jobs/evaluations/cases/case-name.ts';
import { yamlText } from '../../../server/src/jobs/evaluations/cases/case-texts.ts';
import { newCase } from '../../../server/src/jobs/evaluations/cases/new-case.ts';
import { WorkReader } from '../../../server/src/jobs/evaluations/cases/observed-work.ts';
import { workOfRun } from '../../../server/src/jobs/evaluations/cases/work-of-run.ts';

const isSkill = (name: string) => name === 'review';

const call = (name: string, input: object, id = name) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input }] },
});
const result = (id: string, more: object = {}) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x', ...more }] },
});
const asks = (content: string, more: object = {}) => ({ type: 'user', message: { content }, ...more });

function workIn(...lines: readonly object[]) {
  const reader = new WorkReader(isSkill);
  for (const line of lines) reader.take(JSON.stringify(line));
  return { work: reader.end(), uses: reader.uses };
}

describe('what a session did', () => {
  test('is that of the first prompt after which the skill was used', () => {
    const { work, uses } = workIn(
      asks('Hello', { cwd: '/work' }),
      call('Write', { file_path: '/work/a.txt' }),
      result('Write'),
      asks('Review it'),
      call('Skill', { skill: 'review' }),
      result('Skill'),
      asks('Base directory for this skill', { isMeta: true }),
      call('Write', { file_path: 'out/../out/b.md', content: 'x' }, 'w2'),
      result('w2'),
      call('Write', { file_path: '/work/../etc/c', content: 'x' }, 'w3'),
      result('w3'),
      call('Bash', { command: 'rm' }),
      result('Bash', { is_error: true }),
      asks('[Request interrupted by user]'),
      asks('/review again'),
    );
    expect(work).toEqual({
      prompt: 'Review it',
      calledSkill: true,
      written: ['out/b.md'],
      writtenElsewhere: ['/work/../etc/c'],
      tools: new Set(['Skill', 'Write']),
    });
    expect(uses).toBe(2);
  });

  test('is nothing where the skill was not used among several prompts, or its call failed', () => {
    expect(workIn(asks('a'), asks('b')).work).toBeUndefined();
    const failed = [call('Skill', { skill: 'review' }), result('Skill', { is_error: true })];
    expect(workIn(asks('a'), ...failed, asks('b')).work).toBeUndefined();
    expect(workIn(asks('a'), ...failed).work).toMatchObject({ prompt: 'a', calledSkill: false });
    expect(workIn().work).toBeUndefined();
  });

  test('lines of any kind are tolerated', () => {
    const reader = new WorkReader(isSkill);
    for (const line of ['', '{', '[]', 'null', '{"type":"user"}', '{"type":"assistant","message":7}'])
      reader.take(line);
    for (const content of ['null', '7', '[null,7,{"type":"tool_use"}]', '{}', '[{"type":"tool_result"}]']) {
      for (const type of ['user', 'assistant']) reader.take(`{"type":"${type}","message":{"content":${content}}}`);
    }
    expect(reader.uses).toBe(0);
  });

  test('of a run, also where only the beginning of a file was kept', () => {
    const tool = { kind: 'tool', id: 'a', order: 1, name: 'Write', summary: '', state: 'succeeded' } as const;
    const input = JSON.stringify({ file_path: '/work/"a".md', content: 'x'.repeat(100) }, undefined, 2);
    const parts = [
      { ...tool, input: input.slice(0, 60), inputCut: 80 },
      { ...tool, input, state: 'failed' as const },
      { ...tool, name: 'Bash', input: 'git diff' },
    ];
    const work = workOfRun({ invocation: '/review main', folder: '/work' }, parts, isSkill);
    expect(work).toMatchObject({ prompt: '/review main', calledSkill: false, written: ['"a".md'] });
    expect([...work.tools]).toEqual(['Write', 'Bash']);
  });
});

describe('a case', () => {
  const skill = { name: 'c++ (new)', plugin: 'my.plugin', isForModel: true };
  const wish = { skill, prompt: 'Do it', criteria: [], work: undefined };

  test('counts the calls of exactly this skill', () => {
    const made = newCase(wish);
    const text = 'files' in made ? made.files[1]!.text : '';
    const pattern = textAt(readEvaluation(text, 'eval-grader').data, 'input_match')!.value;
    const matches = (name: string) => new RegExp(pattern).test(JSON.stringify({ skill: name, args: '' }));
    expect(['c++ (new)', 'my.plugin:c++ (new)'].every(matches)).toBe(true);
    expect(['ccc (new)', 'myxplugin:c++ (new)', 'other', 'c++'].some(matches)).toBe(false);
  });

  test('names the skill as it is called where only its plugin is loaded', () => {
    const named = { ...wish, skill: { ...skill, name: 'review' }, prompt: '/review main', criteria: ['Short'] };
    const made = newCase(named);
    expect('files' in made && made.files[0]!.text).toContain('\n/my.plugin:review main\n');
    expect('files' in made && made.files.map(({ path }) => path)).toEqual(['prompt.md', 'graders/criterion.md']);
  });

  test('is not made of nothing', () => {
    expect(newCase({ ...wish, prompt: ' \n' })).toEqual({ problem: 'no-prompt' });
    expect(newCase({ ...wish, prompt: '/c' })).toEqual({ problem: 'nothing-to-check' });
    expect(newCase({ ...wish, skill: { ...skill, isForModel: false } })).toEqual({ problem: 'nothing-to-check' });
  });

  test.each([
    'yes',
    'a: b',
    "it's",
    'a "b"',
    'both \' and "',
    'a --- b',
    '',
    ' a ',
    'é\u2028\u0085\n\t\\',
    '{a}',
    '1.0',
    '# a',
  ])('keeps the text %j in its frontmatter', (text) => {
    const file = readEvaluation(`---\nexpected_outcome: ${yamlText(text)}\n---\n\nDo it.\n`, 'eval-prompt');
    expect(file.fault).toBeUndefined();
    expect(textAt(file.data, 'expected_outcome')?.value).toBe(text);
  });

  test('has a name that exists on every system and is free', () => {
    expect(freeCaseName('Überprüfung: A/B', new Set())).toBe('berpr-fung-a-b');
    expect(freeCaseName('NUL', new Set())).toBe('case');
    expect(freeCaseName('a', new Set(['a', 'a-2']))).toBe('a-3');
  });
});
