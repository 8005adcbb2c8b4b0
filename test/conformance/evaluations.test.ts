import { describe, expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import type { Finding } from '../../server/src/rules/rule.ts';
import { memoryFileSystem } from '../unit/memory-file-system.ts';
import { type Recording, recordings, runtimes } from './recordings.ts';
import './require-assertions.ts';

/** A case, and what `claude plugin eval` did with it. */
interface RecordedEvaluation extends Pick<Recording, 'id'> {
  readonly input: { readonly files: Readonly<Record<string, string>>; readonly ablation?: string };
  readonly observed: {
    /** Why the case was not run. */
    readonly refused?: string;
    /** What was said about graders before the first session. */
    readonly notices?: readonly string[];
    readonly runs?: readonly RecordedRun[];
  };
}

interface RecordedRun {
  readonly arm: 'with' | 'without';
  /** Why a run ended at its beginning. */
  readonly error: string | null;
  readonly graders: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly scored: boolean;
    readonly explanation: string;
  }[];
}

/** Cases about which nothing is said here, with the reason. */
const unknownHere: Readonly<Record<string, string>> = {
  'own-evaluations-p-no-graders': 'nothing shows that the prompt is for Claude Code',
  'own-evaluations-c-empty': 'nothing shows that the file is for Claude Code',
};

/** The case asks for a tool that was not granted where the evaluation was started. */
const grantedElsewhere = 'own-evaluations-t-granted-case';

const all = recordings('evaluation', runtimes[0]!) as unknown as RecordedEvaluation[];

const project = '/project';

type FindingsByPath = ReadonlyMap<string, readonly Finding[]>;

/** Several tests look at the same case. */
const known = new Map<RecordedEvaluation, Promise<FindingsByPath>>();

/** The findings in every file of a case, by the file's path. */
function findingsOf(recording: RecordedEvaluation): Promise<FindingsByPath> {
  const findings = known.get(recording) ?? checkFiles(recording);
  known.set(recording, findings);
  return findings;
}

async function checkFiles({ input }: RecordedEvaluation): Promise<FindingsByPath> {
  const disk = Object.fromEntries(Object.entries(input.files).map(([name, text]) => [`${project}/${name}`, text]));
  const files = memoryFileSystem(disk);
  const found = new Map<string, readonly Finding[]>();
  for (const [path, text] of Object.entries(disk)) {
    const context = path.includes('/evals/') ? await readFileContext(path, files, '/home/me') : undefined;
    if (!context) continue;
    const { findings } = checkFile(text, context, defaultSettings, (rule, error) => {
      throw new Error(`${rule.id} crashed`, { cause: error });
    });
    found.set(path.slice(project.length + 1), findings);
  }
  return found;
}

const shown = (found: FindingsByPath): string[] =>
  [...found].flatMap(([path, findings]) => findings.map(({ rule, message }) => `${path} ${rule}: ${message}`));

const isRefusal = ({ severity, message }: Finding): boolean =>
  severity === 'error' && message.includes('rejects the case');

/** The findings in the file of a grader. */
function ofGrader(found: FindingsByPath, name: string): readonly Finding[] {
  return [...found].flatMap(([path, findings]) => (path.endsWith(`/graders/${name}.md`) ? findings : []));
}

describe('evaluations as `claude plugin eval` reads them', () => {
  test('there are recordings', () => {
    expect(all.length).toBeGreaterThan(150);
  });

  for (const recording of all) {
    const { id, observed } = recording;
    // Where the runner finds no case, it rejects none.
    if (observed.refused?.startsWith('No eval cases found')) continue;
    const graders = observed.runs?.flatMap((run) => run.graders) ?? [];
    const mockRefusal = id.startsWith('own-evaluations-mock-') ? observed.runs?.[0]?.error : undefined;
    const refused = observed.refused ?? mockRefusal ?? undefined;

    test.skipIf(Object.hasOwn(unknownHere, id))(
      `${id}: ${refused === undefined ? 'accepted' : 'rejected'}`,
      async () => {
        const found = await findingsOf(recording);
        const refusals = [...found.values()].flat().filter(isRefusal);
        // Some rejected files have names by which they are no files of an evaluation.
        const isNamed = refused === undefined || found.size > 0;
        expect(isNamed && refusals.length > 0, `${refused}\n${shown(found).join('\n')}`).toBe(refused !== undefined);
      },
    );

    const failed = observed.runs?.find(({ error }) => error !== null)?.error;
    if (failed && !mockRefusal) {
      test(`${id}: every run fails`, async () => {
        const errors = [...(await findingsOf(recording)).values()]
          .flat()
          .filter(({ severity }) => severity === 'error');
        expect(errors.map(({ message }) => message).join('\n')).toMatch(/every run|Every run|so every run/);
      });
    }

    for (const notice of observed.notices ?? []) {
      // `--allow-tools` can grant other tools than the recorded run had.
      const [, name, granted] = /^grader "([^"]+)" cannot pass( with the granted tools)?/.exec(notice) ?? [];
      if (name === undefined || id === grantedElsewhere) continue;
      test(`${id}: grader ${name} cannot pass`, async () => {
        const findings = ofGrader(await findingsOf(recording), name);
        const errors = findings.filter(({ severity }) => severity === 'error');
        const messages = (granted ? findings : errors).map(({ message }) => message).join();
        expect(messages).toMatch(/always|so the grader|No run has/);
      });
    }

    const threw = graders.filter(({ explanation }) => /grader threw: Invalid/.test(explanation));
    const matched = graders.filter(({ explanation }) => /^(matched|pattern)/.test(explanation));
    if (threw.length + matched.length > 0 && refused === undefined) {
      test(`${id}: expressions`, async () => {
        const found = await findingsOf(recording);
        const isWrong = (name: string) =>
          ofGrader(found, name).some(({ rule, severity }) => rule === 'evaluation-expression' && severity === 'error');
        expect(threw.filter(({ name }) => !isWrong(name))).toEqual([]);
        expect(matched.filter(({ name }) => isWrong(name))).toEqual([]);
      });
    }
  }

  test('the runner reports some of what is found here only after sessions, or never', async () => {
    const counts = new Map<string, Record<string, number>>();
    for (const recording of all) {
      const found = [...(await findingsOf(recording)).values()].flat();
      const when = whenReported(recording);
      for (const rule of new Set(found.map((it) => it.rule))) {
        const row = counts.get(rule) ?? { before: 0, 'as a notice': 0, 'at the start of runs': 0, after: 0, never: 0 };
        row[when] = (row[when] ?? 0) + 1;
        counts.set(rule, row);
      }
    }
    const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    console.table(Object.fromEntries(rows));
    const total = (when: string) => rows.reduce((sum, [, row]) => sum + row[when]!, 0);
    expect(total('before')).toBeGreaterThan(80);
    expect(total('after')).toBeGreaterThan(5);
    expect(total('never')).toBeGreaterThan(5);
  });
});

/** When `claude plugin eval` says that something is wrong with a case: before its sessions, after them, or never. */
function whenReported({ observed }: RecordedEvaluation): string {
  const { refused, notices = [], runs = [] } = observed;
  if (refused !== undefined) return 'before';
  if (runs.some(({ error }) => error !== null)) return 'at the start of runs';
  if (notices.length > 0) return 'as a notice';
  const hasFailed = runs.some(({ graders }) => graders.some(({ name, passed }) => name !== 'ok' && !passed));
  return hasFailed ? 'after' : 'never';
}
