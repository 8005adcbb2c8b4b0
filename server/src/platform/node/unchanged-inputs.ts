import type { FileSystem } from '../file-system.ts';
import {
  answerText,
  contentHash,
  fileState,
  type Machine,
  type RecordedAnswer,
  type RecordedInputs,
  variableHash,
} from './input-recorder.ts';

/**
 * For how long an outcome that depends on the time is used again, in milliseconds. Skills that are used rarely move down
 * a crowded listing within days.
 */
const maxAge = 600_000;

/** Whether a run would be told the same again: every question is asked again, and files are compared. */
export async function areUnchanged(inputs: RecordedInputs, { files, environment }: Machine): Promise<boolean> {
  const { variables, variableNames, clock } = inputs;
  if (variables.some(([name, hash]) => variableHash(environment.variable(name)) !== hash)) return false;
  if (variableNames && environment.names?.().join() !== variableNames.join()) return false;
  if (clock !== null && Math.abs((environment.now?.() ?? Date.now()) - clock) > maxAge) return false;
  const now = Date.now();
  for (const [path, max, hash, state] of inputs.files) {
    if (state !== null && fileState(path, now) === state) continue;
    const bytes = await files.readFile(path, max ?? undefined);
    if ((bytes ? contentHash(bytes) : null) !== hash) return false;
  }
  for (const answer of inputs.answers) if ((await ask(files, answer)) !== answer[2]) return false;
  return true;
}

async function ask(files: FileSystem, answer: RecordedAnswer): Promise<string | null> {
  const path = answer[1];
  if (answer[0] !== 'whyUnreadable') return answerText(await files[answer[0]](path));
  return answerText(await files.whyUnreadable(path, answer[3], answer[4] ?? undefined));
}
