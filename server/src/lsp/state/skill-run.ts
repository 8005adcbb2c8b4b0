import { configFolder } from '../../catalog/session.ts';
import { findTranscript } from '../../jobs/claude-code/runs/find-transcript.ts';
import { invocationLine } from '../../jobs/claude-code/runs/run-arguments.ts';
import type { RunContext } from '../../jobs/claude-code/runs/run-context.ts';
import { RunParts } from '../../jobs/claude-code/runs/run-parts.ts';
import type { RunPlan } from '../../jobs/claude-code/runs/run-plan.ts';
import { RunReducer } from '../../jobs/claude-code/runs/run-reducer.ts';
import type { ClaudeCodeProcess, ClaudeCodeProgram } from '../../platform/claude-code.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunState, RunSummary } from '../../protocol.ts';

interface SkillRunStart {
  readonly platform: Platform;
  readonly plan: RunPlan;
  readonly program: ClaudeCodeProgram;
  /** The facts about the run before it starts. */
  readonly summary: RunSummary;
  /** Arguments that come from the user's settings. */
  readonly ownArguments: readonly string[];
  readonly rulesFor: RunContext['rulesFor'];
  readonly onChange: () => void;
}

/** One run of a skill in Claude Code, from its start to its end. */
export class SkillRun {
  readonly parts = new RunParts();
  /** Resolves when everything about the run is known. Never rejects. */
  readonly ended: Promise<void>;
  readonly #start: SkillRunStart;
  readonly #reducer: RunReducer;
  readonly #process: ClaudeCodeProcess;
  #state: RunState = 'starting';
  #ms: number | undefined;
  #transcript: string | undefined;

  constructor(start: SkillRunStart) {
    const { platform, plan, program, rulesFor } = start;
    this.#start = start;
    const context = { parts: this.parts, now: Date.now, folder: plan.folder, rulesFor };
    this.#reducer = new RunReducer(context, plan.command);
    if (plan.notice !== undefined) this.#reducer.notice(plan.notice);
    this.#process = platform.claudeCode.start(program, {
      args: plan.args,
      folder: plan.folder,
      environment: {},
      onErrorLine: (line) => {
        if (this.#ms !== undefined) return;
        this.#reducer.takeErrorLine(line);
        start.onChange();
      },
    });
    this.#process.writeLine(invocationLine(plan.invocation));
    // Claude Code ends after the turn.
    this.#process.endInput();
    this.ended = this.#follow();
  }

  get summary(): RunSummary {
    const { transcript: _, ...facts } = this.#reducer.facts;
    return {
      ...this.#start.summary,
      ...facts,
      state: this.#state,
      ...(this.#ms !== undefined && { ms: this.#ms }),
      ...(this.#transcript !== undefined && { transcript: this.#transcript }),
    };
  }

  async stop(): Promise<void> {
    if (this.#ms !== undefined) return;
    this.#reducer.cancel();
    await this.#process.stop();
    await this.ended;
  }

  async #follow(): Promise<void> {
    const { program, ownArguments, summary, onChange } = this.#start;
    try {
      for await (const line of this.#process.lines) {
        this.#reducer.take(line);
        if (this.#state === 'starting' && this.#reducer.isStarted) this.#state = 'running';
        onChange();
      }
    } finally {
      const { exitCode, errorOutput, problem } = await this.#process.ended;
      const { version } = program;
      this.#state = this.#reducer.end({ exitCode, errorOutput, problem, version, ownArguments });
      this.#ms = Date.now() - summary.startedAt;
      this.#transcript = await this.#findTranscript().catch(() => undefined);
      onChange();
    }
  }

  async #findTranscript(): Promise<string | undefined> {
    const { sessionId, transcript } = this.#reducer.facts;
    if (sessionId === undefined) return undefined;
    const { platform, plan } = this.#start;
    return findTranscript(sessionId, transcript, configFolder(plan.session), platform.files);
  }
}
