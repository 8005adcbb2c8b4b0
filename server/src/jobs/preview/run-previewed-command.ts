import type { Refusal } from '../../platform/refusal.ts';
import type { Shell } from '../../platform/shell.ts';
import type { PreviewOutcome, RunCommandParams } from '../../protocol.ts';
import { renderTyped, runInvocation } from '../../runtime/invocation/prepare-invocation.ts';
import type { CommandOutcome, RenderedInjection, Rendering } from '../../runtime/render/rendering.ts';
import { previewedCommands } from './preview-commands.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** The parts of the machine that a command runs with. */
interface CommandRun {
  readonly shell: Shell;
  /** The value of an environment variable. */
  readonly variable: (name: string) => string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs the one command that the user agreed to, if the current text contains it: whatever was shown then,
 * nothing else runs.
 */
export async function runPreviewedCommand(
  subject: PreviewSubject,
  params: RunCommandParams,
  run: CommandRun,
): Promise<PreviewOutcome | Refusal> {
  const { skill, session, path } = subject;
  const { rendering } = renderTyped(subject, params.arguments);
  const commands = await previewedCommands(rendering, session.folder, path, skill.document.runtime);
  const found = commands.find(({ hash }) => hash === params.hash);
  if (!found) return { problem: goneMessage(subject, rendering) };
  const { injection } = found;
  if (injection.origin === 'argument' && params.introducedByArgument !== true) {
    return { problem: 'An argument introduced this command, so it needs separate consent' };
  }
  const [outcome] = await runInvocation(onlyWith(rendering, injection), subject, {
    ...run,
    // The user has read it and runs it; the preview shows what Claude Code would do.
    checked: false,
    mayRun: () => true,
  });
  return toPreviewOutcome(outcome!, run.signal);
}

function goneMessage({ session }: PreviewSubject, { injections }: Rendering): string {
  if (session.shellDisabled && injections.length === 0) {
    return '`disableSkillShellExecution` in the settings disables commands in skills';
  }
  return 'The text no longer contains this command. Run it from the updated preview';
}

function onlyWith(rendering: Rendering, injection: RenderedInjection): Rendering {
  return { ...rendering, injections: [injection] };
}

/** The outcome of a command as a preview keeps it. */
export function toPreviewOutcome(
  { status, output, failure, exitCode, ms }: CommandOutcome,
  signal?: AbortSignal,
): PreviewOutcome {
  const ended = { ...(exitCode !== undefined && { exitCode }), ms };
  if (signal?.aborted && status !== 'ok') return { status: 'cancelled', output, ...ended };
  if (status === 'not-known') return { status, output, ms };
  return status === 'ok' ? { status, output, ...ended } : { status: 'failed', output: failure ?? output, ...ended };
}
