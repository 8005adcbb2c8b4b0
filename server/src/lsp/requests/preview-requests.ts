import type { Connection } from 'vscode-languageserver';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { allowCommandEdit } from '../../jobs/preview/allow-command-edit.ts';
import { invocationPreview } from '../../jobs/preview/invocation-preview.ts';
import type { PreviewSubject } from '../../jobs/preview/preview-subject.ts';
import { runPreviewedCommand } from '../../jobs/preview/run-previewed-command.ts';
import { tooMuchToPreview } from '../../jobs/preview/too-much-to-preview.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { InvocationPreview, PreviewOutcome, RunCommandParams } from '../../protocol.ts';
import { argumentsWith } from '../../runtime/render/arguments-with.ts';
import { answerRequest } from '../answer-request.ts';
import { EndableWork } from '../endable-work.ts';
import { isOnThisMachine } from '../resource-path.ts';
import { logFailure } from '../safely.ts';
import { answerTurns } from '../short-turns.ts';
import type { PreviewSubjects } from '../state/preview-subjects.ts';
import type { PreviewedArguments } from '../state/previewed-arguments.ts';
import { refused, seeOutput, toResponse } from '../to-response.ts';
import { Turns } from '../turns.ts';

/** How many commands run at a time; the others wait. */
const maxCommands = 8;

/** A command that was cancelled before it was its turn. */
const cancelled: PreviewOutcome = { status: 'cancelled', output: '', ms: 0 };

/** A file that is not a skill has no preview; a fault of ours is something else. */
const failedPreview = refused('Could not create the preview. See the Skillwright output for details');

/** Answers the extension's requests about the preview of an invocation. Returns what ends the commands that it runs. */
export function answerPreviewRequests(
  connection: Connection,
  subjects: PreviewSubjects,
  previewed: PreviewedArguments,
  { shell, environment, files }: Platform,
): () => void {
  const turns = new Turns(maxCommands);
  const commands = new EndableWork();

  answerRequest(
    connection,
    'skillwright/preview',
    failedPreview,
    async ({ uri, arguments: given, outcomes, compaction }, token) => {
      const subject = await subjects.of(uri);
      if (!subject || token.isCancellationRequested) return null;
      const refusal = tooMuchToPreview(subject.skill.document);
      if (refusal) return toResponse<InvocationPreview>(refusal);
      const { preview, rendering } = await invocationPreview(subject, given, outcomes, answerTurns().pause, compaction);
      if (subject.version !== undefined) previewed.set(uri, rendering);
      return preview;
    },
  );
  answerRequest(connection, 'skillwright/argumentsWith', null, async ({ uri, arguments: given, index, value }) => {
    const subject = await subjects.of(uri);
    return subject && hasWords(subject) ? (argumentsWith(given, index, value) ?? null) : null;
  });
  answerRequest(connection, 'skillwright/allowCommand', seeOutput, async (params) => {
    const subject = await subjects.of(params.uri);
    return subject ? toResponse(await allowCommandEdit(subject, params, files)) : refused('the skill no longer exists');
  });
  connection.onRequest(
    'skillwright/runCommand',
    (params: RunCommandParams, token): Promise<unknown> =>
      commands.run(token, async (signal) => {
        try {
          const outcome = await turns.take(() => runCommand(params, signal), signal);
          return toResponse(outcome ?? cancelled);
        } catch (error) {
          logFailure('Running a command', error, connection.console);
          return refused('Could not run the command. See the Skillwright output for details');
        }
      }),
  );
  return () => commands.end();

  async function runCommand(params: RunCommandParams, signal: AbortSignal): Promise<PreviewOutcome | Refusal> {
    if (params.workspaceTrusted !== true)
      return { problem: 'The workspace is not trusted, so its commands cannot run' };
    if (!isOnThisMachine(params.uri))
      return { problem: 'The file is not on this machine, so its commands cannot run here' };
    const subject = await subjects.of(params.uri);
    if (!subject) return { problem: 'There is no skill or command to run it for' };
    return runPreviewedCommand(subject, params, { shell, variable: (name) => environment.variable(name), signal });
  }
}

/** Not all releases take arguments apart. */
function hasWords({ skill }: PreviewSubject): boolean {
  return capabilities(skill.document.runtime).argumentSubstitution === 'words';
}
