import { jsonText } from '../../../document/json-values.ts';
import type { EvaluationResult, ResultCase, ResultRun } from '../../../evaluation/results/evaluation-result.ts';
import { modelGrading } from '../../../evaluation/results/judged-grading.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import { readTextFile } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { CaseFile, JudgedUnit, JudgingUnit } from '../../../protocol.ts';
import { leadsElsewhere } from '../cases/case-place.ts';
import { askJudge, type JudgeMachine, type JudgeSettings } from './ask-judge.ts';
import { comparisonAnswer, comparisonQuestion } from './compare-outputs.ts';
import { changedGrading } from './judge-run.ts';
import { statementsQuestion, statementVerdicts } from './judge-statements.ts';
import { comparedPair, openStatements, runId } from './judging-plan.ts';
import { runOutputs } from './run-outputs.ts';

/** A result whose runs are judged. */
interface JudgedResult {
  readonly result: EvaluationResult;
  /** Its folder, out of which nothing is written. */
  readonly root: string;
}

/** The parts of the machine that judging needs besides a session. */
interface UnitMachine extends JudgeMachine {
  readonly files: FileSystem;
  readonly coin: () => boolean;
  /** A new text that nobody can know. */
  readonly mark: () => string;
}

type Judged = Omit<JudgedUnit, 'folder'>;

/** Asks a model about a run, or about two of them. The user must have agreed. */
export async function judgeUnit(
  program: ClaudeCodeProgram,
  judged: JudgedResult,
  { caseIndex, number, run: id }: JudgingUnit,
  settings: JudgeSettings,
  machine: UnitMachine,
): Promise<Judged | Refusal> {
  const it = judged.result.cases[caseIndex];
  if (it && id === undefined) return compare(program, judged, it, number, settings, machine);
  const run = it?.runs.find((other) => runId(other) === id);
  return it && run ? judgeStatements(program, judged, it, run, settings, machine) : gone;
}

const gone: Refusal = { problem: 'This run is gone' };

async function judgeStatements(
  program: ClaudeCodeProgram,
  { root }: JudgedResult,
  { prompt }: ResultCase,
  run: ResultRun,
  settings: JudgeSettings,
  machine: UnitMachine,
): Promise<Judged | Refusal> {
  const { folder } = run;
  const statements = openStatements(run);
  if (folder === undefined) return gone;
  if (statements.length === 0) return { files: [], cost: 0 };
  const { outputs } = await runOutputs(folder, machine.files);
  const transcript = await transcriptOf(folder, root, machine.files);
  const question = statementsQuestion({ prompt, statements, outputs, transcript, mark: machine.mark() });
  const { text, model, cost, problem } = await askJudge(program, question, settings, machine);
  if (text === undefined) return { files: [], cost, stopped: problem! };
  const verdicts = statementVerdicts(text, statements);
  if (!verdicts) return { files: [], cost, stopped: unreadable };
  // It is read again: a person may have judged in the meantime.
  const files = await changedGrading(
    { folder, root },
    (written) => modelGrading(written, verdicts, model),
    machine.files,
  );
  if ('problem' in files) return { files: [], cost, stopped: files.problem };
  const missing = statements.length - verdicts.length;
  return {
    files,
    cost,
    ...(missing > 0 && { stopped: `The model has not judged ${missing} of ${statements.length} statements` }),
  };
}

const unreadable = 'The answer of the model is not as it was asked for, so it does not count';

/** Two sessions, of which the second has the outputs in the other order. */
async function compare(
  program: ClaudeCodeProgram,
  { root }: JudgedResult,
  it: ResultCase,
  number: number,
  settings: JudgeSettings,
  machine: UnitMachine,
): Promise<Judged | Refusal> {
  const pair = comparedPair(it, number);
  if (!pair) return gone;
  const [first, second] = machine.coin() ? pair : [pair[1], pair[0]];
  const caseFolder = caseFolderOf(first.folder!);
  const elsewhere = await leadsElsewhere(caseFolder, root, machine.files);
  if (elsewhere !== undefined) return { problem: elsewhere };
  const statements = first.verdicts.map(({ name }) => name);
  const files: CaseFile[] = [];
  let cost = 0;
  for (const [a, b] of [
    [first, second],
    [second, first],
  ] as const) {
    const left = settings.maximumCost === undefined ? undefined : settings.maximumCost - cost;
    if (left !== undefined && left <= 0) return { files, cost, stopped: 'The maximum cost was reached' };
    const [ofA, ofB] = [await runOutputs(a.folder!, machine.files), await runOutputs(b.folder!, machine.files)];
    const about = { prompt: it.prompt, statements, a: ofA.outputs, b: ofB.outputs, mark: machine.mark() };
    const asked = await askJudge(program, comparisonQuestion(about), { ...settings, maximumCost: left }, machine);
    cost += asked.cost;
    if (asked.text === undefined) return { files, cost, stopped: asked.problem! };
    const answer = comparisonAnswer(asked.text);
    if (!answer) return { files, cost, stopped: unreadable };
    const written = { ...answer, a: a.arm, b: b.arm, run_number: number, model: asked.model };
    const name = await freeName(caseFolder, files.length, machine.files);
    files.push({ path: `${caseFolder.slice(root.length + 1)}/${name}`, text: jsonText(written) });
  }
  return { files, cost };
}

/** The name of a new comparison, as skill-creator numbers them. */
async function freeName(folder: string, taken: number, files: FileSystem): Promise<string> {
  const names = new Set((await files.readFolder(folder))?.map(({ name }) => name));
  let [number, left] = [1, taken];
  for (; ; number++) {
    if (names.has(`comparison-${number}.json`)) continue;
    if (left === 0) return `comparison-${number}.json`;
    left--;
  }
}

export function caseFolderOf(run: string): string {
  return folderOf(/^run-\d+$/.test(lastPart(run)) ? folderOf(run) : run);
}

async function transcriptOf(folder: string, root: string, files: FileSystem): Promise<string | undefined> {
  const path = `${folder}/transcript.md`;
  if ((await files.typeOf(path)) !== 'file' || (await leadsElsewhere(path, root, files)) !== undefined)
    return undefined;
  return readTextFile(path, files, MAX_FILE_BYTES);
}
