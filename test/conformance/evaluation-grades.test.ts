import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { MergedCase } from '../../server/src/evaluation/cases/merged-case.ts';
import { openEvaluation } from '../../server/src/evaluation/cases/open-evaluation.ts';
import { grade } from '../../server/src/evaluation/grading/grade.ts';
import { readTrace } from '../../server/src/evaluation/grading/recorded-run.ts';
import { atOnce } from '../../server/src/platform/work-turns.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { type Recording, recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

/** A case, what is left of its runs, and how `claude plugin eval` graded them. */
interface RecordedGrades extends Pick<Recording, 'id'> {
  readonly input: { readonly files: Readonly<Record<string, string>> };
  readonly observed: { readonly runs: readonly RecordedArm[] };
}

interface RecordedArm {
  readonly arm: 'with' | 'without';
  readonly graders: readonly { readonly name: string; readonly passed: boolean; readonly explanation: string }[];
  readonly trace: string;
  readonly files: Readonly<Record<string, string>>;
  readonly mockCalls: string | null;
}

/** Graders about which nothing is said here, with the reason. */
const unknownHere: Readonly<Record<string, string>> = {
  'own-evaluation-grades-text a69': 'a property that matches several characters at once',
};

const all = recordings('grading', runtimes[0]!) as unknown as RecordedGrades[];

const project = '/project';

async function caseOf({ input }: RecordedGrades): Promise<MergedCase> {
  const disk = Object.fromEntries(Object.entries(input.files).map(([name, text]) => [`${project}/${name}`, text]));
  const path = ['case.yaml', 'prompt.md'].map((name) => `${project}/evals/c/${name}`).find((it) => it in disk)!;
  const context = (await readFileContext(path, memoryFileSystem(disk), '/home/me'))!;
  return openEvaluation(readDocument(disk[path]!, runtimes[0]!, context.kind), context)!.case!;
}

describe('graders as `claude plugin eval` grades', () => {
  test('there are recordings', () => {
    expect(all.flatMap(({ observed }) => observed.runs.flatMap(({ graders }) => graders)).length).toBeGreaterThan(500);
  });

  for (const recording of all) {
    const { id, observed } = recording;
    test.each(observed.runs)(`${id}: $arm the plugin`, async ({ graders, trace, files, mockCalls }) => {
      const merged = await caseOf(recording);
      const kept = { files: new Map(Object.entries(files)), mockCalls: mockCalls ?? undefined };
      const read = readTrace(trace);
      for (const { name, passed, explanation } of graders) {
        const grader = merged.graders.find((it) => it.name === name)!;
        const said = atOnce(grade(grader, { trace, kept }, read));
        const about = `${name} ${JSON.stringify(grader.value.entries.map(({ key, value }) => [key, 'value' in value ? value.value : value.kind]))}: ${explanation}\n${JSON.stringify('found' in said ? said.found : said)}`;
        if (Object.hasOwn(unknownHere, `${id} ${name}`)) expect(said.kind, about).toBe('undecided');
        else expect(said, about).toMatchObject({ kind: 'graded', passed });
        const count = /^found (\d+) matches|called (\d+)x/
          .exec(explanation)
          ?.slice(1)
          .find((it) => it !== undefined);
        if (count !== undefined && said.kind === 'graded') expect(said.found.split(' ')[0], about).toBe(count);
      }
    });
  }
});
