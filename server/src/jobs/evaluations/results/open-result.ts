import { LineIndex, type LinePosition } from '../../../document/text/line-index.ts';
import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { readResultFile } from '../../../evaluation/results/read-result.ts';
import type { ResultProblem } from '../../../evaluation/results/tolerant-value.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ResultPlace } from './find-results.ts';
import { type RunFiles, readRuns, resultOfGrading } from './read-runs.ts';

/** A result that was read. */
export interface OpenedResult {
  readonly place: ResultPlace;
  /** Undefined if nothing of it can be read; a problem says why. */
  readonly result: EvaluationResult | undefined;
  readonly problems: readonly PlacedProblem[];
}

/** A problem in a file of a result. */
interface PlacedProblem extends Pick<ResultProblem, 'message' | 'isLost'> {
  readonly path: string;
  readonly start: LinePosition;
  readonly end: LinePosition;
}

/** Reads a result. Never throws: whatever cannot be read is a problem. */
export async function openResult(place: ResultPlace, files: FileSystem): Promise<OpenedResult> {
  const problems: PlacedProblem[] = [];
  const textOf = async (path: string) => {
    const text = await readText(path, files);
    if (typeof text === 'string') return text;
    problems.push({ path, ...nowhere, message: text.problem, isLost: true });
    return undefined;
  };
  const runFiles: RunFiles = {
    files,
    note: (path, message) => problems.push({ path, ...nowhere, message, isLost: false }),
    result: async (path) => {
      const text = await textOf(path);
      if (text === undefined) return undefined;
      const file = readResultFile(text);
      problems.push(...placed(path, text, file.problems));
      return file;
    },
    other: async (path, read) => {
      const text = await textOf(path);
      if (text === undefined) return undefined;
      const file = read(text);
      problems.push(...placed(path, text, file.problems));
      return file.what;
    },
  };
  if (place.kind === 'runs') return { place, result: await readRuns(place.path, runFiles), problems };
  const file = await runFiles.result(place.path);
  if (file?.kind === 'result') {
    const isOfSkill = place.owner !== undefined && (await isPlainSkill(place.owner, files));
    return { place, result: { ...file.result, ...(isOfSkill && { subjectKind: 'skill' }) }, problems };
  }
  if (file?.kind === 'grading') return { place, result: resultOfGrading(file.grading, place.path), problems };
  return { place, result: undefined, problems };
}

/** The folder of a skill that is not a plugin, too. */
async function isPlainSkill(folder: string, files: FileSystem): Promise<boolean> {
  const types = await Promise.all(
    ['SKILL.md', '.claude-plugin/plugin.json'].map((it) => files.typeOf(`${folder}/${it}`)),
  );
  return types[0] === 'file' && types[1] !== 'file';
}

const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function placed(path: string, text: string, problems: readonly ResultProblem[]): readonly PlacedProblem[] {
  if (problems.length === 0) return [];
  const lines = new LineIndex(text);
  return problems.map(({ range, message, isLost }) => ({
    path,
    start: lines.positionAt(range.start),
    end: lines.positionAt(range.end),
    message,
    isLost,
  }));
}

async function readText(path: string, files: FileSystem): Promise<string | Refusal> {
  const bytes = await files.readFile(path, MAX_FILE_BYTES);
  if (bytes) return decodeText(bytes);
  const reason = await files.whyUnreadable(path, 'file', MAX_FILE_BYTES);
  const name = lastPart(path);
  if (reason === undefined) return { problem: `${name} no longer exists: run again` };
  return { problem: `${name} cannot be read (${reason}): check its permissions and size` };
}
