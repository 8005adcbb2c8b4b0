import type { TargetId } from '../dialect/targets.ts';
import { consumerFacts } from '../dialect/targets.ts';
import { defaultSettings } from '../features/check/check-file.ts';
import { FileChecker } from '../features/check/file-checker.ts';
import { uploadArchive } from '../features/pack/upload-archive.ts';
import { readUploadFiles, type UploadFile } from '../features/pack/upload-files.ts';
import { uploadProblems } from '../features/pack/upload-problems.ts';
import { nodeFileSystem } from '../platform/node/node-file-system.ts';
import { join, lastPart } from '../platform/paths.ts';
import { UsageError } from './exit-code.ts';
import { createFile, NotReplaced, replaceFile } from './files/replace-file.ts';
import { type ReportedFinding, toReportedFinding } from './reports/check-report.ts';
import type { FolderSession } from './session-options.ts';
import { printLine } from './terminal/terminal.ts';

/** Why a skill is not packed; part of the command line's contract. */
export interface PackProblem extends Pick<ReportedFinding, 'file' | 'message'> {
  /** The rule that found it; null for what concerns the files of the folder. */
  readonly rule: string | null;
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

/** Bytes that are read of an upload whose target has no limit. */
const maxBytes = 100_000_000;

/** The archive of a skill, and why the targets would reject it. */
export async function packSkill(
  folder: string,
  targets: readonly TargetId[],
  session: FolderSession,
): Promise<PackedSkill> {
  const path = join(folder, 'SKILL.md');
  const bytes = await session.files.readFile(path);
  if (!bytes) throw new UsageError(`Cannot be read: ${path} (${await session.files.whyUnreadable(path, 'file')})`);
  const checker = new FileChecker({ ...session, placeInCatalog: () => undefined });
  const found = await checker.fileToCheck(path, { settings: defaultSettings, options: { targets } });
  if (typeof found === 'string') throw new UsageError(`Not a skill: ${path}`);
  const { document, problems } = uploadProblems(bytes, found.file, targets, (rule, error) =>
    printLine(`Rule ${rule.id} crashed on ${path}: ${String(error)}`),
  );
  const limits = targets.map((target) => consumerFacts(target).package?.maxBytes ?? maxBytes);
  const upload = await readUploadFiles(folder, session.files, Math.min(...limits));
  const name = document.frontmatter.fields.get('name')?.value;
  const folderName = name?.kind === 'scalar' && isPlainName(name.value) ? name.value : lastPart(folder);
  const all = [
    ...upload.problems.map((message): PackProblem => ({ file: folder, rule: null, message, range: null })),
    ...problems.map((finding): PackProblem => {
      const { file, rule, message, range } = toReportedFinding(finding, document, path);
      return { file, rule, message, range };
    }),
  ];
  const archive = all.length > 0 ? new Uint8Array() : uploadArchive(folderName, upload.files);
  return { name: folderName, files: upload.files, archive, problems: all };
}

/** Whether a name can be that of a folder and of a file on every system. */
function isPlainName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
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
