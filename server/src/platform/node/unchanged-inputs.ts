import type { FileSystem } from '../file-system.ts';
import {
  answerText,
  contentHash,
  fileState,
  type Machine,
  type RecordedAnswer,
  type RecordedFile,
  type RecordedInputs,
  variableHash,
} from './input-recorder.ts';

/**
 * For how long an outcome that depends on the time is used again, in milliseconds. Skills that are used rarely move down
 * a crowded listing within days.
 */
const maxAge = 600_000;

/**
 * Whether a run would be told the same again: every question is asked again, and files are compared.
 *
 * @returns the same inputs, or, where files had to be read because their states told nothing, with the states that they have
 *   now; undefined if something has changed
 */
export async function unchangedInputs(
  inputs: RecordedInputs,
  { files, environment }: Machine,
): Promise<RecordedInputs | undefined> {
  const { variables, variableNames, clock } = inputs;
  if (variables.some(([name, hash]) => variableHash(environment.variable(name)) !== hash)) return undefined;
  if (variableNames && environment.names?.().join() !== variableNames.join()) return undefined;
  if (clock !== null && Math.abs((environment.now?.() ?? Date.now()) - clock) > maxAge) return undefined;
  const now = Date.now();
  const newStates = new Map<RecordedFile, string>();
  for (const file of inputs.files) {
    const [path, max, hash, state] = file;
    // Before it is read: if it changes in between, this is not the state of what was read.
    const newState = fileState(path, now);
    if (state !== null && newState === state) continue;
    const bytes = await files.readFile(path, max ?? undefined);
    if ((bytes ? contentHash(bytes) : null) !== hash) return undefined;
    if (bytes && newState !== undefined) newStates.set(file, newState);
  }
  for (const answer of inputs.answers) if ((await ask(files, answer)) !== answer[2]) return undefined;
  if (newStates.size === 0) return inputs;
  const withState = (file: RecordedFile): RecordedFile => {
    const [path, max, hash, state] = file;
    return [path, max, hash, newStates.get(file) ?? state];
  };
  return { ...inputs, files: inputs.files.map(withState) };
}

async function ask(files: FileSystem, answer: RecordedAnswer): Promise<string | null> {
  const path = answer[1];
  if (answer[0] !== 'whyUnreadable') return answerText(await files[answer[0]](path));
  return answerText(await files.whyUnreadable(path, answer[3], answer[4] ?? undefined));
}
