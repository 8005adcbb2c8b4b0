import { type JsonMap, mapOf, textOf } from '../../../document/json-values.ts';
import type { RunPart, RunTool } from '../../../protocol.ts';
import type { RunContext } from './run-context.ts';
import { contentText, mapsIn, parentOf, type StreamLine } from './stream-line.ts';
import { deniedCall, oneLine, toolSummary, writtenInput } from './tool-summary.ts';

/** A call that has not ended, or whose end may still be corrected. */
interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly began: number;
  readonly parent: string | undefined;
}

/** How an agent or command that runs in the background has ended. */
interface TaskEnd {
  readonly succeeded: boolean;
  readonly summary: string;
}

/** Reasons for which a call was denied although a rule could allow it: nobody could be asked. */
const askable: ReadonlySet<string | undefined> = new Set(['asyncAgent', 'mode', undefined]);

/** Calls that are remembered. A call without a result is one that nobody waits for any more. */
const maxCalls = 5_000;

/** The calls of tools: what was called, what it returned, and what was denied. */
export class ToolCalls {
  readonly #context: RunContext;
  readonly #calls = new Map<string, Call>();
  /** Calls that continue after their result, by the id of the task. */
  readonly #background = new Map<string, string>();
  /** Tasks that have ended; the messages of a forked skill come after its end. */
  readonly #endedTasks = new Map<string, TaskEnd>();
  /** The last call of a skill in each call, for the text that follows. */
  readonly #lastSkill = new Map<string | undefined, string>();
  readonly #denied = new Set<string>();
  /** Whether a command may have changed the folder in which relative paths begin. */
  #mayHaveMoved = false;
  #inserted = 0;
  #isCancelled = false;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** How many calls were denied. */
  get deniedCount(): number {
    return this.#denied.size;
  }

  /** The run is being stopped. Claude Code may or may not still report that the calls it ends have failed. */
  cancel(): void {
    this.#isCancelled = true;
  }

  /** The model has begun to write a call. */
  announced(id: string, tool: string, parent: string | undefined): void {
    this.#remember(id, { tool, input: undefined, began: this.#context.now(), parent });
    this.#context.parts.add(id, parent, { kind: 'tool', name: tool, summary: '', input: '', state: 'running' });
  }

  /** A finished call. */
  called(id: string, tool: string, input: unknown, parent: string | undefined): void {
    this.announced(id, tool, parent);
    this.#remember(id, { tool, input, began: this.#context.now(), parent });
    const summary = toolSummary(tool, input, this.#context.folder);
    const written = writtenInput(input);
    this.#changeTool(id, (part) => ({ ...part, summary, input: written }));
    if (tool === 'Skill') this.#lastSkill.set(parent, id);
    if (tool === 'Bash' && /\b(?:cd|pushd|popd)\b/.test(written)) this.#mayHaveMoved = true;
  }

  /** A line of type `user`: results of calls, and texts that Claude Code has added. */
  takeUser(line: StreamLine): void {
    const parent = parentOf(line);
    if (parent !== undefined) this.#ensureParent(parent, line);
    const content = mapOf(line.message)?.content;
    const results = mapsIn(content).filter(({ type }) => type === 'tool_result');
    const decisions = new Map(mapsIn(line.tool_result_meta).map((it) => [it.id, mapOf(it.permission_decision)]));
    for (const result of results) this.#takeResult(result, decisions.get(result.tool_use_id));
    if (results.length === 0 && (line.isSynthetic === true || parent !== undefined)) {
      this.#insert(contentText(content), parent);
    }
  }

  /** A line of type `assistant` or a piece of one, in a call that may not be known yet. */
  takeParent(line: StreamLine): void {
    const parent = parentOf(line);
    if (parent !== undefined) this.#ensureParent(parent, line);
  }

  /** Claude Code did not permit a call. */
  denied(id: string, reason: string | undefined): void {
    const call = this.#calls.get(id);
    this.#changeTool(id, (part) => ({ ...part, state: 'denied' }));
    this.#deny(id, call?.tool ?? 'Tool', call?.input, askable.has(reason), call?.parent);
  }

  /** The complete list of denied calls at the end of a turn. */
  takeDenials(denials: unknown): void {
    for (const denial of mapsIn(denials)) {
      const id = textOf(denial.tool_use_id) ?? '';
      this.#changeTool(id, (part) => (part.state === 'denied' ? part : { ...part, state: 'denied' }));
      this.#deny(id, textOf(denial.tool_name) ?? 'Tool', denial.tool_input, true, this.#calls.get(id)?.parent);
    }
  }

  /** An agent or command continues in the background. */
  taskStarted(line: StreamLine): void {
    const [task, call] = [textOf(line.task_id), textOf(line.tool_use_id)];
    if (task !== undefined && call !== undefined && line.is_backgrounded === true) this.#background.set(call, task);
  }

  taskEnded(line: StreamLine): void {
    const [task, call] = [textOf(line.task_id), textOf(line.tool_use_id)];
    const end: TaskEnd = { succeeded: line.status === 'completed', summary: textOf(line.summary) ?? '' };
    if (task !== undefined) this.#endedTasks.set(task, end);
    if (call === undefined || !this.#background.delete(call)) return;
    this.#changeTool(call, (part) => ({
      ...this.#ended(part, call, end.succeeded ? 'succeeded' : 'failed'),
      ...(line.summary_is_report === true && { output: end.summary }),
    }));
  }

  /** Nothing runs any more. */
  end(state: 'succeeded' | 'failed' | 'stopped'): void {
    for (const part of this.#context.parts.all()) {
      if (part.kind !== 'tool' || part.state !== 'running') continue;
      this.#changeTool(part.id, (it) => this.#ended(it, part.id, state));
    }
  }

  #takeResult(result: JsonMap, decision: JsonMap | undefined): void {
    const id = textOf(result.tool_use_id) ?? '';
    if (decision?.decision === 'reject') this.denied(id, textOf(decision.reason_type));
    // The input is no longer needed, and may be a whole file.
    const call = this.#calls.get(id);
    if (call) this.#calls.set(id, { ...call, input: undefined });
    const output = contentText(result.content);
    this.#changeTool(id, (part) => {
      // The result of an agent that was only started is a note to the model.
      if (this.#background.has(id)) return /^(Task|Agent)$/.test(part.name) ? part : { ...part, output };
      return { ...this.#ended(part, id, result.is_error === true ? 'failed' : 'succeeded'), output };
    });
  }

  #ended(part: RunPart & RunTool, id: string, state: 'succeeded' | 'failed' | 'stopped'): RunPart & RunTool {
    const began = this.#calls.get(id)?.began;
    const shown = state === 'failed' && this.#isCancelled ? 'stopped' : state;
    return {
      ...part,
      state: part.state === 'denied' ? 'denied' : shown,
      ...(began !== undefined && { ms: Math.max(0, this.#context.now() - began) }),
    };
  }

  #deny(id: string, tool: string, input: unknown, canAllow: boolean, parent: string | undefined): void {
    if (this.#denied.size < maxCalls) this.#denied.add(id);
    const found = canAllow && input !== undefined ? this.#context.rulesFor(tool, input, this.#current) : undefined;
    this.#context.parts.add(`denial-${id}`, parent, {
      kind: 'denial',
      call: id,
      tool,
      summary: deniedCall(tool, input, this.#context.folder),
      ...(found && { rules: found.rules, ...(found.exact && { exact: found.exact }) }),
    });
  }

  get #current(): string | undefined {
    return this.#mayHaveMoved ? undefined : this.#context.folder;
  }

  #insert(text: string, parent: string | undefined): void {
    if (text === '') return;
    // The text of a skill follows the result of its call.
    const skill = this.#lastSkill.get(parent);
    this.#lastSkill.delete(parent);
    this.#context.parts.add(`inserted-${++this.#inserted}`, skill ?? parent, { kind: 'inserted', text, ended: true });
  }

  /** A forked skill has no call of a tool, but its messages are in one. */
  #ensureParent(id: string, line: StreamLine): void {
    if (this.#calls.has(id)) return;
    const name = textOf(line.subagent_type) ?? 'Agent';
    this.#remember(id, { tool: name, input: undefined, began: this.#context.now(), parent: undefined });
    const end = this.#endedTasks.get(textOf(line.agent_id) ?? '');
    const state = end === undefined ? 'running' : end.succeeded ? 'succeeded' : 'failed';
    const summary = oneLine(end?.summary ?? textOf(line.task_description) ?? '');
    this.#context.parts.add(id, undefined, { kind: 'tool', name, summary, input: '', state });
  }

  #remember(id: string, call: Call): void {
    const began = this.#calls.get(id)?.began ?? call.began;
    this.#calls.set(id, { ...call, began });
    if (this.#calls.size > maxCalls) this.#calls.delete(this.#calls.keys().next().value!);
  }

  #changeTool(id: string, change: (part: RunPart & RunTool) => RunPart): void {
    this.#context.parts.change(id, (part) => (part.kind === 'tool' ? change(part) : part));
  }
}
