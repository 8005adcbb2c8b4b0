import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import type { Finding } from '../../server/src/rules/rule.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { applyFix, mark } from '../unit/rules/expect-findings.ts';
import { correct } from './correct-evaluations.ts';
import { filesOf, inputOf, type PlantedEvaluation } from './planted-evaluation.ts';
import { planted } from './planted-mistakes.ts';
import { type Recording, recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

interface Recorded extends Pick<Recording, 'id' | 'input'> {
  readonly observed: {
    readonly refused?: string;
    readonly notices?: readonly string[];
    readonly runs?: readonly {
      readonly error: string | null;
      readonly graders: readonly { readonly name: string; readonly passed: boolean }[];
    }[];
  };
}

const asked = new Map(
  (recordings('evaluation', runtimes[0]!) as unknown as Recorded[]).map((recording) => [recording.id, recording]),
);
const recordingOf = ({ id }: PlantedEvaluation) =>
  asked.get(`own-evaluation-slips-${id}`) ?? asked.get(`own-evaluations-mock-slips-${id}`);

/** The findings in all files of a case and in the manifest, by path. */
async function findingsOf(files: Readonly<Record<string, string>>): Promise<(readonly [string, Finding])[]> {
  const disk = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/project/${name}`, text]));
  const system = memoryFileSystem(disk);
  const found: (readonly [string, Finding])[] = [];
  for (const [name, text] of Object.entries(files)) {
    const context = /\/|plugin\.json$/.test(name)
      ? await readFileContext(`/project/${name}`, system, '/home/me')
      : undefined;
    if (!context || name.startsWith('skills/')) continue;
    const { findings } = checkFile(text, context, defaultSettings, (rule, error) => {
      throw new Error(`${rule.id} crashed`, { cause: error });
    });
    found.push(...findings.map((finding) => [name, finding] as const));
  }
  return found;
}

describe('planted mistakes in evaluations', () => {
  test('there are enough of them', () => expect(planted.length).toBeGreaterThanOrEqual(100));

  test.each(planted)('$rule: $id', async (it) => {
    const files = filesOf(it);
    const found = await findingsOf(files);
    const shown = found.map(([name, finding]) => `${finding.rule} in ${name}\n${mark(files[name]!, [finding])}`);
    const [[name, text] = ['', '']] = Object.entries(it.files).filter(([, content]) => content?.includes('«'));
    expect(shown).toEqual([`${it.rule} in ${name}\n${text}`]);
    if (it.fixed === undefined) return;
    const fix = found[0]![1].fixes?.[0];
    expect(fix && applyFix(files[name]!, fix)).toContain(it.fixed);
    const after = await findingsOf({ ...files, [name]: applyFix(files[name]!, fix!) });
    expect(after.map(([, { rule }]) => rule)).toEqual([]);
  });

  test.each(planted)('$id as the runner sees it: $runner', (it) => {
    const { input, observed } = recordingOf(it) ?? expect.fail('It was not asked');
    expect(input).toEqual(inputOf(it));
    const { refused, runs = [] } = observed;
    const isRejected = refused !== undefined || runs.some(({ error }) => error !== null);
    const graders = runs.flatMap((run) => run.graders);
    const hasFailed = graders.some(({ passed }) => !passed) || runs.some((run) => run.graders.length === 0);
    expect({ isRejected, hasFailed: isRejected || hasFailed }).toEqual({
      isRejected: it.runner === 'rejects',
      // What a model judges fails, too, because the stand-in is no judge.
      hasFailed: it.runner === 'rejects' || it.runner === 'fails' || it.id.includes('criteria'),
    });
  });
});

describe('what is nearly a mistake in an evaluation', () => {
  test('there are enough', () => expect(correct.length).toBeGreaterThanOrEqual(80));

  test.each(correct)('$id is silent', async (it) => {
    const found = await findingsOf(filesOf(it));
    expect(found.map(([name, { rule, message }]) => `${rule} in ${name}: ${message}`)).toEqual([]);
  });

  test.each(correct)('$id is accepted', (it) => {
    const { input, observed } = recordingOf(it) ?? expect.fail('It was not asked');
    expect(input).toEqual(inputOf(it));
    const { refused, runs = [] } = observed;
    expect([refused, ...runs.map(({ error }) => error)]).toEqual([undefined, ...runs.map(() => null)]);
    const judged = /baseline|criteria|sign-in-block/.test(it.id);
    const failed = runs.flatMap(({ graders }) => graders).filter(({ passed }) => !passed);
    expect(runs.length).toBeGreaterThan(0);
    if (!judged) expect(failed).toEqual([]);
  });
});
