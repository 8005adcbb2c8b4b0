import { isMap, type JsonMap, mapOf, textOf } from '../../../document/json-values.ts';
import { slashedPath } from '../../../platform/slashed-path.ts';
import type { RunSummary } from '../../../protocol.ts';
import { LiveMessages } from './live-messages.ts';
import type { RunContext } from './run-context.ts';
import { problemOfEnd, problemOfResult, type ReportedError, type RunProblem } from './run-problem.ts';
import { contentText, numberOf, readStreamLine, type StreamLine } from './stream-line.ts';
import { SystemNotes } from './system-notes.ts';
import { ToolCalls } from './tool-calls.ts';

/*
 * A run is one process of Claude Code per skill, whose lines `run-reducer` reads into parts. It ignores what it does
 * not know, because the set of events grows, and takes costs and tokens from the last result, which already adds them
 * up. The invocation goes through standard input, so that no shell quotes it. Nobody can be asked, so what needs a
 * question is denied, and `allowing-rules` finds the rules that would permit it. A run ends with everything that it
 * started, wherever that went. `RunParts` bounds its memory: the oldest outputs are shortened first, then the oldest
 * steps removed, and both are marked. Pages ask for what has changed since a version. The runs of a workspace are in
 * the folder that the editor gives (`RunHistory`), bounded in number and size; besides the cache of its compiled code
 * and temporary folders, it is the only place where the server writes. Results of evaluations are written by Claude
 * Code.
 */

/** The facts about a run besides its parts, as far as its output tells. */
type RunFacts = Partial<
  Pick<
    RunSummary,
    | 'cost'
    | 'tokens'
    | 'turns'
    | 'denied'
    | 'model'
    | 'sessionId'
    | 'claudeCodeVersion'
    | 'problem'
    | 'setting'
    | 'transcript'
  >
>;

/** How the process of a run ended. */
export interface RunEnd {
  readonly exitCode: number | undefined;
  readonly errorOutput: string;
  readonly problem: string | undefined;
  readonly version: string | undefined;
  readonly ownArguments: readonly string[];
}

/** Lines of standard error that are shown. */
const maxErrorLines = 50;

/**
 * Reads what Claude Code writes during a run, line by line, into parts and facts. Its set of events grows: what is not
 * known is ignored, and so is what has another form than expected.
 */
export class RunReducer {
  readonly #command: string | undefined;
  readonly #calls: ToolCalls;
  readonly #messages: LiveMessages;
  readonly #notes: SystemNotes;
  #facts: RunFacts = {};
  #isStarted = false;
  #isCancelled = false;
  /** Errors from before the session started: the problem of the run, if it never starts. */
  readonly #heldErrors: string[] = [];
  #errorLines = 0;
  #error: ReportedError | undefined;
  #result: JsonMap | undefined;
  /** The answer of Claude Code instead of sending the skill. */
  #refusal: string | undefined;

  /** @param command the name of the skill as it is typed, without `/`; undefined if none was invoked */
  constructor(context: RunContext, command: string | undefined) {
    this.#command = command;
    this.#calls = new ToolCalls(context);
    this.#messages = new LiveMessages(context, this.#calls);
    this.#notes = new SystemNotes(context);
  }

  get facts(): RunFacts {
    const denied = this.#calls.deniedCount;
    return denied === 0 ? this.#facts : { ...this.#facts, denied };
  }

  /** Whether Claude Code has started its session. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Tells the user something that is not in the output. */
  notice(text: string): void {
    this.#notes.notice(text);
  }

  /** The run is being stopped: what fails from now on, fails because of that. */
  cancel(): void {
    this.#isCancelled = true;
    this.#calls.cancel();
  }

  /** Takes one line of standard output. */
  take(text: string): void {
    const line = readStreamLine(text);
    if (!line) return;
    switch (line.type) {
      case 'system':
        this.#takeSystem(line);
        break;
      case 'stream_event':
        this.#calls.takeParent(line);
        this.#messages.takePiece(line);
        break;
      case 'assistant':
        this.#takeAssistant(line);
        break;
      case 'user':
        this.#calls.takeUser(line);
        break;
      case 'result':
        this.#takeResult(line);
        break;
      case 'rate_limit_event':
        if (mapOf(line.rate_limit_info)?.status === 'rejected') this.#notes.notice('The usage limit was reached');
        break;
      case 'auth_status':
        if (typeof line.error === 'string') this.#notes.notice(line.error);
        break;
      case 'conversation_reset':
        this.#notes.notice('The conversation was reset');
        break;
    }
  }

  /** Takes one line of standard error. */
  takeErrorLine(line: string): void {
    // Lines for programs, and those that end the run.
    if (/^\s*$|^\[[\w:-]+\]|^error: /i.test(line) || ++this.#errorLines > maxErrorLines) return;
    if (this.#isStarted) this.#notes.notice(line);
    else this.#heldErrors.push(line);
  }

  /** The process has ended. Returns the final state. */
  end(how: RunEnd): 'succeeded' | 'failed' | 'cancelled' {
    if (this.#result) this.#showHeldErrors();
    this.#messages.end();
    this.#notes.end(this.#isCancelled ? 'stopped' : 'failed');
    const problem = this.#isCancelled ? undefined : this.#problem(how);
    const state = this.#isCancelled || problem?.isStop ? 'cancelled' : problem ? 'failed' : 'succeeded';
    this.#calls.end(state === 'cancelled' ? 'stopped' : state);
    if (problem) this.#learn({ problem: problem.problem, setting: problem.setting });
    return state;
  }

  #problem(how: RunEnd): RunProblem | undefined {
    if (!this.#result) return problemOfEnd(how);
    const problem = problemOfResult(this.#result, this.#error);
    if (problem || this.#refusal === undefined) return problem;
    return { problem: this.#refusal };
  }

  #takeSystem(line: StreamLine): void {
    switch (line.subtype) {
      case 'init':
        this.#takeInit(line);
        break;
      case 'hook_started':
        this.#notes.hookStarted(line);
        break;
      case 'hook_response':
        this.#notes.hookEnded(line);
        break;
      case 'api_retry':
        this.#notes.retried(line);
        break;
      case 'compact_boundary':
        this.#notes.compacted(line);
        break;
      case 'permission_denied':
        this.#calls.denied(textOf(line.tool_use_id) ?? '', textOf(line.decision_reason_type));
        break;
      case 'task_started':
        this.#calls.taskStarted(line);
        break;
      case 'task_notification':
        this.#calls.taskEnded(line);
        break;
      case 'informational':
      case 'notification':
      case 'local_command_output':
        this.#notes.notice(textOf(line.content) ?? textOf(line.message) ?? textOf(line.text) ?? '');
        break;
    }
  }

  /** Comes again before every turn. */
  #takeInit(line: StreamLine): void {
    const folder = textOf(mapOf(line.memory_paths)?.auto);
    const sessionId = textOf(line.session_id);
    this.#learn({
      model: textOf(line.model),
      sessionId,
      claudeCodeVersion: textOf(line.claude_code_version),
      transcript: folder === undefined || sessionId === undefined ? undefined : transcriptNextTo(folder, sessionId),
    });
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#showHeldErrors();
    this.#notes.sessionStarted(line);
    const commands = line.slash_commands;
    if (this.#command !== undefined && Array.isArray(commands) && !commands.includes(this.#command)) {
      this.#notes.notice(`Claude Code does not list /${this.#command} among its commands in this folder`);
    }
  }

  #takeAssistant(line: StreamLine): void {
    this.#notes.answered();
    this.#calls.takeParent(line);
    this.#messages.takeFinished(line);
    const message = mapOf(line.message);
    if (typeof line.error === 'string') {
      const text = contentText(message?.content);
      this.#error = { kind: line.error, text, status: numberOf(line.api_error_status) };
    }
    const local = textOf(line.local_command_source);
    if (local?.startsWith('<local-command-stderr>')) this.#refusal = contentText(message?.content);
  }

  /** One per turn. Costs and tokens are those of the whole session, so the last ones count. */
  #takeResult(line: StreamLine): void {
    this.#result = line;
    this.#calls.takeDenials(line.permission_denials);
    const turns = numberOf(line.num_turns) ?? 0;
    this.#learn({
      sessionId: textOf(line.session_id),
      cost: numberOf(line.total_cost_usd),
      tokens: tokensOf(line),
      turns: Math.max(turns, this.#facts.turns ?? 0),
    });
    // A command of its own kind that was answered without any request to the model: the skill was not sent.
    const isUnasked = mapOf(line.modelUsage) !== undefined && Object.keys(line.modelUsage as JsonMap).length === 0;
    if (line.local_command === 'custom' && isUnasked) this.#refusal ??= textOf(line.result);
  }

  #showHeldErrors(): void {
    for (const line of this.#heldErrors.splice(0)) this.#notes.notice(line);
  }

  #learn(facts: { readonly [Name in keyof RunFacts]: RunFacts[Name] | undefined }): void {
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    this.#facts = { ...this.#facts, ...Object.fromEntries(known) };
  }
}

/** The usage of all models; that of the main loop alone would leave out agents and side requests. */
function tokensOf(line: JsonMap): RunSummary['tokens'] | undefined {
  const models = Object.values(mapOf(line.modelUsage) ?? {}).filter(isMap);
  if (models.length > 0) {
    const total = (name: string) => models.reduce((sum, model) => sum + (numberOf(model[name]) ?? 0), 0);
    return {
      input: total('inputTokens'),
      output: total('outputTokens'),
      cacheRead: total('cacheReadInputTokens'),
      cacheWrite: total('cacheCreationInputTokens'),
    };
  }
  const usage = mapOf(line.usage);
  if (!usage) return undefined;
  return {
    input: numberOf(usage.input_tokens) ?? 0,
    output: numberOf(usage.output_tokens) ?? 0,
    cacheRead: numberOf(usage.cache_read_input_tokens) ?? 0,
    cacheWrite: numberOf(usage.cache_creation_input_tokens) ?? 0,
  };
}

/** Transcripts are in the folder in which the memory of the project is. */
function transcriptNextTo(memory: string, sessionId: string): string | undefined {
  const folder = /^(.*)\/memory\/?$/.exec(slashedPath(memory))?.[1];
  return folder === undefined || !/^[\w-]+$/.test(sessionId) ? undefined : `${folder}/${sessionId}.jsonl`;
}
