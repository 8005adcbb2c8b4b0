import { pluginsFolder } from '../../catalog/discover/installed-plugins.ts';
import { applied, descriptionEdit } from '../../jobs/evaluations/triggers/improvement/description-edit.ts';
import { type ComparedRates, compareRates } from '../../jobs/evaluations/triggers/improvement/improvement-text.ts';
import { proposeDescription } from '../../jobs/evaluations/triggers/improvement/propose-description.ts';
import {
  measureTriggers,
  type TriggerMachine,
  type TriggerPlan,
} from '../../jobs/evaluations/triggers/measure-triggers.ts';
import type { RunRate, TriggerReport } from '../../jobs/evaluations/triggers/trigger-report.ts';
import type { TriggerSubject } from '../../jobs/evaluations/triggers/trigger-subject.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { nodeScratchFolders } from '../../platform/node/node-scratch-folders.ts';
import { isWithin } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { NotReplaced, replaceFile } from '../files/replace-file.ts';
import { unifiedDiff } from '../reports/unified-diff.ts';
import { printLine } from '../terminal/terminal.ts';
import { userAtTerminal } from '../terminal/terminal-user.ts';

/** The outcome of improving a description. */
export interface Improvement extends ComparedRates {
  readonly proposed: string;
  readonly before: RunRate;
  readonly after: RunRate;
  readonly isKept: boolean;
  /** US dollars of the proposal and of its measurement, as far as they are known. */
  readonly cost: number;
}

/** A skill whose description can be changed: its file, and what is in it. */
interface ChangedFile {
  readonly path: string;
  readonly before: Uint8Array;
  readonly text: string;
}

/** Why the description of a skill is not changed here: a sentence without a full stop; undefined if it can be. */
export async function whyNotChanged(
  { skill }: TriggerSubject,
  session: TriggerPlan['session'],
): Promise<string | undefined> {
  const file = await readSkill(skill.path);
  if (isWithin(file.path, pluginsFolder(session)))
    return `The next update of the plugin replaces ${file.path}; improve the description where the plugin is made`;
  return descriptionEdit(file.text, 'A description', session.runtime)
    ? undefined
    : `There is no place for a description in the frontmatter of ${file.path}`;
}

/**
 * Asks for a description with what the train queries have shown, shows it, measures it with the test queries, and asks
 * whether to keep it. Undefined if there is nothing to improve, or if there was no answer; it says so.
 *
 * @param show shows a text to the user
 */
export async function improveDescription(
  report: TriggerReport,
  subject: TriggerSubject,
  plan: TriggerPlan,
  machine: TriggerMachine,
  show: (text: string) => void,
): Promise<Improvement | undefined> {
  const { session, dollars } = plan;
  const train = report.queries.filter(({ part }) => part === 'train');
  if (report.stopped !== undefined) return say('Not improved, because not everything was measured');
  if (train.every(({ isAsExpected }) => isAsExpected !== false))
    return say('Nothing to improve: every train query did what it should in at least half of its runs');
  const file = await readSkill(subject.skill.path);
  const left = dollars === undefined ? undefined : dollars - report.cost;
  const { name } = subject.skill;
  const facts = { name, description: subject.skill.facts.description ?? '', skill: file.text, queries: train };
  const proposal = await proposeDescription(facts, session, left, { ...machine, scratchFolders: nodeScratchFolders });
  if ('problem' in proposal) return say(`No better description: ${proposal.problem}`);
  const { description, cost = 0 } = proposal;
  const edit = descriptionEdit(file.text, description, session.runtime);
  if (!edit) return say(`There is no place for a description in the frontmatter of ${file.path}`);
  const changed = applied(file.text, edit);
  show(`\n${unifiedDiff(file.path, file.text, changed)}\n`);
  const queries = plan.queries.filter(({ part }) => part === 'test');
  const maximum = left === undefined ? undefined : Math.max(0, left - cost);
  const trial = new TextEncoder().encode(changed);
  await write(file.path, file.before, trial);
  let isKept = false;
  try {
    const measured = await measureTriggers({ ...plan, queries, dollars: maximum }, machine);
    const [before, after] = [report.parts.test, measured.parts.test];
    const compared = compareRates(before, after);
    const lines =
      measured.stopped === undefined ? compared.lines : [...compared.lines, `Not complete: ${measured.stopped}`];
    show(`${lines.join('\n')}\n`);
    isKept = await wantsToKeep(machine.signal);
    return { ...compared, lines, proposed: description, before, after, isKept, cost: cost + measured.cost };
  } finally {
    if (!isKept) await write(file.path, trial, file.before);
    printLine(isKept ? `The new description is in ${file.path}` : `The old description is in ${file.path}`);
  }
}

function say(text: string): undefined {
  printLine(text);
  return undefined;
}

/** Asked even if the start was agreed to in advance: only now it is known what the description is worth. */
async function wantsToKeep(signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return false;
  const user = userAtTerminal();
  if (!user) {
    printLine('Not kept, because nobody can be asked here');
    return false;
  }
  // Ctrl+C is an answer, too: the old description has to be put back.
  const interrupted = new Promise<string>((resolve) => signal?.addEventListener('abort', () => resolve('')));
  const answer = await user.answers((ask) => Promise.race([ask('Keep the new description? [y/N] '), interrupted]));
  return /^y(es)?$/i.test(answer.trim());
}

/** The text of the file as it is now: what was read before may be old. */
async function readSkill(path: string): Promise<ChangedFile> {
  const real = (await nodeFileSystem.realPath(path)) ?? path;
  const before = await nodeFileSystem.readFile(real);
  if (!before) throw new UsageError(`The file cannot be read: ${path}`);
  const text = decodeText(before);
  // Written again, it would be another file.
  if (text.includes('\uFFFD')) throw new UsageError(`The file is not in UTF-8: ${path}`);
  return { path: real, before, text };
}

async function write(path: string, before: Uint8Array, contents: Uint8Array): Promise<void> {
  try {
    await replaceFile(path, before, contents);
  } catch (error) {
    const reason = error instanceof NotReplaced ? `it ${error.message}` : (error as Error).message;
    throw new UsageError(`${path} cannot be written: ${reason}`);
  }
}
