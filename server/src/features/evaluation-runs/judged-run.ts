import { type Judgement, judgedGrading } from '../../evaluation/results/judged-grading.ts';
import { readGrading } from '../../evaluation/results/read-grading.ts';
import { TolerantValue } from '../../evaluation/results/tolerant-value.ts';
import { MAX_FILE_BYTES } from '../../platform/bounds.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { CaseFile, CaseProblem, RunPart, RunSummary } from '../../protocol.ts';
import { leadsElsewhere } from '../evaluation-cases/case-place.ts';
import { resultFolderName } from './eval-arguments.ts';
import { statementId } from './evaluation-items.ts';
import { lastTextOf } from './last-text.ts';
import type { PromptSet, SetPrompt } from './suite-prompts.ts';
import type { Suite } from './suites.ts';

/*
 * Prompts of `evals.json` have no runner, so each is two sessions of `claude -p`, in an empty project in a scratch
 * folder. The one has a copy of the skill, without its evaluations, which have the answers; in the other, the user's
 * skill of that name is switched off by settings of the command line. That it is really gone is read from what Claude
 * Code says at the start of the session. Statements in prose are for a person: they neither pass nor fail. What the
 * person says is kept as skill-creator lays runs out, in `evals/results`: the server makes the files from the kept run
 * (`judged-run`), and the extension writes them, so that nothing is written before the first verdict. `judged-grading`
 * keeps whatever a `grading.json` has. Statements without a verdict are not in it, because the format has no value for
 * them: they are read from `eval_metadata.json`. Of the copy, the kept run of the session tells which files were used.
 */

/** A session of a prompt that was kept. */
export interface KeptSession {
  readonly summary: RunSummary;
  readonly parts: readonly RunPart[];
}

/** The last run of a prompt. */
export interface PromptRun {
  readonly suite: Suite;
  readonly set: PromptSet;
  readonly prompt: SetPrompt;
  readonly withSkill: KeptSession;
  /** Undefined if it ran once, or if that session was not kept. */
  readonly withoutSkill: KeptSession | undefined;
}

/** Files to write, the paths relative to a folder. */
export interface JudgedFiles {
  /** The folder of the result. */
  readonly folder: string;
  readonly files: readonly CaseFile[];
}

/** What is judged of a prompt that has no statements. */
const wholeAnswer = 'The answer is what the prompt asks for';

/** The statements of a prompt that a person can judge. */
export function judgedTexts({ statements, expectedOutput }: SetPrompt): readonly string[] {
  return statements.length > 0 ? statements.map(({ text }) => text) : [expectedOutput ?? wholeAnswer];
}

/**
 * The files that keep what a person says about the last run of a prompt, laid out as skill-creator does, in the results of its
 * evaluations: the verdicts next to the outputs, and the outputs themselves if they are not there yet.
 */
export async function judgedFiles(
  run: PromptRun,
  judgements: readonly Judgement[],
  files: FileSystem,
): Promise<JudgedFiles | CaseProblem> {
  const { folder, place } = placesOf(run);
  const withSkill = `${place}/with_skill/run-1`;
  const elsewhere = await leadsElsewhere(`${folder}/${withSkill}`, run.suite.owner, files);
  if (elsewhere !== undefined) return { problem: elsewhere };
  const path = `${folder}/${withSkill}/grading.json`;
  const isLink = (await leadsElsewhere(path, run.suite.owner, files)) !== undefined;
  const type = await files.typeOf(path);
  const bytes = type === undefined ? undefined : await files.readFile(path, MAX_FILE_BYTES);
  const grading =
    isLink || (type !== undefined && !bytes) ? undefined : judgedGrading(bytes && decodeText(bytes), judgements);
  if (grading === undefined)
    return {
      problem: `${path} is not a grading.json that can be added to, so nothing was written. Fix or move it first`,
    };
  const missing = await missingOutputs(run, files);
  return { folder, files: [...missing, { path: `${withSkill}/grading.json`, text: grading }] };
}

/** The files that keep the last run of a prompt before anybody has judged it, in the same layout. */
export async function outputFiles(run: PromptRun, files: FileSystem): Promise<JudgedFiles> {
  return { folder: placesOf(run).folder, files: await missingOutputs(run, files) };
}

/** What is written of a run once, as far as it is not there yet. */
async function missingOutputs(run: PromptRun, files: FileSystem): Promise<readonly CaseFile[]> {
  const { folder, place } = placesOf(run);
  const withSkill = `${place}/with_skill/run-1`;
  const wanted = [
    { path: `${place}/eval_metadata.json`, text: metadataOf(run.prompt) },
    ...sessionFiles(withSkill, run.withSkill),
    ...(run.withoutSkill ? sessionFiles(`${place}/without_skill/run-1`, run.withoutSkill) : []),
  ];
  const missing: CaseFile[] = [];
  for (const file of wanted) {
    const isFree = (await files.typeOf(`${folder}/${file.path}`)) === undefined;
    if (isFree && (await leadsElsewhere(`${folder}/${file.path}`, run.suite.owner, files)) === undefined)
      missing.push(file);
  }
  return missing;
}

/** What a person, or a model in the place of one, has said about the last run of a prompt, by the statements. */
export async function keptJudgements(run: PromptRun, files: FileSystem): Promise<ReadonlyMap<string, boolean>> {
  const { folder, place } = placesOf(run);
  const path = `${folder}/${place}/with_skill/run-1/grading.json`;
  const elsewhere = await leadsElsewhere(path, run.suite.owner, files);
  const bytes = elsewhere === undefined ? await files.readFile(path, MAX_FILE_BYTES) : undefined;
  const root = bytes && TolerantValue.ofFile(decodeText(bytes)).root;
  const judged = new Map<string, boolean>();
  for (const { name, passed } of root ? readGrading(root).verdicts : [])
    if (passed !== undefined) judged.set(name, passed);
  const texts = judgedTexts(run.prompt);
  return new Map(
    texts.flatMap((text, index) => {
      const passed = judged.get(text);
      return passed === undefined ? [] : [[statementId(index), passed]];
    }),
  );
}

/** The sessions that were started together are one result. */
function placesOf({ suite, prompt, withSkill: { summary } }: PromptRun) {
  const folder = `${suite.folder}/results/${resultFolderName(summary.together ?? summary.startedAt)}`;
  // An id may be any text, and names of folders may not.
  const name = prompt.id
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return { folder, place: `eval-${name || 'prompt'}` };
}

function metadataOf(prompt: SetPrompt): string {
  const { id, expectedOutput } = prompt;
  return json({
    eval_id: /^\d{1,9}$/.test(id) ? Number(id) : id,
    eval_name: id.startsWith('#') ? `Prompt ${id.slice(1)}` : `Prompt ${id}`,
    prompt: prompt.prompt,
    ...(expectedOutput !== undefined && { expected_output: expectedOutput }),
    assertions: judgedTexts(prompt),
  });
}

function sessionFiles(folder: string, { summary, parts }: KeptSession): readonly CaseFile[] {
  const { ms, tokens } = summary;
  const total = tokens && tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
  const timing = {
    ...(total !== undefined && { total_tokens: total }),
    ...(ms !== undefined && { duration_ms: ms, total_duration_seconds: ms / 1000 }),
  };
  return [
    { path: `${folder}/outputs/answer.md`, text: `${lastTextOf(parts)}\n` },
    { path: `${folder}/timing.json`, text: json(timing) },
  ];
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
