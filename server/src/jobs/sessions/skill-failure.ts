import { type JsonMap, mapOf, textOf } from '../../document/json-values.ts';

/** Why a skill was not loaded, in Claude Code's own words. */
interface SkillFailure {
  /** There is no such skill, somebody or a setting denied it, or its commands failed. */
  readonly kind: 'missing' | 'denied' | 'failed';
  readonly reason: string;
}

/** The messages of the Skill tool if a permission rule, a setting or a field of the skill denies a call. */
const denials =
  /^(?:Execute skill: |Skill execution blocked|Permission to use Skill|The user doesn't want to|.{1,300}(?:disable-model-invocation|skillOverrides))/;

/** Why a call of the Skill tool failed. */
export function toolFailure(text: string, entry: JsonMap): SkillFailure {
  const reason = text
    .replace(/^\s*<tool_use_error>/, '')
    .replace(/<\/tool_use_error>\s*$/, '')
    .trim();
  if (reason.startsWith('Unknown skill: ')) return { kind: 'missing', reason };
  const isRejected =
    textOf(entry.toolDenialKind) !== undefined || mapOf(entry.permissionDecision)?.decision === 'reject';
  return { kind: isRejected || denials.test(reason) ? 'denied' : 'failed', reason };
}

/** Why `/name` was answered by a message instead of being sent; undefined if the message is about something else. */
export function commandFailure(
  entry: JsonMap,
): { readonly kind: 'denied' | 'failed'; readonly name: string; readonly reason: string } | undefined {
  const reason = (textOf(entry.content) ?? '').replace(
    /^<local-command-std(?:out|err)>|<\/local-command-std\w+>$/g,
    '',
  );
  const disabled = /^Skill "([^"\n]+)" is disabled via skillOverrides/.exec(reason)?.[1];
  if (disabled !== undefined) return { kind: 'denied', name: disabled, reason: reason.trim() };
  const name = textOf(mapOf(entry.commandRun)?.command);
  // Only skills have commands that can fail in this way.
  if (name === undefined || !/^Shell command (?:permission check )?failed for pattern /.test(reason)) return undefined;
  return { kind: 'failed', name, reason: reason.trim() };
}

/** The name after `/` for which there was nothing, as Claude Code says where a person types; undefined for other remarks. */
export function unknownCommand(entry: JsonMap): string | undefined {
  return /^Unknown command: \/(\S+?)\.?(?:\s|$)/.exec(textOf(entry.content) ?? '')?.[1];
}
