import { judgedGrading } from '../../../evaluation/results/judged-grading.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { CaseFile } from '../../../protocol.ts';
import { leadsElsewhere } from '../cases/case-place.ts';

/** A run of skill-creator on the disk. */
interface JudgedRun {
  /** Its folder, which has its outputs. */
  readonly folder: string;
  /** The folder of the result, out of which nothing is written. */
  readonly root: string;
}

/** A person's judgement of a statement. */
interface PersonSays {
  readonly text: string;
  readonly isMet: boolean;
  readonly why: string | undefined;
}

/** The verdicts of a run with what a person says, as the file that keeps them. */
export async function judgedRun(
  run: JudgedRun,
  { text, isMet, why }: PersonSays,
  files: FileSystem,
): Promise<readonly CaseFile[] | Refusal> {
  return changedGrading(run, (written) => judgedGrading(written, [{ text, passed: isMet, why }]), files);
}

/**
 * The file of a run with its verdicts, changed.
 *
 * @param change gets the text of the file, undefined if there is none; undefined if it cannot be changed
 */
export async function changedGrading(
  { folder, root }: JudgedRun,
  change: (written: string | undefined) => string | undefined,
  files: FileSystem,
): Promise<readonly CaseFile[] | Refusal> {
  const path = `${folder}/grading.json`;
  const elsewhere = await leadsElsewhere(path, root, files);
  if (elsewhere !== undefined) return { problem: elsewhere };
  const isThere = (await files.typeOf(path)) !== undefined;
  const bytes = isThere ? await files.readFile(path, MAX_FILE_BYTES) : undefined;
  const text = isThere && !bytes ? undefined : change(bytes && decodeText(bytes));
  if (text !== undefined) return [{ path: path.slice(root.length + 1), text }];
  return {
    problem: `${path} is not a grading.json that can be added to, so nothing was written. Fix or move it first`,
  };
}
