import { skillTargets, type TargetId } from '../../dialect/targets.ts';
import { readUpload } from '../../jobs/publishing/pack/read-upload.ts';
import { uploadArchive } from '../../jobs/publishing/pack/upload-archive.ts';
import type { UploadFile } from '../../jobs/publishing/pack/upload-files.ts';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { join } from '../../platform/paths.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { UsageError } from '../exit-code.ts';
import { createFile, NotReplaced, replaceFile } from '../files/replace-file.ts';
import { type ReportedFinding, toReportedFinding } from '../reports/checks/check-report.ts';
import type { FolderSession } from '../session-options.ts';
import { printLine } from '../terminal/terminal.ts';

/** Why a skill is not packed; part of the command line's contract. */
export interface PackProblem extends Pick<ReportedFinding, 'file' | 'message'> {
  /** The rule that found it; null for what concerns the files of the folder. */
  readonly rule: RuleId | null;
  readonly range: ReportedFinding['range'] | null;
}

/** A skill as an upload. */
export interface PackedSkill {
  /** Of the one folder in the archive. */
  readonly name: string;
  readonly files: readonly UploadFile[];
  /** Empty if there are problems. */
  readonly archive: Uint8Array;
  readonly problems: readonly PackProblem[];
}

/** The archive of a skill, and why the targets would reject it. */
export async function packSkill(
  folder: string,
  targets: readonly TargetId[],
  session: FolderSession,
): Promise<PackedSkill> {
  const path = join(folder, 'SKILL.md');
  const upload = await readUpload(folder, skillTargets(targets), session, (rule, error) =>
    printLine(`Rule ${rule.id} crashed on ${path}: ${String(error)}`),
  );
  if ('problem' in upload) throw new UsageError(upload.problem);
  const { name, files, document } = upload;
  const problems = [
    ...upload.fileProblems.map((message): PackProblem => ({ file: folder, rule: null, message, range: null })),
    ...upload.findings.map((finding): PackProblem => {
      const { file, rule, message, range } = toReportedFinding(finding, document, path);
      return { file, rule, message, range };
    }),
  ];
  const archive = problems.length > 0 ? new Uint8Array() : uploadArchive(name, files);
  return { name, files, archive, problems };
}

/** Writes the archive, completely or not at all. */
export async function writeArchive(path: string, archive: Uint8Array, replaces: boolean): Promise<void> {
  try {
    const before = await nodeFileSystem.readFile(path);
    if (!before) await createFile(path, archive);
    else if (Buffer.compare(before, archive) !== 0) {
      if (!replaces) throw new UsageError(`Another archive exists already: ${path}; --force replaces it`);
      await replaceFile(path, before, archive);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof NotReplaced)
      throw new UsageError(`The archive cannot be written, because it ${error.message}: ${path}`);
    throw new UsageError(`The archive cannot be written: ${path} (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}
