import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { ContextChange } from '../render/context-change.ts';

/** What the model gets back from a tool. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
}

/** A message that the client adds to the conversation. */
export interface SkillMessage {
  readonly role: 'user';
  /** The person does not see it. */
  readonly isMeta: boolean;
  readonly text: string;
  /** The call that brought it. */
  readonly toolUseId: string | undefined;
}

/** In some releases, the permissions that the skill adds to the session. They are stored with the messages but not sent. */
export interface PermissionsAttachment {
  readonly type: 'command_permissions';
  readonly allowedTools: readonly string[];
  readonly model: string | null;
}

/** What processing a skill makes, whoever invokes it. */
export type CommandMessage =
  /** How far it is; shown while it lasts. */
  | { readonly type: 'progress'; readonly text: string }
  /** `<command-message>…`: what a person typed. */
  | { readonly type: 'metadata'; readonly text: string }
  /** What the model reads. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'attachment'; readonly attachment: PermissionsAttachment };

/**
 * What the tool hands on of the messages that processing a skill makes: not what only a person cares for, and every
 * message marked with the call that brought it.
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

/** What a call of the Skill tool comes to once it is allowed. */
export interface SkillCallResult {
  readonly toolResult: ToolResult;
  /** Empty for a fork: what it reads, stands in its own conversation. */
  readonly messages: readonly SkillMessage[];
  readonly attachments: readonly PermissionsAttachment[];
  readonly contextChange: ContextChange;
}

/** A call that is allowed. */
export interface AllowedCall {
  readonly runtime: RuntimeId;
  /** The name that was called. */
  readonly name: string;
  readonly args: string | undefined;
  /** The rendered text of the skill. */
  readonly text: string;
  readonly change: ContextChange;
  readonly toolUseId?: string;
  /** What the conversation already has of the skill; undefined for the first time. */
  readonly loadedText?: string;
  /** What a fork answered. */
  readonly forkAnswer?: string;
}

/** What the Skill tool does with a call. */
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
    // No message is made of blank text; what is said of a repeated call stays.
    const texts = textsNotLoaded(call).filter((it) => it.trim() !== '');
    return texts.map((it) => ({ type: 'text', text: it }));
  }
  const { allowedTools, model } = change;
  return [
    { type: 'text', text },
    { type: 'attachment', attachment: { type: 'command_permissions', allowedTools, model } },
  ];
}

/** What was loaded before is not sent again; what differs is announced. */
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

/** The result of a call that fails before or while it is carried out. White space at a message's end is not sent. */
export function failedCall(message: string, kind: 'tool-use-error' | 'plain'): ToolResult {
  return { isError: true, text: kind === 'plain' ? message.trimEnd() : `<tool_use_error>${message}</tool_use_error>` };
}
