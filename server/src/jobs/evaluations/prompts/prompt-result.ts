import { jsonText } from '../../../document/json-values.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { ResultFile, ResultFiles } from '../../../platform/result-files.ts';
import type { CaseFile } from '../../../protocol.ts';
import { leadsElsewhere } from '../cases/case-place.ts';
import { resultFolderName } from '../running/eval-arguments.ts';
import type { Suite } from '../running/suites.ts';
import { type KeptSession, lastTextOf, type MadeSession } from './kept-session.ts';
import { runMetrics } from './run-metrics.ts';
import { runTranscript } from './run-transcript.ts';
import type { SetPrompt } from './suite-prompts.ts';

/*
 * Prompts of `evals.json` have no runner, so each is two sessions of `claude -p`, in an empty project in a scratch
 * folder. The one has a copy of the skill, without its evaluations, which have the answers; in the other, the user's
 * skill of that name is switched off by settings of the command line. That it is really gone is read from what Claude
 * Code says at the start of the session. Statements in prose are for a person, or for a model that the user asks: they
 * neither pass nor fail. Whatever a session has made is kept as skill-creator lays runs out, in `evals/results`, where
 * Claude Code writes the results of cases: `<time>/eval-1/with_skill/run-1/outputs`. It is written when a session ends,
 * because its project is deleted. Verdicts follow in `grading.json`; `judged-grading` keeps whatever that has. Statements
 * without a verdict are not in it, because the format has no value for them: they are read from `eval_metadata.json`. Of
 * the copy of the skill, the kept run of the session tells which files were used.
 */

/** Where the sessions of a prompt are kept that were started together: they are one result. */
interface PromptPlace {
  readonly folder: string;
  /** The folder of the prompt in it. */
  readonly name: string;
}

/** @param together when the sessions that were started together began */
export function promptPlace(suite: Suite, prompt: Pick<SetPrompt, 'id'>, together: number): PromptPlace {
  return { folder: `${suite.folder}/results/${resultFolderName(together)}`, name: promptFolder(prompt) };
}

/** The folder of a prompt in a result. */
export function promptFolder({ id }: Pick<SetPrompt, 'id'>): string {
  // An id may be any text, and names of folders may not.
  const name = id
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `eval-${name || 'prompt'}`;
}

/** The folder of a session in that of its prompt, as skill-creator calls it. */
export function runFolder(isWithSkill: boolean): string {
  return `${isWithSkill ? 'with_skill' : 'without_skill'}/run-1`;
}

/** The statement for a prompt that has none. */
const wholeAnswer = 'The answer is what the prompt asks for';

/** The statements of a prompt that can be judged. */
export function judgedTexts({ statements, expectedOutput }: SetPrompt): readonly string[] {
  return statements.length > 0 ? statements.map(({ text }) => text) : [expectedOutput ?? wholeAnswer];
}

/** `eval_metadata.json` of skill-creator. */
export function metadataText(prompt: SetPrompt): string {
  const { id, expectedOutput } = prompt;
  return jsonText({
    eval_id: /^\d{1,9}$/.test(id) ? Number(id) : id,
    eval_name: id.startsWith('#') ? `Prompt ${id.slice(1)}` : `Prompt ${id}`,
    prompt: prompt.prompt,
    ...(expectedOutput !== undefined && { expected_output: expectedOutput }),
    assertions: judgedTexts(prompt),
  });
}

/** The texts about a session besides the files that it made: the last text of the model, and its time and cost. */
export function sessionTexts(folder: string, { summary, parts }: KeptSession): readonly CaseFile[] {
  const { ms, tokens, cost } = summary;
  const total = tokens && tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
  const timing = {
    ...(total !== undefined && { total_tokens: total }),
    ...(ms !== undefined && { duration_ms: ms, total_duration_seconds: ms / 1000 }),
    // skill-creator has no name for it.
    ...(cost !== undefined && { cost_usd: cost }),
  };
  return [
    { path: `${folder}/outputs/answer.md`, text: `${lastTextOf(parts)}\n` },
    { path: `${folder}/timing.json`, text: jsonText(timing) },
  ];
}

/**
 * Keeps a session with what it has made.
 *
 * @returns why not everything was written; undefined if it was
 */
export async function keepSession(
  suite: Suite,
  prompt: SetPrompt,
  session: MadeSession,
  isWithSkill: boolean,
  { files, resultFiles }: { readonly files: FileSystem; readonly resultFiles?: ResultFiles | undefined },
): Promise<string | undefined> {
  const { summary, parts, made } = session;
  const { folder, name } = promptPlace(suite, prompt, summary.together ?? summary.startedAt);
  const elsewhere = await leadsElsewhere(folder, suite.owner, files);
  if (elsewhere !== undefined || !resultFiles) return elsewhere ?? 'nothing can be written here';
  const run = `${name}/${runFolder(isWithSkill)}`;
  const outputs = made.files.map(({ path, bytes }) => ({ path: `${run}/outputs/${path}`, bytes }));
  const transcript = runTranscript(prompt.prompt, parts);
  const texts = [
    ...sessionTexts(run, session),
    { path: `${run}/outputs/metrics.json`, text: jsonText(runMetrics(session, transcript.length)) },
    { path: `${run}/transcript.md`, text: transcript },
  ];
  // The files of the session come first: the others must not take their names.
  const taken = new Set(outputs.map(({ path }) => path));
  const own: ResultFile[] = texts.filter(({ path }) => !taken.has(path));
  if (await isMissing(`${folder}/${name}/eval_metadata.json`, files))
    own.push({ path: `${name}/eval_metadata.json`, text: metadataText(prompt) });
  return resultFiles.write(suite.folder, folder.slice(suite.folder.length + 1), [...outputs, ...own]);
}

async function isMissing(path: string, files: FileSystem): Promise<boolean> {
  return (await files.typeOf(path)) === undefined;
}
