import type { PreviewProblem, PreviewRule } from '../../protocol.ts';
import type { CommandVerdict } from '../../runtime/permissions/check-command.ts';
import type { CommandOutcome, RenderedText, Rendering } from '../../runtime/render/rendering.ts';
import { giveArgument, suggestedRuleOf } from './preview-commands.ts';

/** A command of a text, and Claude Code's decision about it. */
interface JudgedCommand {
  readonly verdict: CommandVerdict;
  /** The decision once there are enough arguments; undefined if that changes nothing. */
  readonly ifGiven?: CommandVerdict | undefined;
  readonly refusal: CommandOutcome | undefined;
  /** The rules that decide. */
  readonly decidedBy?: readonly PreviewRule[] | undefined;
}

/**
 * Why nothing would be sent, and what to do; undefined if something is.
 *
 * @param applied Claude Code's message if it stops, and the command that stops it
 */
export function previewProblem(
  { refusal }: Rendering,
  commands: readonly JudgedCommand[],
  { aborted, abortedBy }: Pick<RenderedText, 'aborted' | 'abortedBy'>,
): PreviewProblem | undefined {
  if (aborted === undefined) return undefined;
  const stopping = abortedBy === undefined ? undefined : commands[abortedBy];
  const refused = stopping?.refusal?.failure === undefined ? undefined : stopping;
  if (refused?.ifGiven) {
    const rule = suggestedRuleOf(refused.ifGiven);
    return { message: aborted, advice: rule === undefined ? giveArgument : `${giveArgument}. ${ruleAdvice(rule)}` };
  }
  if (refused?.verdict.allowed === false)
    return { message: aborted, advice: ruleAdvice(refused.verdict.suggestedRule, refused.decidedBy?.[0]) };
  // These messages already say what to do.
  if (refused || refusal !== undefined) return { message: aborted };
  return { message: aborted, advice: 'Fix the command, or add `|| true` to ignore failures' };
}

function ruleAdvice(suggested: string | undefined, decisive?: PreviewRule): string {
  if (suggested === 'Bash')
    return 'Only `Bash` in `allowed-tools` of the skill, or in `permissions.allow` of your settings, allows it, and with it every other command';
  if (suggested !== undefined)
    return `Add \`${suggested}\` to \`allowed-tools\` of the skill, or to \`permissions.allow\` in your settings`;
  if (decisive?.file === undefined)
    return 'No rule can allow it. Use another command, or ask Claude in the text to run it';
  const { rule, behavior, file } = decisive;
  const removed = `remove \`${rule}\` from \`permissions.${behavior}\` in \`${file}\``;
  return behavior === 'deny'
    ? `Use another command, or ${removed}`
    : `Ask Claude in the text to run it, use another command, or ${removed}`;
}
