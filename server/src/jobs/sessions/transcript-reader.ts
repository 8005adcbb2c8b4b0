import { COMPACTION_NOTICE } from '../../dialect/compaction.ts';
import type { JsonMap } from '../../document/json-values.ts';
import { mapOf, textOf } from '../../document/json-values.ts';
import { contentText, mapsIn, numberOf } from '../claude-code/runs/stream-line.ts';
import { AttributedAnswers } from './attributed-answers.ts';
import { listedSkills } from './listed-skills.ts';
import type { Invoker, SessionEvent, TranscriptFacts } from './session-event.ts';
import { commandFailure, toolFailure, unknownCommand } from './skill-failure.ts';

/*
 * Transcripts are read only by a command of the user, or in an editor whose user has set
 * `skillwright.pastSessions.enabled`, which no workspace can, and nothing of them is stored. Their format is Claude
 * Code's own and undocumented, so whatever is unknown is ignored, and everything may be missing; recordings of it are
 * in `test/fixtures/transcripts`. Files are read piece by piece (`piecewise-files`), and only lines with a word that
 * lines about skills contain are parsed, so that memory depends on the number of sessions and skills, never on the
 * size of a file. A continued session has copies of the lines of the first one, with the same IDs, which are counted
 * once. A fork's text is in the transcript of its agent, and only a fork that no call of the model started was the
 * user's. The server remembers what counts of each session in memory (`SessionDigest`: names, times and sums, no
 * texts), so that a second look reads only sessions whose files have changed, and a reading that is cancelled goes on
 * where it was. All who ask share one reading, which ends when the last of them cancels. Nothing waits for it: rows of
 * the tree get what is known. Everything else, such as one session step by step, is read again when it is shown.
 * Sessions of all projects count for skills that every project has, and only those of the folder for its own.
 */

/** UTF-16 units of a name. Nothing keeps the model from asking for a longer one. */
const maxName = 200;

/** UTF-16 units of a reason. */
const maxReason = 500;

/** Calls that wait for their results at a time. */
const maxCalls = 256;

/** Lines that are read whatever they are about: until the session is known, and after a call or command. */
const patience = 40;

interface Call {
  readonly name: string;
  readonly arguments: string;
  again: boolean;
  /** Its result has come. */
  launched?: { readonly id: string | undefined; readonly time: number | undefined };
  /** Its text has come. */
  isLoaded: boolean;
}

interface TypedCommand {
  readonly name: string;
  readonly arguments: string;
  /** The line that its text follows. */
  line: string | undefined;
  again: boolean;
}

/**
 * Reads what a transcript says about skills. The format is Claude Code's own and undocumented: whatever is not known is
 * ignored, and everything may be missing.
 */
export class TranscriptReader {
  readonly facts: TranscriptFacts = {};
  /** Lines that are not JSON although they look like it. */
  broken = 0;
  readonly #emit: (event: SessionEvent) => void;
  readonly #calls = new Map<string, Call>();
  readonly #loaded = new Set<string>();
  readonly #answers: AttributedAnswers;
  #typed: TypedCommand | undefined;
  /** The agent that runs a skill, until its name is known. */
  #fork: { readonly entry: JsonMap; readonly text: string } | undefined;
  #patience = patience;

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit;
    this.#answers = new AttributedAnswers(emit);
  }

  /** Whether the next line is needed, whatever it is about. */
  readonly wantsAll = (): boolean => {
    if (this.#patience === 0) return false;
    const { folder, started } = this.facts;
    return folder === undefined || started === undefined || this.#typed !== undefined || this.#calls.size > 0;
  };

  read(line: string): void {
    const entry = this.#parse(line);
    if (!entry) return;
    if (this.#patience > 0) this.#patience--;
    this.#readFacts(entry);
    if (entry.type === 'user') this.#user(entry);
    else if (entry.type === 'assistant') this.#assistant(entry);
    else if (entry.type === 'attachment') this.#attachment(entry);
    else if (entry.type === 'system') this.#system(entry);
  }

  #parse(line: string): JsonMap | undefined {
    try {
      return mapOf(JSON.parse(line));
    } catch {
      this.broken++;
      return undefined;
    }
  }

  /** The transcript has ended. */
  end(): void {
    for (const call of this.#calls.values()) {
      if (call.launched && !call.isLoaded) this.#load(call, 'model', call.launched, undefined);
    }
    this.#calls.clear();
    this.#answers.end();
    this.#nameFork(undefined);
  }

  #readFacts(entry: JsonMap): void {
    const { facts } = this;
    facts.started ??= timeOf(entry);
    facts.sessionId ??= textOf(entry.sessionId);
    facts.folder ??= textOf(entry.cwd);
    facts.version ??= textOf(entry.version);
    facts.effort ??= textOf(entry.effort);
    const from = textOf(entry.requestSessionId);
    if (from !== undefined && from !== facts.sessionId) facts.continues ??= from;
  }

  #user(entry: JsonMap): void {
    const content = mapOf(entry.message)?.content;
    if (entry.isMeta === true) {
      this.#inserted(entry, contentText(content));
      return;
    }
    this.#typed = undefined;
    // Earlier releases do not mark the first message of a fork.
    if (startsConversation(entry) && contentText(content).startsWith('Base directory for this skill: ')) {
      this.#fork = { entry, text: contentText(content) };
    }
    for (const block of mapsIn(content)) {
      if (block.type === 'tool_result') this.#result(block, entry);
    }
    const [first, ...rest] =
      typeof content === 'string' ? [content] : mapsIn(content).flatMap((it) => textOf(it.text) ?? []);
    const typed = first === undefined ? undefined : typedCommand(first);
    if (!typed) return;
    this.#typed = { ...typed, line: textOf(entry.uuid), again: false };
    this.#patience = patience;
    // Other releases have both in one message.
    if (rest.length > 0) this.#loadTyped(entry, rest.join('\n'));
  }

  /** A text that Claude Code added in the user's name. */
  #inserted(entry: JsonMap, text: string): void {
    const isNotice = text.startsWith('(Re-invocation of /');
    const call = this.#calls.get(textOf(entry.sourceToolUseID) ?? '');
    if (call) {
      if (isNotice) call.again = true;
      else if (!call.isLoaded) {
        call.isLoaded = true;
        this.#load(call, 'model', lineOf(entry), text);
        if (call.launched) this.#calls.delete(textOf(entry.sourceToolUseID)!);
      }
    } else if (this.#typed && textOf(entry.parentUuid) === this.#typed.line) {
      if (isNotice) Object.assign(this.#typed, { line: textOf(entry.uuid), again: true });
      else this.#loadTyped(entry, text);
    } else if (startsConversation(entry)) {
      this.#fork = { entry, text };
    }
  }

  #loadTyped(entry: JsonMap, text: string): void {
    const typed = this.#typed!;
    this.#typed = undefined;
    this.#load(typed, 'user', lineOf(entry), text);
  }

  #load(
    { name, arguments: given, again }: Pick<Call, 'name' | 'arguments' | 'again'>,
    by: Invoker,
    line: ReturnType<typeof lineOf>,
    text: string | undefined,
  ): void {
    const isAgain = again || this.#loaded.has(name);
    this.#loaded.add(name);
    this.#emit({ kind: 'loaded', ...line, name, by, arguments: given, text, again: isAgain });
  }

  #result(block: JsonMap, entry: JsonMap): void {
    const id = textOf(block.tool_use_id);
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || !call) return;
    const line = lineOf(entry);
    const text = contentText(block.content);
    const outcome = mapOf(entry.toolUseResult);
    const name = nameOf(outcome?.commandName) ?? call.name;
    if (block.is_error === true || outcome?.success === false) {
      this.#calls.delete(id);
      const { kind, reason } = toolFailure(text, entry);
      const asked = { ...line, name: call.name, by: 'model' } as const;
      this.#emit(kind === 'missing' ? { kind, ...asked } : { kind, ...asked, reason: short(reason) });
      return;
    }
    const agent = textOf(outcome?.agentId);
    if (agent !== undefined) {
      this.#calls.delete(id);
      const { arguments: given } = call;
      this.#emit({
        kind: 'loaded',
        ...line,
        name,
        by: 'model',
        arguments: given,
        text: undefined,
        again: false,
        fork: agent,
      });
    } else if (call.isLoaded) this.#calls.delete(id);
    else this.#calls.set(id, { ...call, name, launched: line });
  }

  #assistant(entry: JsonMap): void {
    this.#typed = undefined;
    const message = mapOf(entry.message);
    const skill = nameOf(entry.attributionSkill);
    if (this.#fork) this.#nameFork(skill);
    // A copy was paid for in the session that it is from.
    const from = textOf(entry.requestSessionId);
    const isCopy = from !== undefined && from !== this.facts.sessionId;
    if (skill !== undefined && !isCopy) this.#answers.add(skill, message, entry, happened(entry));
    for (const block of mapsIn(message?.content)) {
      if (block.type !== 'tool_use' || block.name !== 'Skill') continue;
      const id = textOf(block.id);
      const input = mapOf(block.input);
      const name = nameOf(input?.skill) ?? nameOf(input?.command);
      if (id === undefined || name === undefined) continue;
      if (this.#calls.size >= maxCalls) this.#calls.delete(this.#calls.keys().next().value!);
      this.#calls.set(id, { name, arguments: textOf(input?.args) ?? '', again: false, isLoaded: false });
      this.#patience = patience;
    }
  }

  #nameFork(attributed: string | undefined): void {
    if (!this.#fork) return;
    const { entry, text } = this.#fork;
    this.#fork = undefined;
    const folder = /^Base directory for this skill: [^\n]*?([^\n/\\]+)\n/.exec(text)?.[1];
    const name = attributed ?? folder;
    const agent = textOf(entry.agentId);
    if (name === undefined || agent === undefined) return;
    this.#emit({ kind: 'fork', ...lineOf(entry), agent, name, text });
  }

  #attachment(entry: JsonMap): void {
    const attachment = mapOf(entry.attachment);
    const at = happened(entry);
    switch (attachment?.type) {
      case 'skill_listing': {
        const { names } = attachment;
        const known = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined;
        const skills = listedSkills(textOf(attachment.content) ?? '', known);
        this.#emit({ kind: 'listing', ...at, isInitial: attachment.isInitial !== false, skills });
        break;
      }
      case 'invoked_skills': {
        const skills = mapsIn(attachment.skills).flatMap(({ name, content }) => {
          const text = textOf(content) ?? '';
          const known = nameOf(name);
          if (known === undefined) return [];
          return [{ name: known, characters: text.length, cut: text.endsWith(COMPACTION_NOTICE) }];
        });
        this.#emit({ kind: 'kept', ...at, skills });
        break;
      }
      case 'unknown_command_fallback': {
        const name = nameOf(attachment.commandName);
        if (name !== undefined) this.#emit({ kind: 'missing', ...lineOf(entry), name, by: 'user' });
      }
    }
  }

  #system(entry: JsonMap): void {
    if (entry.subtype === 'compact_boundary') {
      const metadata = mapOf(entry.compactMetadata);
      this.#emit({
        kind: 'compaction',
        ...happened(entry),
        trigger: textOf(metadata?.trigger),
        before: numberOf(metadata?.preTokens),
        after: numberOf(metadata?.postTokens),
      });
    } else if (entry.subtype === 'informational') {
      const name = nameOf(unknownCommand(entry));
      if (name !== undefined) this.#emit({ kind: 'missing', ...lineOf(entry), name, by: 'user' });
    } else if (entry.subtype === 'local_command') {
      const failure = commandFailure(entry);
      const name = nameOf(failure?.name);
      if (!failure || name === undefined) return;
      this.#emit({ kind: failure.kind, ...lineOf(entry), name, by: 'user', reason: short(failure.reason) });
    }
  }
}

/** A command that a user typed, as Claude Code writes it down; undefined for everything else. */
export function typedCommand(text: string): Pick<TypedCommand, 'name' | 'arguments'> | undefined {
  if (!text.startsWith('<command-')) return undefined;
  const name = nameOf(/<command-name>([^<]*)<\/command-name>/.exec(text)?.[1]);
  if (name === undefined) return undefined;
  const start = text.indexOf('<command-args>');
  const end = text.lastIndexOf('</command-args>');
  return { name, arguments: start < 0 || end < start ? '' : text.slice(start + '<command-args>'.length, end) };
}

/** Whether a line is the first one of an agent. */
function startsConversation(entry: JsonMap): boolean {
  return entry.isSidechain === true && (entry.parentUuid === null || entry.parentUuid === undefined);
}

function nameOf(value: unknown): string | undefined {
  const name = textOf(value)?.trim().replace(/^\//, '').slice(0, maxName);
  return name === '' ? undefined : name;
}

function short(reason: string): string {
  return reason.length > maxReason ? `${reason.slice(0, maxReason - 1)}…` : reason;
}

function lineOf(entry: JsonMap) {
  return { id: textOf(entry.uuid), ...happened(entry) };
}

function happened(entry: JsonMap) {
  const agent = entry.isSidechain === true ? (textOf(entry.agentId) ?? 'agent') : undefined;
  return { time: timeOf(entry), ...(agent !== undefined && { agent }) };
}

function timeOf(entry: JsonMap): number | undefined {
  const time = Date.parse(textOf(entry.timestamp) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
