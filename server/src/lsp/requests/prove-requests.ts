import type { Connection } from 'vscode-languageserver';
import { readTextFile } from '../../platform/decode-text.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { ProofReport, ProveParams } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import { EndableWork } from '../endable-work.ts';
import { isOnThisMachine } from '../resource-path.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';
import type { ResourceSettings } from '../state/settings.ts';
import { refused, toResponse } from '../to-response.ts';

const failed = refused('Claude Code could not be asked. See the Skillwright output for details');

/**
 * Answers `skillwright/prove`, which starts the installed Claude Code.
 *
 * @returns ends what was started
 */
export function answerProveRequests(
  connection: Connection,
  subjects: PreviewSubjects,
  settings: ResourceSettings,
  platform: Platform,
): () => void {
  const proofs = new EndableWork();
  answerRequest(connection, 'skillwright/prove', failed, (params, token) =>
    proofs.run(token, async (signal) => toResponse(await prove(params, signal))),
  );
  return () => proofs.end();

  async function prove(params: ProveParams, signal: AbortSignal): Promise<ProofReport | Refusal> {
    const { uri, arguments: given, outcomes = {}, runsCommands = false } = params;
    if (params.workspaceTrusted !== true) return { problem: 'The workspace is not trusted' };
    if (!isOnThisMachine(uri)) return { problem: 'The file is not on this machine' };
    const subject = await subjects.of(uri);
    if (!subject) return { problem: 'There is no skill or command to be proven' };
    const onDisk = await readTextFile(subject.path, platform.files);
    // Most sessions prove nothing.
    const { provePreview } = await import('../../jobs/claude-code/prove/prove-preview.ts');
    const { claudeCode } = await settings.of(uri);
    return provePreview(subject, { arguments: given, outcomes, runsCommands, onDisk, signal }, platform, () =>
      platform.claudeCode.find(claudeCode.path),
    );
  }
}
