import { buffer } from 'node:stream/consumers';
import { type CheckRun, checkBytes } from './check-bytes.ts';
import { ofNoKind, toFileReport } from './check-paths.ts';
import type { CheckedFiles } from './check-report.ts';
import { WrongUse } from './exit-code.ts';

/**
 * Checks the text of standard input as if it stood at `path`.
 *
 * @param path absolute
 * @param folder the session directory, to which the names in a diff are relative
 */
export async function checkStandardInput(path: string, folder: string, run: CheckRun): Promise<CheckedFiles> {
  const bytes = await buffer(process.stdin);
  const checked = await checkBytes((await run.files.realPath(path)) ?? path, bytes, run);
  if (checked === 'no-kind') throw new WrongUse(ofNoKind(path));
  if (checked === 'excluded') return { files: [], findMs: 0, text: bytes };
  const report = toFileReport(checked, run.fixes === 'written', run.fixes === 'shown' ? folder : undefined);
  return { files: [report], findMs: 0, text: checked.fixed?.document.text ?? bytes };
}
