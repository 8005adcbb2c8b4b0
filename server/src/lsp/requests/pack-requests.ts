import type { Connection } from 'vscode-languageserver';
import { type OpenTexts, readEditableText } from '../../features/edits/editable-text.ts';
import { repairableProblem } from '../../jobs/publishing/pack/repairable-problem.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { PackedUpload, PackParams, RepairableProblem } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { refused, toResponse } from '../to-response.ts';

const failed = refused('The skill could not be packed. See the Skillwright output for details');

/** Answers `skillwright/packSkill`: reads a skill for an upload. Nothing is sent from here. */
export function answerPackRequests(connection: Connection, { files, environment }: Platform, open: OpenTexts): void {
  answerRequest(connection, 'skillwright/packSkill', failed, async (params) => toResponse(await pack(params)));

  async function pack({ uri, workspaceTrusted, asArchive }: PackParams): Promise<PackedUpload | Refusal> {
    if (workspaceTrusted !== true) return { problem: 'The workspace is not trusted' };
    if (!isOnDisk(uri)) return { problem: 'The file is not on this machine' };
    const given = resourcePath(uri);
    const path = await files.realPath(given);
    if (path === undefined || lastPart(given) !== 'SKILL.md')
      return { problem: 'Only the SKILL.md of a skill can be uploaded' };
    // Most sessions upload nothing.
    const { readUpload } = await import('../../jobs/publishing/pack/read-upload.ts');
    const upload = await readUpload(folderOf(path), ['claude-api'], { files, environment }, (rule, error) =>
      connection.console.error(`Rule ${rule.id} crashed on ${path}: ${String(error)}`),
    );
    if ('problem' in upload) return upload;
    const { name, document, findings, fileProblems } = upload;
    const read = await readEditableText(given, files, open);
    const found = findings.map((finding) => repairableProblem(finding, document, read));
    const problems = distinct([...fileProblems.map((message) => ({ message })), ...(await Promise.all(found))]);
    // Without some of its files, an archive would be of no use.
    const isWhole = asArchive && fileProblems.length === 0;
    if (problems.length > 0 && !isWhole) return { name, files: [], bytes: 0, problems };
    const { uploadArchive } = await import('../../jobs/publishing/pack/upload-archive.ts');
    return {
      name,
      files: asArchive ? [] : upload.files.map((file) => ({ path: file.path, content: inBase64(file.bytes) })),
      ...(asArchive && { archive: inBase64(uploadArchive(name, upload.files)) }),
      bytes: upload.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      problems,
    };
  }
}

/** Every reason once: that a name breaks two rules in one way is one thing to fix. */
function distinct(problems: readonly RepairableProblem[]): readonly RepairableProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ message }) => !seen.has(message) && seen.add(message));
}

function inBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // Each piece is a multiple of three bytes, so that they can be joined, and few enough for one call.
  for (let start = 0; start < bytes.length; start += 12_288) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 12_288))));
  }
  return pieces.join('');
}
