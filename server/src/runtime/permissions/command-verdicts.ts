import type { CommandVerdict } from './command-permissions.ts';

/*
 * What Claude Code says when it does not run a command of a skill, as it was recorded.
 */

export type Refusal = Extract<CommandVerdict, { allowed: false }> & {
  readonly denied?: boolean;
  /** An `ask` rule asks for it. */
  readonly isAsked?: boolean;
  /** Only because it runs in the background, which no rule for all of Bash allows. */
  readonly isOfBackground?: boolean;
};
export type Verdict = Exclude<CommandVerdict, { allowed: false }> | Refusal;

export const allowed: Verdict = { allowed: true };
export const notGranted = "Claude requested permissions to use Bash, but you haven't granted it yet.";
export const needsApproval = 'This command requires approval';
export const changesWithSed = 'sed command requires approval (contains potentially dangerous operations)';
export const subshell = 'This command uses shell operators that require approval for safety';
export const statedVariable = "A variable set in this command can't be checked before it runs";
export const notOneByOne = "The parts of this pipe can't be checked one by one, so the command needs approval";
const background =
  'This command uses the `&` background operator, which defers execution past approval-time safety checks. Approve only if you trust it.';

export const tooMuch: Verdict = {
  allowed: undefined,
  why: 'The command has too many parts to compare them all with the rules',
};
export const undecided: Verdict = {
  allowed: undefined,
  why: 'Whether Claude Code would run this command is not known',
};

export function refusal(message: string, denied = false, suggestedRule?: string): Refusal {
  return { allowed: false, message, suggestedRule, denied };
}

export const inBackground: Refusal = { ...refusal(background), isOfBackground: true };

export function deniedCommand(command: string): string {
  return `Permission to use Bash with command ${command} has been denied.`;
}

export function severalOperations(parts: readonly string[]): string {
  const named = [...new Set(parts)];
  const verb = named.length === 1 ? 'part requires' : 'parts require';
  return `This Bash command contains multiple operations. The following ${verb} approval: ${named.join(', ')}`;
}

export function together(rules: readonly string[]): string | undefined {
  return rules.length === 0 ? undefined : [...new Set(rules)].join(', ');
}
