import type { PreviewProblem } from '../../protocol.ts';
import type { CommandVerdict } from '../../runtime/permissions/check-command.ts';
import type { CommandOutcome, Rendering } from '../../runtime/render/rendering.ts';

/** A command of a text, and Claude Code's decision about it. */
interface JudgedCommand {
  readonly verdict: CommandVerdict;
  readonly refusal: CommandOutcome | undefined;
}

/**
 * Why nothing would be sent, and what to do; undefined if something is.
 *
 * @param aborted Claude Code's message if it stops
 */
export function previewProblem(
  { refusal }: Rendering,
  commands: readonly JudgedCommand[],
  aborted: string | undefined,
): PreviewProblem | undefined {
  if (aborted === undefined) return undefined;
  const refused = commands.find((it) => it.refusal?.failure?.replaceAll('\r\n', '\n') === aborted);
  if (refused?.verdict.allowed === false)
    return { message: aborted, advice: ruleAdvice(refused.verdict.suggestedRule) };
  // These messages already say what to do.
  if (refused || refusal !== undefined) return { message: aborted };
  return { message: aborted, advice: 'Fix the command, or add `|| true` to ignore failures' };
}

function ruleAdvice(rule: string | undefined): string {
  return rule === undefined
    ? 'No rule can allow it. Use another command, or ask Claude in the text to run it'
    : `Add \`${rule}\` to \`allowed-tools\` of the skill, or to \`permissions.allow\` in your settings`;
}
