import { inThousands } from '../../../document/text/numbers.ts';
import { findShared, type Shared } from '../../../features/check/shared-findings.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import { showText } from '../../../rules/messages/show-value.ts';
import { displayPath } from '../path-from-folder.ts';
import { type FileReport, PackedFindings, type ReportedFinding } from './check-report.ts';

/**
 * Reports what most skills of a folder share once, in the first of its files.
 *
 * @param folder to which the names of folders in messages are relative
 */
export function foldShared(files: readonly FileReport[], folder: string): readonly FileReport[] {
  const sharedBy = findShared(unpacked(files));
  if (!sharedBy) return files;
  return files.map((file) => {
    if (!mayBeShared(file)) return file;
    const findings = file.findings.all();
    if (!findings.some((finding) => sharedBy(file, finding))) return file;
    const left = findings.flatMap((finding): readonly ReportedFinding[] => {
      const shared = sharedBy(file, finding);
      if (!shared) return [finding];
      if (shared.files[0] !== file.path) return [];
      return [{ ...finding, message: sharedMessage(finding, shared, folder), alsoIn: shared.files.slice(1) }];
    });
    return { ...file, findings: PackedFindings.pack(file.path, left) };
  });
}

/** One file's findings at a time: those of thousands are only kept packed. */
function* unpacked(files: readonly FileReport[]) {
  for (const file of files) {
    const { path, kind, insideSkill } = file;
    yield { path, kind, insideSkill, findings: mayBeShared(file) ? file.findings.all() : [] };
  }
}

function mayBeShared({ findings: { counts } }: FileReport): boolean {
  return counts.warning > 0 || counts.information > 0 || counts.hint > 0;
}

/** The message about all the files that have a finding. */
export function sharedMessage(
  { message }: { readonly message: string },
  { folder: holding, kinds, files, total, differs }: Shared,
  folder: string,
): string {
  const all = total === 2 ? 'both' : `all ${inThousands(total)}`;
  const count = files.length === total ? all : `${inThousands(files.length)} of the ${inThousands(total)}`;
  const what = inWords(kinds.map((kind) => `${kind}s`));
  const where = showText(displayPath(holding, folder));
  const end = /[.?!]$/.test(message) ? '' : '.';
  return `${message}${end} This applies to ${count} ${what} in ${where}${differs ? '; what to do differs' : ''}`;
}
