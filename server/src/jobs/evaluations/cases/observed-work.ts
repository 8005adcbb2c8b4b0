import { type JsonMap, mapOf, textOf } from '../../../document/json-values.ts';
import { firstPart, isWithin, relativeTo, resolve } from '../../../platform/paths.ts';
import { isAbsolutePath, slashedPath } from '../../../platform/slashed-path.ts';
import { contentText, mapsIn, parentOf, readStreamLine, type StreamLine } from '../../claude-code/runs/stream-line.ts';
import { typedCommand } from '../../sessions/transcript-reader.ts';

/** The work of a model on one prompt, as far as a case can ask for it again. */
export interface ObservedWork {
  /** As the user wrote it; undefined if the output does not have it. */
  readonly prompt: string | undefined;
  /** Whether the model called the skill, and the call succeeded. */
  readonly calledSkill: boolean;
  /** The files that it wrote, relative to the folder in which it worked. */
  readonly written: readonly string[];
  /** The paths of files that it wrote elsewhere. */
  readonly writtenElsewhere: readonly string[];
  /** The names of the tools that succeeded at least once. */
  readonly tools: ReadonlySet<string>;
}

/** A call that succeeded. */
interface ObservedCall {
  readonly tool: string;
  readonly input: JsonMap;
}

/** More files are not remembered. */
const maxFiles = 200;

/** Calls that wait for their results at a time. */
const maxCalls = 256;

/** UTF-16 units of a prompt. */
const maxPrompt = 100_000;

/** Adds up the calls of one prompt. */
export class WorkSum {
  readonly #isSkill: (name: string) => boolean;
  readonly #written = new Set<string>();
  readonly #elsewhere = new Set<string>();
  readonly #tools = new Set<string>();
  #calledSkill = false;

  constructor(isSkill: (name: string) => boolean) {
    this.#isSkill = isSkill;
  }

  /** @param folder where the model worked */
  add({ tool, input }: ObservedCall, folder: string | undefined): void {
    if (this.#tools.size < maxFiles) this.#tools.add(tool);
    if (tool === 'Skill') this.#calledSkill ||= this.#isSkill(textOf(input.skill) ?? textOf(input.command) ?? '');
    if (tool !== 'Write') return;
    const written = textOf(input.file_path);
    if (written === undefined || this.#written.size + this.#elsewhere.size >= maxFiles) return;
    const path = slashedPath(written);
    const absolute = absolutePath(path, folder);
    if (folder && absolute && absolute !== folder && isWithin(absolute, folder)) {
      this.#written.add(relativeTo(absolute, folder));
    } else this.#elsewhere.add(path);
  }

  work(prompt: string | undefined): ObservedWork {
    return {
      prompt,
      calledSkill: this.#calledSkill,
      written: [...this.#written],
      writtenElsewhere: [...this.#elsewhere],
      tools: this.#tools,
    };
  }
}

function absolutePath(path: string, folder: string | undefined): string | undefined {
  if (!isAbsolutePath(path)) return folder && resolve(folder, path);
  const root = firstPart(path);
  return resolve(root, path.slice(root.length));
}

/** Of the input of a call, what is looked at: the rest may be a whole file. */
function needed(input: JsonMap): JsonMap {
  const { skill, command, file_path } = input;
  return { skill, command, file_path };
}

/** The work on one prompt, while it is read. */
interface Turn {
  readonly prompt: string | undefined;
  /** The name of the command, if one was typed. */
  readonly typed: string | undefined;
  readonly sum: WorkSum;
}

/**
 * Reads lines of a session: the output of `claude -p --output-format stream-json`, a trace of `claude plugin eval`, or a
 * transcript. All have the same messages. Whatever is not known is ignored.
 */
export class WorkReader {
  readonly #isSkill: (name: string) => boolean;
  readonly #calls = new Map<string, ObservedCall>();
  #folder: string | undefined;
  #turn: Turn;
  #first: ObservedWork | undefined;
  #used: ObservedWork | undefined;
  #turns = 0;
  #hasCalls = false;
  /** Prompts after which the skill was used. */
  uses = 0;
  /** The ID of the session; undefined if no line has it. */
  sessionId: string | undefined;

  /** @param isSkill whether a name in a call means the skill */
  constructor(isSkill: (name: string) => boolean) {
    this.#isSkill = isSkill;
    this.#turn = this.#begin(undefined, undefined);
  }

  take(text: string): void {
    const line = readStreamLine(text);
    if (!line) return;
    this.#folder ??= folderIn(line);
    this.sessionId ??= textOf(line.session_id);
    if (line.type === 'assistant') this.#called(line);
    else if (line.type === 'user') this.#answered(line);
  }

  /** The first prompt after which the skill was used, or the only one there is; undefined if neither exists. */
  end(): ObservedWork | undefined {
    this.#finish();
    return this.#used ?? (this.#turns === 1 ? this.#first : undefined);
  }

  #begin(prompt: string | undefined, typed: string | undefined): Turn {
    this.#hasCalls = false;
    this.#calls.clear();
    return { prompt: prompt?.slice(0, maxPrompt), typed, sum: new WorkSum(this.#isSkill) };
  }

  #finish(): void {
    const { prompt, typed, sum } = this.#turn;
    if (prompt === undefined && !this.#hasCalls) return;
    this.#turns++;
    const work = sum.work(prompt);
    this.#first ??= work;
    if (!work.calledSkill && (typed === undefined || !this.#isSkill(typed))) return;
    this.uses++;
    this.#used ??= work;
  }

  #called(line: StreamLine): void {
    for (const { type, id, name, input } of mapsIn(mapOf(line.message)?.content)) {
      if (type !== 'tool_use' || typeof id !== 'string' || typeof name !== 'string') continue;
      this.#hasCalls = true;
      if (this.#calls.size < maxCalls) this.#calls.set(id, { tool: name, input: needed(mapOf(input) ?? {}) });
    }
  }

  #answered(line: StreamLine): void {
    const content = mapOf(line.message)?.content;
    const results = mapsIn(content).filter(({ type }) => type === 'tool_result');
    for (const { tool_use_id: id, is_error: isError } of results) {
      const call = this.#calls.get(textOf(id) ?? '');
      this.#calls.delete(textOf(id) ?? '');
      if (call && isError !== true) this.#turn.sum.add(call, this.#folder);
    }
    if (results.length > 0 || isInserted(line)) return;
    const text = contentText(content);
    const typed = typedCommand(text);
    if (!typed && (text.trim() === '' || /^<[\w-]+>|^\[Request interrupted/.test(text))) return;
    this.#finish();
    const prompt = typed ? [`/${typed.name}`, typed.arguments.trim()].filter(Boolean).join(' ') : text;
    this.#turn = this.#begin(prompt, typed?.name ?? /^\/(\S+)/.exec(text)?.[1]);
  }
}

/** Where a session works, as its first line or each of a transcript says. */
function folderIn({ cwd }: StreamLine): string | undefined {
  const folder = textOf(cwd);
  return folder === undefined ? undefined : slashedPath(folder);
}

/** Whether Claude Code has added a message in the user's name, or an agent was asked. */
function isInserted(line: StreamLine): boolean {
  const marks = ['isMeta', 'isSynthetic', 'isSidechain', 'isCompactSummary', 'isVisibleInTranscriptOnly'];
  return marks.some((mark) => line[mark] === true) || parentOf(line) !== undefined;
}
