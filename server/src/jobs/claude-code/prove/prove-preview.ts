import type { Catalog } from '../../../catalog/catalog.ts';
import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import { isNetworkPath } from '../../../platform/network-path.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { InvocationPreview, PreviewOutcome, ProofReport } from '../../../protocol.ts';
import { resolveSlashCommand } from '../../../runtime/skill-tool/slash-command.ts';
import { invocationPreview } from '../../preview/invocation-preview.ts';
import type { PreviewSubject } from '../../preview/preview-subject.ts';
import { type ExpectedPrompt, proofReport } from './proof-report.ts';
import { type ProofMachine, startProof } from './start-proof.ts';
import { startedByOrganization } from './started-programs.ts';

interface ProvenInvocation {
  /** The text typed after the name. */
  readonly arguments: string;
  /** Outcomes of commands that the user has run, by their hashes. */
  readonly outcomes: Readonly<Record<string, PreviewOutcome>>;
  /** The user agreed that Claude Code runs the commands of the preview. */
  readonly runsCommands: boolean;
  /** The text of the file on disk; undefined if it is not there. */
  readonly onDisk: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Holds the preview of an invocation against the request that the installed Claude Code sends for it. Without consent
 * to its commands, both sides are compared with commands disabled, so that nothing can run.
 *
 * @param find finds the installed program, once nothing else prevents the proof
 */
export async function provePreview(
  subject: PreviewSubject,
  invocation: ProvenInvocation,
  machine: ProofMachine,
  find: () => Promise<ClaudeCodeProgram | Refusal>,
): Promise<ProofReport | Refusal> {
  const { catalog } = subject;
  const refusal = whyNotProvable(subject, invocation);
  if (refusal !== undefined || !catalog) return { problem: refusal ?? noSession };
  const prompt = `${subject.name} ${invocation.arguments}`.trimEnd();
  const { preview, runsCommands } = await previewed(subject, invocation);
  const expected = expectedPrompt(prompt, preview, catalog, subject);
  if ('problem' in expected) return expected;
  const prevented = await startedByOrganization(catalog.session, catalog.settings);
  if (prevented !== undefined) return { problem: prevented };
  const program = await find();
  if ('problem' in program) return { problem: program.problem };
  const { sessionId, effort, folder } = subject.session;
  const { session, settings } = catalog;
  const { signal } = invocation;
  const sent = await startProof(
    program,
    { session, settings, folder, sessionId, effort, prompt, runsCommands, signal },
    machine,
  );
  if ('problem' in sent) return sent;
  const isWithout = preview.injections.length > 0 && !runsCommands;
  return proofReport({ prompt, expected, sent, catalog, commands: preview.injections.length, isWithout });
}

const noSession = 'There is no session in which it could be invoked';

/** Why Claude Code would not be asked about this text. */
function whyNotProvable(subject: PreviewSubject, { onDisk }: ProvenInvocation): string | undefined {
  const { isUntitled, skill, known, instead, session } = subject;
  const { text } = skill.document;
  if (isUntitled || onDisk === undefined) return 'Claude Code reads files on this machine: save the skill first';
  if (onDisk !== text && onDisk.replaceAll('\r\n', '\n') !== text.replaceAll('\r\n', '\n')) {
    return 'Claude Code reads the saved file: save your changes first';
  }
  if (isNetworkPath(session.folder)) return 'The folder of the session is not on this machine';
  if (instead) return `\`${subject.name}\` invokes another skill: ${instead.path}`;
  if (!known) return 'Claude Code does not load this file in this session, so it cannot be invoked there';
  return undefined;
}

async function previewed(
  subject: PreviewSubject,
  { arguments: given, outcomes, runsCommands }: ProvenInvocation,
): Promise<{ readonly preview: InvocationPreview; readonly runsCommands: boolean }> {
  if (runsCommands) {
    const { preview } = await invocationPreview(subject, given, outcomes);
    // A command that the user did not agree to makes Claude Code run nothing at all.
    const isAgreed = preview.injections.every(({ status, permission }) => {
      return status === 'ok' || status === 'failed' || permission === 'refused';
    });
    if (isAgreed) return { preview, runsCommands: true };
  }
  const disabled = { ...subject, session: { ...subject.session, shellDisabled: true } };
  const { preview } = await invocationPreview(disabled, given);
  return { preview, runsCommands: false };
}

function expectedPrompt(
  prompt: string,
  preview: InvocationPreview,
  catalog: Catalog,
  { path, known, name }: PreviewSubject,
): ExpectedPrompt | Refusal {
  const outcome = resolveSlashCommand(prompt, catalog);
  if (outcome.kind === 'refused' && outcome.skill?.id === known?.id) return { texts: [], message: outcome.message };
  if (outcome.kind !== 'skill' || outcome.skill.path !== path) {
    const because = known?.reason === undefined ? '' : `: ${known.reason}`;
    return { problem: `\`${name}\` does not invoke this file${because}` };
  }
  if (preview.aborted) return { texts: [], message: preview.aborted.message };
  return { texts: preview.messages.map(({ text }) => text), message: undefined };
}
