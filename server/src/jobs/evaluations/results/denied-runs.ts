import { countsOf, type DeniedCalls, deniedCalls, sumOfDenied } from '../../../evaluation/grading/denied-calls.ts';
import { type EvaluationResult, type ResultCase, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { deniedTexts } from '../grading/denied-words.ts';
import { readKeptTrace } from '../grading/last-runs.ts';
import { readMetrics } from '../judging/read-metrics.ts';
import { type ResultSubject, subjectWord } from './result-words.ts';

/** Runs whose denied calls are read for one result, and bytes of all their traces. */
const maxRuns = 200;
const maxLength = 64 * 1024 * 1024;

/** A result with the calls that its runs were denied, as far as what tells them is there: no format has them. */
export async function withDenied(result: EvaluationResult, files: FileSystem): Promise<EvaluationResult> {
  const left = { runs: maxRuns, length: maxLength };
  const cases: ResultCase[] = [];
  for (const it of result.cases) {
    const runs: ResultCase['runs'][number][] = [];
    for (const run of it.runs) {
      const denied = left.runs > 0 && left.length > 0 ? await deniedIn(run, files, left) : undefined;
      runs.push(denied && denied.size > 0 ? { ...run, denied } : run);
    }
    cases.push({ ...it, runs });
  }
  return { ...result, cases };
}

/** The denied calls of a run, according to the trace of a case, or to what was kept of the session of a prompt. */
async function deniedIn(
  { tracePath, folder }: ResultCase['runs'][number],
  files: FileSystem,
  left: { runs: number; length: number },
): Promise<DeniedCalls | undefined> {
  if (tracePath !== undefined) {
    left.runs -= 1;
    const trace = await readKeptTrace(tracePath, files);
    left.length -= trace?.text.length ?? 0;
    return trace && deniedCalls(trace.text);
  }
  if (folder === undefined) return undefined;
  left.runs -= 1;
  const bytes = await files.readFile(`${folder}/outputs/metrics.json`, MAX_FILE_BYTES);
  const { denied } = readMetrics(bytes ? [{ path: 'metrics.json', bytes }] : []);
  return countsOf(denied.map(({ tool }) => tool));
}

/** The denied calls of a case in each arm, and advice; empty if none are known. */
export function deniedInCase({ runs }: ResultCase, about: ResultSubject): readonly string[] {
  const of = (isWithout: boolean) =>
    sumOfDenied(
      runs.flatMap(({ arm, denied }) => ((roleOf(arm) === 'without') === isWithout && denied ? [denied] : [])),
    );
  return deniedTexts(of(false), of(true), { subject: subjectWord(about), isCase: about.format === 'plugin-eval' });
}
