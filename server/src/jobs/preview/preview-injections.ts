import { shownPath } from '../../catalog/shown-path.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { WorkTurns } from '../../platform/work-turns.ts';
import type { PendingOutput, PreviewInjection, PreviewOutcome, PreviewProblem, PreviewRule } from '../../protocol.ts';
import { withControlCharacter } from '../../runtime/commands/run-injections.ts';
import type { CommandVerdict } from '../../runtime/permissions/check-command.ts';
import { applyOutcomes } from '../../runtime/render/apply-outcomes.ts';
import { renderSkill } from '../../runtime/render/render-skill.ts';
import type { CommandOutcome, RenderedText, Rendering } from '../../runtime/render/rendering.ts';
import type { Span } from '../../runtime/render/spanned-text.ts';
import { pendingOutputs } from './pending-outputs.ts';
import {
  CommandVerdicts,
  outcomeOf,
  type PreviewedCommand,
  permissionOf,
  previewedCommands,
} from './preview-commands.ts';
import { previewProblem } from './preview-problem.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** Yields to others between steps: a promise to wait for, or undefined to continue. */
export type Pause = WorkTurns['pause'];

/** Never yields, for callers that do not need it. */
export const noPause: Pause = () => undefined;

/** A text with its commands. */
export interface PreviewedCommands {
  /** The text with the outputs of the commands. */
  readonly applied: RenderedText;
  readonly injections: readonly PreviewInjection[];
  /** Those that have not run, where their outputs go. */
  readonly pending: readonly PendingOutput[];
  /** Why nothing would be sent; undefined if something is. */
  readonly problem: PreviewProblem | undefined;
}

/**
 * The commands of a text, and the text with their outputs.
 *
 * @param given the arguments
 * @param outcomes of commands that have run, by their hashes
 */
export async function previewInjections(
  subject: PreviewSubject,
  given: string,
  rendering: Rendering,
  outcomes: Readonly<Record<string, PreviewOutcome>>,
  pause: Pause,
): Promise<PreviewedCommands> {
  if (subject.session.shellDisabled && rendering.injections.length === 0) {
    const injections = await disabledInjections(subject, given, rendering.spans);
    const applied = applyOutcomes(rendering, [], subject.skill.document.runtime);
    return { applied, injections, pending: [], problem: previewProblem(rendering, [], applied) };
  }
  const { skill, session, path, permissions } = subject;
  const verdicts = new CommandVerdicts(permissions, rendering, skill.document);
  const unprintable = withControlCharacter(rendering, subject);
  const commands: JudgedCommand[] = [];
  for (const command of await previewedCommands(rendering, session.folder, path, skill.document.runtime)) {
    const { verdict, refusal, ifGiven } = verdicts.of(command.injection);
    const outcome = Object.hasOwn(outcomes, command.hash) ? outcomes[command.hash] : undefined;
    commands.push({
      ...command,
      verdict,
      ifGiven,
      outcome,
      refusal: unprintable ? unprintable[commands.length] : refusal,
    });
    await pause();
  }
  const applied = applyOutcomes(rendering, commands.map(outcomeWithRefusal), skill.document.runtime);
  const injections = commands.map(
    ({ verdict, ifGiven, outcome, refusal, ...command }, index): PreviewInjection => ({
      ...shownAt(applied.places[index]!, command),
      status: 'not-run',
      ...outcome,
      ...(unprintable && refusal?.failure !== undefined
        ? { permission: 'refused', reason: refusal.failure }
        : { ...permissionOf(verdict, ifGiven), ...decidedBy(subject, commands[index]!, verdicts) }),
    }),
  );
  const judged = commands.map((command, index) => ({ ...command, decidedBy: injections[index]!.decidedBy }));
  const shown = injections.map((injection, index) => ({ injection, pattern: commands[index]!.injection.pattern }));
  return {
    applied,
    injections,
    pending: pendingOutputs(applied.text, shown),
    problem: previewProblem(rendering, judged, applied),
  };
}

interface JudgedCommand extends PreviewedCommand {
  readonly verdict: CommandVerdict;
  readonly ifGiven: CommandVerdict | undefined;
  readonly outcome: PreviewOutcome | undefined;
  /** Claude Code's message instead of running it; undefined if it runs it. */
  readonly refusal: CommandOutcome | undefined;
}

/** The rules that decide about a command, for its card. */
function decidedBy(
  { skillTool }: PreviewSubject,
  { injection }: JudgedCommand,
  verdicts: CommandVerdicts,
): Pick<PreviewInjection, 'decidedBy'> {
  const rules = verdicts.rulesFor(injection).map(({ rule, behavior, path: file }): PreviewRule => {
    if (file === undefined) return { rule, behavior };
    return { rule, behavior, file: skillTool ? shownPath(file, skillTool.session) : file };
  });
  return rules.length > 0 ? { decidedBy: rules } : {};
}

/** The user may have run a command that Claude Code would not run: both the output and the reason are shown. */
function outcomeWithRefusal({ outcome, refusal }: JudgedCommand): CommandOutcome {
  const known = outcomeOf(outcome);
  if (refusal?.failure === undefined) return known;
  const { failure, reached } = refusal;
  return { ...known, failure, ...(reached !== undefined && { reached }) };
}

/** If the settings disable commands, the text without this setting shows which there are. */
async function disabledInjections(
  { skill, session, path }: PreviewSubject,
  given: string,
  spans: readonly Span[],
): Promise<PreviewInjection[]> {
  const rendering = renderSkill(skill, given, { ...session, shellDisabled: false });
  const notices = new Map(spans.filter(({ kind }) => kind === 'injection').map((span) => [span.source.start, span]));
  return (await previewedCommands(rendering, session.folder, path, skill.document.runtime)).flatMap(
    (command): PreviewInjection[] => {
      const { source } = command.injection;
      const notice = source && notices.get(source.start);
      if (!notice) return [];
      return [{ ...shownAt(notice, command), status: 'disabled', permission: 'unknown', reason: disabledReason }];
    },
  );
}

const disabledReason = '`disableSkillShellExecution` in the settings disables commands in skills';

function shownAt({ start, end }: TextRange, { injection, hash }: PreviewedCommand) {
  const { command, kind, origin, insertions, source } = injection;
  const inserted = insertions.length > 0 && { insertions };
  return { start, end, hash, command, kind, origin, ...inserted, ...(source && { source }) };
}
