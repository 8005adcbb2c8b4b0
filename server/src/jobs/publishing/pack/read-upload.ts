import type { Session } from '../../../catalog/session.ts';
import { consumerFacts, type SkillTargetId } from '../../../dialect/targets.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { defaultSettings } from '../../../features/check/check-file.ts';
import { CheckInputs } from '../../../features/check/check-inputs.ts';
import { join, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { RuleCrash } from '../../../rules/check-document.ts';
import type { Finding } from '../../../rules/rule.ts';
import { readUploadFiles, type UploadFile } from './upload-files.ts';
import { uploadProblems } from './upload-problems.ts';

/** A skill as it would be uploaded. */
interface UploadContents {
  /** Of the one folder in the upload. */
  readonly name: string;
  readonly files: readonly UploadFile[];
  readonly document: SkillDocument;
  /** Why the targets would reject the SKILL.md. */
  readonly findings: readonly Finding[];
  /** The problems with the files of the folder; one sentence each, without full stop. */
  readonly fileProblems: readonly string[];
}

/** Bytes that are read of an upload whose target has no limit. */
const maxBytes = 100_000_000;

/**
 * Reads a skill for an upload, and finds out why the targets would reject it.
 *
 * @param folder absolute
 */
export async function readUpload(
  folder: string,
  targets: readonly SkillTargetId[],
  session: Pick<Session, 'files' | 'environment'>,
  onCrash: RuleCrash,
): Promise<UploadContents | Refusal> {
  const path = join(folder, 'SKILL.md');
  const bytes = await session.files.readFile(path);
  if (!bytes) return { problem: `Cannot be read: ${path} (${await session.files.whyUnreadable(path, 'file')})` };
  const checkInputs = new CheckInputs({ ...session, placeInCatalog: () => undefined });
  const found = await checkInputs.fileToCheck(path, { settings: defaultSettings, options: { targets } });
  if (typeof found === 'string') return { problem: `Not a skill: ${path}` };
  const { document, problems } = uploadProblems(bytes, found.file, targets, onCrash);
  const limits = targets.map((target) => consumerFacts(target).package?.maxBytes ?? maxBytes);
  const upload = await readUploadFiles(folder, session.files, Math.min(...limits));
  const name = document.frontmatter.fields.get('name')?.value;
  return {
    name: name?.kind === 'scalar' && isPlainName(name.value) ? name.value : lastPart(folder),
    files: upload.files,
    document,
    findings: problems,
    fileProblems: upload.problems,
  };
}

/** Whether a name can be that of a folder and of a file on every system. */
function isPlainName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}
