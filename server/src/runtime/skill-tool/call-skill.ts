import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { ContextChange } from '../render/context-change.ts';

/** The result of a tool, for the model. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
}

/** A message that Claude Code adds to the conversation. */
export interface SkillMessage {
  readonly role: 'user';
  /** The user does not see it. */
  readonly isMeta: boolean;
  readonly text: string;
  /** The call that created it. */
  readonly toolUseId: string | undefined;
}

/** In some releases, the permissions that the skill adds to the session. They are stored with the messages but not sent. */
interface PermissionsAttachment {
  readonly type: 'command_permissions';
  readonly allowedTools: readonly string[];
  readonly model: string | null;
}

/** A message that processing a skill creates, regardless of who invokes it. */
type CommandMessage =
  /** The progress; shown while it lasts. */
  | { readonly type: 'progress'; readonly text: string }
  /** `<command-message>…`: what the user typed. */
  | { readonly type: 'metadata'; readonly text: string }
  /** A text for the model. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'attachment'; readonly attachment: PermissionsAttachment };

/**
 * The messages of processing a skill that the tool passes on: not those that only the user sees, and all of them marked
 * with the call that created them.
 */
export function handedOn(
  messages: readonly CommandMessage[],
  toolUseId: string | undefined,
): Pick<SkillCallResult, 'messages' | 'attachments'> {
  return {
    messages: messages.flatMap((message) =>
      message.type === 'text' ? [{ role: 'user' as const, isMeta: true, text: message.text, toolUseId }] : [],
    ),
    attachments: messages.flatMap((message) => (message.type === 'attachment' ? [message.attachment] : [])),
  };
}

/** The result of a Skill tool call once it is allowed. */
export interface SkillCallResult {
  readonly toolResult: ToolResult;
  /** Empty for a fork: its texts are in its own conversation. */
  readonly messages: readonly SkillMessage[];
  readonly attachments: readonly PermissionsAttachment[];
  readonly contextChange: ContextChange;
}

interface AllowedCall {
  readonly runtime: RuntimeId;
  readonly name: string;
  readonly args: string | undefined;
  /** The rendered text of the skill. */
  readonly text: string;
  readonly change: ContextChange;
  readonly toolUseId?: string;
  /** The state of the skill in the conversation; undefined for the first call. */
  readonly loadedText?: string;
  readonly forkAnswer?: string;
}

/** The outcome of a call of the Skill tool. */
export function callSkill(call: AllowedCall): SkillCallResult {
  const { name, change, toolUseId } = call;
  if (change.fork !== null) {
    const text = `Skill "${name}" completed (forked execution).\n\nResult:\n${call.forkAnswer ?? ''}`;
    return { toolResult: { isError: false, text }, messages: [], attachments: [], contextChange: change };
  }
  const toolResult = { isError: false, text: `Launching skill: ${name}` };
  return { toolResult, ...handedOn(commandMessages(call), toolUseId), contextChange: change };
}

function commandMessages(call: AllowedCall): readonly CommandMessage[] {
  const { change, runtime, text } = call;
  if (capabilities(runtime).skipsLoadedSkills) {
    // Blank text creates no message; the notice about a repeated call stays.
    const texts = textsNotLoaded(call).filter((it) => it.trim() !== '');
    return texts.map((it) => ({ type: 'text', text: it }));
  }
  const { allowedTools, model } = change;
  return [
    { type: 'text', text },
    { type: 'attachment', attachment: { type: 'command_permissions', allowedTools, model } },
  ];
}

/** A text that was loaded before is not sent again; a changed one is announced. */
function textsNotLoaded({ name, args, text, loadedText }: AllowedCall): readonly string[] {
  if (loadedText === undefined) return [text];
  if (loadedText === text) {
    const argumentsPart = args ? ` Arguments: ${args}` : '';
    return [`Skill /${name} is already loaded above; instructions unchanged.${argumentsPart}`];
  }
  return [
    `(Re-invocation of /${name} — the skill instructions were previously loaded; the arguments or dynamic output below are new.)`,
    text,
  ];
}

/** The result of a call that fails before or during its execution. Whitespace at the end of a message is not sent. */
export function failedCall(message: string, kind: 'tool-use-error' | 'plain'): ToolResult {
  return { isError: true, text: kind === 'plain' ? message.trimEnd() : `<tool_use_error>${message}</tool_use_error>` };
}
