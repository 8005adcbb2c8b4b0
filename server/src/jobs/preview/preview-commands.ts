import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import { oncePerKey } from '../../platform/once.ts';
import type { PreviewInjection, PreviewOutcome } from '../../protocol.ts';
import { refusalOf } from '../../runtime/commands/run-injections.ts';
import type { CommandPermissions, CommandVerdict } from '../../runtime/permissions/check-command.ts';
import { checkCommand } from '../../runtime/permissions/check-command.ts';
import { type DecidingRule, decidingRules } from '../../runtime/permissions/deciding-rules.ts';
import {
  afterRefusals,
  type CommandOutcome,
  type RenderedInjection,
  type Rendering,
} from '../../runtime/render/rendering.ts';

/** A command of a text, identified by what the user consents to. */
export interface PreviewedCommand {
  readonly injection: RenderedInjection;
  readonly hash: string;
}

/**
 * The commands of a text with their hashes. Two equal commands are one for consent, unless one contains
 * more of the arguments than the other: that one needs separate consent.
 *
 * @param folder where they run
 * @param file the skill's file: consent for one skill does not apply to another
 */
export async function previewedCommands(
  { injections }: Rendering,
  folder: string,
  file: string,
  runtime: RuntimeId,
): Promise<PreviewedCommand[]> {
  const hashes = new Map<string, string>();
  const previewed: PreviewedCommand[] = [];
  for (const injection of injections) {
    const { command, origin } = injection;
    const consentedTo = JSON.stringify([command, folder, file, origin, runtime]);
    const hash = hashes.get(consentedTo) ?? (await hashOf(consentedTo));
    hashes.set(consentedTo, hash);
    previewed.push({ injection, hash });
  }
  return previewed;
}

/** SHA-256 in hexadecimal digits. */
async function hashOf(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether Claude Code would run commands, each distinct one checked once. */
export class CommandVerdicts {
  readonly #permissions: CommandPermissions;
  readonly #known = new Map<string, JudgedPattern>();
  readonly #rules = new Map<string, readonly DecidingRule[]>();

  readonly #rendering: Rendering;
  readonly #document: SkillDocument;

  /** @param document the file that was rendered */
  constructor(permissions: CommandPermissions, rendering: Rendering, document: SkillDocument) {
    this.#permissions = permissions;
    this.#rendering = rendering;
    this.#document = document;
  }

  of(injection: RenderedInjection): JudgedPattern {
    let judged = this.#known.get(injection.pattern);
    if (!judged) {
      const verdict = checkCommand(injection.command, this.#permissions);
      judged = { verdict, refusal: refusalOf(injection, verdict), ifGiven: this.#ifGiven(injection, verdict) };
      this.#known.set(injection.pattern, judged);
    }
    return judged;
  }

  #ifGiven(injection: RenderedInjection, verdict: CommandVerdict): CommandVerdict | undefined {
    if (verdict.allowed !== false) return undefined;
    const completed = withMissingArguments(injection, this.#rendering, this.#document);
    if (completed === injection.command) return undefined;
    const ifGiven = checkCommand(completed, this.#permissions);
    // A command that is refused in any case is not refused for want of an argument.
    return isEqualVerdict(ifGiven, verdict) ? undefined : ifGiven;
  }

  /** The rules that decide about it. */
  rulesFor({ pattern, command }: RenderedInjection): readonly DecidingRule[] {
    return oncePerKey(this.#rules, pattern, () => decidingRules(command, this.#permissions));
  }
}

/** A command with a word for each placeholder that is left in it because there are too few arguments. */
export function withMissingArguments(
  { command, source }: RenderedInjection,
  { words }: Rendering,
  { body: { placeholders } }: SkillDocument,
): string {
  if (!source) return command;
  let at = firstIndexWhere(placeholders, ({ range }) => range.start >= source.start);
  for (; at < placeholders.length && placeholders[at]!.range.start < source.end; at++) {
    const { kind, index, escaped } = placeholders[at]!;
    const isNumbered = kind === 'position' || kind === 'indexed';
    if (isNumbered && !escaped && index! >= words.length) return command.replace(numberedPlaceholder, 'argument');
  }
  return command;
}

const numberedPlaceholder = /\$(?:ARGUMENTS\[\d+\]|\d+(?!\w))/g;

function isEqualVerdict(a: CommandVerdict, b: CommandVerdict): boolean {
  if (a.allowed !== false || b.allowed !== false) return a.allowed === b.allowed;
  return a.suggestedRule === b.suggestedRule;
}

interface JudgedPattern {
  readonly verdict: CommandVerdict;
  /** The decision once there are enough arguments; undefined if that changes nothing. */
  readonly ifGiven: CommandVerdict | undefined;
  /** The message of Claude Code instead of running it; undefined if it runs it. */
  readonly refusal: CommandOutcome | undefined;
}

/** The outcome of a command, for insertion into the text. */
export function outcomeOf(outcome: PreviewOutcome | undefined): CommandOutcome {
  const { status, output = '', exitCode, ms = 0 } = outcome ?? {};
  if (status === 'ok') return { status, output, failure: undefined, exitCode, ms };
  if (status === 'failed') return { status, output: '', failure: output, exitCode, ms, reached: afterRefusals };
  return { status: 'not-run', output: '', failure: undefined, exitCode: undefined, ms: 0 };
}

/** The advice on a placeholder that is left in a command. */
export const giveArgument = 'An argument is missing from the command: give one first';

/** The rule that would allow a refused command; undefined if there is none. */
export function suggestedRuleOf(verdict: CommandVerdict): string | undefined {
  return verdict.allowed === false ? verdict.suggestedRule : undefined;
}

/** Claude Code's decision, as text. */
export function permissionOf(
  verdict: CommandVerdict,
  ifGiven?: CommandVerdict,
): Pick<PreviewInjection, 'permission' | 'reason' | 'suggestedRule'> {
  if (verdict.allowed) return { permission: 'allowed' };
  if (verdict.allowed === undefined) return { permission: 'unknown', reason: verdict.why };
  const reason = ifGiven ? `${verdict.message}. ${giveArgument}` : verdict.message;
  const suggestedRule = suggestedRuleOf(ifGiven ?? verdict);
  return { permission: 'refused', reason, ...(suggestedRule !== undefined && { suggestedRule }) };
}
