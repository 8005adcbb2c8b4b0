import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { openEvaluation } from '../../../server/src/evaluation/cases/open-evaluation.ts';
import { gradeGrader } from '../../../server/src/jobs/evaluations/grading/grade-case.ts';
import { viewRaw, viewSteps } from '../../../server/src/jobs/evaluations/grading/run-view.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { lastRun } from './last-run.ts';

const said = (...content: object[]) => ({ type: 'assistant', message: { content } });
const call = (id: string, name: string, input: object) => said({ type: 'tool_use', id, name, input });
const text = (words: string) => said({ type: 'text', text: words });
const result = (id: string, content: unknown, isError = false) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
});

const events = [
  { type: 'system', subtype: 'init', model: 'opus', claude_code_version: '2.1.0' },
  { type: 'system', subtype: 'task_started', description: 'secret plan' },
  call('t1', 'Read', { file_path: 'a.md' }),
  result('t1', [{ type: 'text', text: 'first\r\nsecond' }]),
  call('t2', 'Read', { file_path: 'b.md' }),
  result('t2', 'No such file', true),
  text('Hello Alex,\nhello Bob.'),
  { type: 'result', subtype: 'success', num_turns: 3, total_cost_usd: 0.01 },
];

const traceOf = (list: readonly object[]) => list.map((line) => JSON.stringify(line)).join('\n');

/** The view of a run, with ⟦ and ⟧ around what is marked. */
async function shown(
  grader: string,
  { trace = traceOf(events), raw = false, files = {} as Readonly<Record<string, string>> } = {},
) {
  const path = '/project/evals/c/graders/g.md';
  const disk = memoryFileSystem({ [path]: grader, '/project/evals/c/prompt.md': '---\nmax_turns: 3\n---\nHello\n' });
  const context = (await readFileContext(path, disk, '/home/me'))!;
  const merged = openEvaluation(readDocument(grader, 'claude-code', context.kind), context)!.case!;
  const run = lastRun(trace, { files });
  const last = {
    resultPath: '',
    result: { graders: new Map(), runs: [], cut: undefined },
    runs: [run],
    subjectKind: 'plugin' as const,
  };
  const [verdict] = atOnce(gradeGrader(merged.graders[0]!, merged, last)).verdicts;
  const view = raw ? viewRaw(run.recorded, verdict!) : atOnce(viewSteps('g on run 1', run.recorded, verdict!));
  const marked = view.marks
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end }) => `${all.slice(0, start)}⟦${all.slice(start, end)}⟧${all.slice(end)}`, view.text);
  return { ...view, marked, headings: view.headings.map(({ start, end }) => view.text.slice(start, end)) };
}

describe('a run as a text', () => {
  test('has its steps, with what was matched in the last message', async () => {
    const { marked, headings } = await shown('---\ntype: regex\nflags: i\nmatch: count:2\n---\nhello\n');
    expect(marked).toBe(`g on run 1
    Passed: 2 matches, expected 2

1. Start
    Claude Code 2.1.0, opus

2. Read
    {
      "file_path": "a.md"
    }

3. Result of Read
    first
    second

4. Read
    {
      "file_path": "b.md"
    }

5. Result of Read (failed)
    No such file

6. Assistant, last message
    ⟦Hello⟧ Alex,
    ⟦hello⟧ Bob.

7. End
    success, 3 turns, $0.0100
`);
    expect(headings).toContain('6. Assistant, last message');
  });

  test('marks a match of several lines line by line', async () => {
    const { marked } = await shown('---\ntype: regex\nflags: s\n---\nAlex.*Bob\n');
    expect(marked).toContain('    Hello ⟦Alex,⟧\n    ⟦hello Bob⟧.\n');
  });

  test('marks calls by their headings', async () => {
    const grader = "---\ntype: tool_used\ntool: Read\ninput_match: 'b\\.md'\n---\n";
    const { marked } = await shown(grader);
    expect(marked.match(/⟦.*⟧/g)).toEqual(['⟦4. Read⟧']);
    expect((await shown('---\ntype: tool_order\nbefore: Read\nafter: Write\n---\n')).marks).toEqual([]);
  });

  test('shows what was matched in the raw trace, with the step and as it is there', async () => {
    const grader = '---\ntype: regex\ntarget: trace\n---\nsecret \\w+\n';
    const { marked } = await shown(grader);
    expect(marked).toContain(
      'system task_started\n    As in the raw trace:\n    {"type":"system","subtype":"task_started","description":"⟦secret plan⟧"}\n',
    );
    const raw = await shown(grader, { raw: true });
    expect(raw.text).toBe(traceOf(events));
    expect(raw.marked).toContain('"description":"⟦secret plan⟧"');
  });

  test('shows files and their texts', async () => {
    const files = { 'docs/a.md': 'Alpha\nBeta', 'docs/b.txt': '' };
    const { marked } = await shown('---\ntype: file_exists\npath: "**/*.md"\n---\n', { files });
    expect(marked).toMatch(/Files that the run created\n {4}⟦docs\/a\.md⟧\n {4}docs\/b\.txt\n$/);
    const target = '---\ntype: regex\ntarget: { source: file, path: docs/a.md }\n---\nBeta\n';
    expect((await shown(target, { files })).marked).toMatch(/File docs\/a\.md\n {4}Alpha\n {4}⟦Beta⟧\n$/);
  });

  test('stays small for a trace of 10 MB, and shows every part with a match', async () => {
    const long = `${'word '.repeat(20_000)}needle${' word'.repeat(20_000)}`;
    const many = Array.from({ length: 50 }, (_, index) => result(`t${index}`, 'x'.repeat(200_000)));
    const trace = traceOf([...many, text(long)]);
    expect(trace.length).toBeGreaterThan(10_000_000);
    const { marked, text: view } = await shown('---\ntype: regex\n---\nneedle\n', { trace });
    expect(view.length).toBeLessThan(1_200_000);
    expect(marked).toMatch(/\[… 79,800 characters …\]\n {4}.*word ⟦needle⟧ word/);
    expect(marked).toMatch(/\[… 180,000 characters …\]/);
  });

  test('says why nothing is known, and passes over what is not JSON', async () => {
    const { text: view } = await shown('---\ntype: regex\ntarget: mock_calls\n---\nx\n', {
      trace: 'not JSON\n{}\n[1]',
    });
    expect(view).toBe('g on run 1\n    Failed: no mocks were active\n\nCalls of mocks\n    (none)\n');
  });
});
