import { expect, test } from 'vitest';
import { readFileContext } from '../../../server/src/catalog/file/read-file-context.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { openEvaluation } from '../../../server/src/evaluation/cases/open-evaluation.ts';
import { gradeCase } from '../../../server/src/jobs/evaluations/grading/grade-case.ts';
import { gradeSummary } from '../../../server/src/jobs/evaluations/grading/grade-summary.ts';
import { type LastRun, type LastRuns, lastRuns } from '../../../server/src/jobs/evaluations/grading/last-runs.ts';
import { memoryFileSystem } from '../memory-file-system.ts';
import { lastRun } from './last-run.ts';

const run = (isWithPlugin: boolean, text: string): LastRun =>
  lastRun(JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } }), { isWithPlugin });

/** What a grader says about runs with the plugin, and one without it. */
async function said(grader: string, withPlugin: readonly string[], without: string, definition?: string) {
  const path = '/p/evals/c/graders/g.md';
  const files = memoryFileSystem({
    [path]: grader,
    '/p/evals/c/prompt.md': 'Hello\n',
    ...(definition !== undefined && { '/p/evals/c/case.yaml': definition }),
  });
  const context = (await readFileContext(path, files, '/home/me'))!;
  const merged = openEvaluation(readDocument(grader, 'claude-code', context.kind), context)!.case!;
  const runs = [...withPlugin.map((text) => run(true, text)), run(false, without)];
  const last: LastRuns = {
    resultPath: '',
    result: { graders: new Map(), runs: [], cut: undefined },
    runs,
    subjectKind: 'plugin',
  };
  const [graded] = [...gradeCase(merged, last)];
  return gradeSummary(graded!).text;
}

const regex = (more: string, pattern: string) => `---\ntype: regex\n${more}---\n${pattern}\n`;

test('says what it found, or why it failed', async () => {
  expect(await said(regex('', 'Hello \\w+'), ['Hello Alex', 'Hello Bob'], 'Bye')).toBe(
    'Passed on 2 of 2 runs: the pattern matches “Hello Alex”',
  );
  expect(await said(regex('', 'Hello'), ['Hello', 'Bye'], 'Bye')).toBe(
    'Failed on 1 of 2 runs: the pattern does not match',
  );
  const long = 'x\n'.repeat(60);
  expect(await said(regex('flags: s\n', '^x.*'), [long], 'Bye')).toMatch(/^Passed on 1 of 1 run: .*“x ⏎ x .*…”$/);
});

test('a grader that passes without the plugin measures nothing, unless it forbids something', async () => {
  const nothing = 'Passed on 1 of 1 run, and without the plugin, too: it measures nothing';
  expect(await said(regex('', 'Hello'), ['Hello'], 'Hello')).toBe(nothing);
  expect(await said(regex('match: not_contains\n', 'Sorry'), ['Hello'], 'Hello')).toBe(
    'Passed on 1 of 1 run: the pattern does not match',
  );
  const none = '---\ntype: tool_used\ntool: Bash\nmin: 0\nmax: 0\n---\n';
  expect(await said(none, ['Hello'], 'Hello')).toBe('Passed on 1 of 1 run: 0 calls of Bash');
});

test('the files of a scaffold script cannot be told from those of the run', async () => {
  const definition = 'schema_version: "1.1"\nname: c\ncontext:\n  scaffold_script: prepare.sh\n';
  expect(await said('---\ntype: file_exists\npath: a.md\n---\n', ['Hello'], 'Bye', definition)).toBe(
    'The files of the run cannot be told from those of `scaffold_script`: run the case again to have them graded',
  );
});

test('the runs of a skill that is in no plugin are with and without the skill', async () => {
  const runs = [{ passed: true, graders: [{ name: 'g', passed: true }] }];
  const result = { schemaVersion: 1, cases: [{ name: 'c', dir: 'evals/c', arms: { with: runs, without: runs } }] };
  const skill = {
    '/p/SKILL.md': '---\ndescription: Greets people\n---\n',
    '/p/evals/results/1/aggregate-result.json': JSON.stringify(result),
  };
  const kindOf = async (also: Readonly<Record<string, string>>) => {
    const it = { folder: '/p/evals/c', evaluations: '/p/evals' };
    return (await lastRuns(it, memoryFileSystem({ ...skill, ...also }), { texts: new Set() }))?.subjectKind;
  };
  expect(await kindOf({})).toBe('skill');
  expect(await kindOf({ '/p/.claude-plugin/plugin.json': '{"name": "p"}' })).toBe('plugin');
  const graded = { name: 'g', fileName: undefined, verdicts: [run(true, 'Hello'), run(false, 'Hello')] };
  const verdicts = graded.verdicts.map((it) => ({
    isWithPlugin: it.arm.isWithPlugin,
    passed: true,
    found: '',
    isGraded: false,
    hasDied: false,
    tracePath: undefined,
    run: it,
    grade: undefined,
  }));
  expect(gradeSummary({ ...graded, verdicts, measuresNothing: true, subjectKind: 'skill' }).text).toBe(
    'Passed on 1 of 1 run, and without the skill, too: it measures nothing',
  );
});
