import { MAX_FILE_BYTES } from '../../platform/bounds.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { UsageError } from '../exit-code.ts';
import { tooDeep } from '../files/discover-files.ts';
import type { FileReports } from '../reports/checks/check-report.ts';
import { type CheckRun, checkBytes } from './check-bytes.ts';
import { toFileReport } from './check-files.ts';
import { ofNoKind } from './check-paths.ts';

/**
 * Checks the text of standard input as if it were the file at `path`.
 *
 * @param path absolute
 * @param folder the session directory, to which the names in a diff are relative
 */
export async function checkStandardInput(path: string, folder: string, run: CheckRun): Promise<FileReports> {
  if (isTooDeep(path)) throw new UsageError(tooDeep(path));
  const bytes = await readStandardInput();
  const checked = await checkBytes((await run.files.realPath(path)) ?? path, bytes, run);
  if (checked === 'no-kind') throw new UsageError(ofNoKind(path));
  if (checked === 'excluded') return { files: [], findMs: 0, text: bytes };
  const report = toFileReport(checked, run.fixes === 'written', folder, run);
  return { files: [report], findMs: 0, text: checked.fixed?.document.text ?? bytes };
}

/** Limited to the size of a file. */
async function readStandardInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_FILE_BYTES) {
      throw new UsageError(`Standard input cannot be read (larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB)`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
