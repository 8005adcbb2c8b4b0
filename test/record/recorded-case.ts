import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { races } from '../conformance/races.ts';
import type { SessionRecording } from '../conformance/recorded-session.ts';
import { byNumbers, recordingFiles, runtimeOf } from '../conformance/recording-files.ts';

/** What a client did: named fields of JSON values, with placeholders for paths of one run. */
export type Observed = Readonly<Record<string, unknown>>;

/** What a client was asked, as the recordings hold it. */
export type CaseInput = SessionRecording['input'] & {
  /** Agents whose descriptions are recorded. */
  readonly agentNames?: readonly string[];
  /** Record the length of every entry of the listing, those of built-in skills included. */
  readonly keepListing?: boolean;
  /** Record the names of all tools, and of their parameters. */
  readonly keepTools?: boolean;
  /** Record what every request added. */
  readonly full?: boolean;
};

/** One stored recording, and where it is stored. */
export interface StoredCase {
  /** Identifies the case; an id alone may be used twice. */
  readonly key: string;
  readonly id: string;
  readonly kind: string;
  /** The file without its version: `own-shell`. */
  readonly group: string;
  readonly input: CaseInput;
  readonly observed: Observed;
}

/** One line of a file of recordings. */
export interface RecordingLine {
  readonly id: string;
  readonly kind: string;
  readonly version: string;
  readonly input: CaseInput;
  readonly observed: Observed;
}

/** Every case in a folder for the runtime of a release, each with the answer of the latest release up to that one. */
export function readCases(folder: string, release: string): StoredCase[] {
  const files = recordingFiles(folder, runtimeOf(release));
  const until = files.filter((file) => byNumbers.compare(file.release, release) <= 0);
  const cases = until.flatMap(({ name, group }) =>
    readLines<RecordingLine>(path.join(folder, name))
      .filter(isAnswerable)
      .map((line) => toCase(line, group)),
  );
  // The text of a race shows which command ended first, which is chance.
  const steady = cases.filter(({ id }) => !races[runtimeOf(release)].has(id));
  return [...new Map(steady.map((stored) => [stored.key, stored])).values()];
}

/** Some evaluations were graded after turns of several blocks, which the server in place of the model does not send. */
function isAnswerable({ kind, input }: RecordingLine): boolean {
  return kind !== 'grading' || !input.turns?.some((turn) => 'content' in (turn as object));
}

export function toCase({ id, kind, input, observed }: RecordingLine, group: string): StoredCase {
  const question = createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 8);
  return { key: `${group}/${id}#${question}`, id, kind, group, input, observed };
}

/** The lines of a file of JSON values. A line that was cut off when its writer was stopped is left out. */
export function readLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as T];
      } catch {
        return [];
      }
    });
}

const managedFolder = '/etc/claude-code/';

/** Whether a case needs files in the folder of managed settings, which only an isolated run may write. */
export function needsManagedFolder({ input }: Pick<StoredCase, 'input'>): boolean {
  return [...Object.keys(input.files ?? {}), ...Object.keys(input.symlinks ?? {}), ...(input.dirs ?? [])].some((name) =>
    name.startsWith(managedFolder),
  );
}
