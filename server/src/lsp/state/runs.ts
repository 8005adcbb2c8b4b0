import { rulesForCall } from '../../jobs/claude-code/runs/allowing-rules.ts';
import { newRunId, RunHistory } from '../../jobs/claude-code/runs/run-history.ts';
import { type PlannedRun, planRun } from '../../jobs/claude-code/runs/run-plan.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PrivateFolder } from '../../platform/private-folder.ts';
import type { RunDenial, RunDetails, RunPart, RunSummary, StartedRun } from '../../protocol.ts';
import { SkillRun } from './skill-run.ts';

/** Runs at the same time. Each is a process of some hundred megabytes. */
const maxRunning = 8;

/** Ended runs whose parts stay in memory, for pages that show them. */
const maxRemembered = 3;

/** Who is told about changes. */
interface RunsListener {
  listChanged(): void;
  runChanged(id: string): void;
}

/** A run as it was requested: the plan, without the parts that are the same for all. */
export type RequestedRun = Omit<PlannedRun, 'files' | 'home'>;

interface EndedRun {
  readonly summary: RunSummary;
  /** Undefined if they are only on disk. */
  readonly parts: readonly RunPart[] | undefined;
}

/** All runs of a workspace: those in progress, and those before. */
export class Runs {
  readonly #platform: Platform;
  readonly #listener: RunsListener;
  readonly #history: RunHistory | undefined;
  readonly #running = new Map<string, SkillRun>();
  /** The oldest first. */
  readonly #ended = new Map<string, EndedRun>();
  /** The runs that are being written to disk. */
  readonly #keeping = new Map<string, Promise<void>>();
  #loading: Promise<void> | undefined;

  /** @param folder where they are kept; undefined to forget them */
  constructor(platform: Platform, folder: PrivateFolder | undefined, listener: RunsListener) {
    this.#platform = platform;
    this.#listener = listener;
    this.#history = folder && new RunHistory(folder);
  }

  async start(asked: RequestedRun): Promise<StartedRun> {
    if (this.#running.size >= maxRunning)
      return { problem: `${maxRunning} skills are running. Stop one of them first` };
    const { claudeCode, files, environment } = this.#platform;
    const plan = await planRun({ ...asked, files, home: environment.home });
    if ('problem' in plan) return plan;
    const program = await claudeCode.find(asked.settings.path);
    if ('problem' in program) return program;
    await this.#load();
    const { subject, model, permissionMode, settings } = asked;
    const startedAt = Date.now();
    const id = newRunId(startedAt);
    const summary: RunSummary = {
      id,
      uri: subject.uri,
      invocation: plan.invocation,
      arguments: asked.arguments,
      folder: plan.folder,
      state: 'starting',
      startedAt,
      ...((model ?? permissionMode) !== undefined && {
        chosen: { ...(model !== undefined && { model }), ...(permissionMode !== undefined && { permissionMode }) },
      }),
      ...(program.version !== undefined && { claudeCodeVersion: program.version }),
    };
    const run = new SkillRun({
      platform: this.#platform,
      plan,
      program,
      summary,
      ownArguments: settings.extraArguments,
      rulesFor: (tool, input, current) =>
        rulesForCall(tool, input, subject.permissions, { project: plan.folder, current }),
      onChange: () => this.#listener.runChanged(id),
    });
    this.#running.set(id, run);
    this.#listener.listChanged();
    await this.#history?.save(run.summary, undefined);
    void run.ended.finally(() => this.#keep(id, run));
    return { run: run.summary };
  }

  /** Adds a run that took place elsewhere, and has ended. */
  async add(summary: RunSummary, parts: readonly RunPart[]): Promise<void> {
    await this.#load();
    await this.#keepEnded(summary, parts);
  }

  /** The newest first. */
  async list(): Promise<readonly RunSummary[]> {
    await this.#load();
    const all = [...this.#ended.values(), ...this.#running.values()].map(({ summary }) => summary);
    return all.sort((a, b) => b.startedAt - a.startedAt);
  }

  async details(id: string, since: number): Promise<RunDetails | undefined> {
    const running = this.#running.get(id);
    if (running) return { summary: running.summary, version: running.parts.version, ...running.parts.since(since) };
    await this.#load();
    const ended = this.#ended.get(id);
    if (!ended) return undefined;
    const { summary } = ended;
    // All of them, with a version that is higher than while it was running: there are no more changes.
    const version = Number.MAX_SAFE_INTEGER;
    if (since === version) return { summary, version, parts: [], removed: [] };
    return { summary, version, parts: await this.#partsOf(ended), removed: [] };
  }

  /** The version that {@link details} would give; undefined if there is no such run. */
  versionOf(id: string): number | undefined {
    return this.#running.get(id)?.parts.version ?? (this.#ended.has(id) ? Number.MAX_SAFE_INTEGER : undefined);
  }

  async denial(
    id: string,
    part: string,
  ): Promise<{ readonly run: RunSummary; readonly denial: RunDenial } | undefined> {
    const found = await this.details(id, 0);
    const denial = found?.parts.find((it) => it.id === part);
    return found && denial?.kind === 'denial' ? { run: found.summary, denial } : undefined;
  }

  async stop(id: string): Promise<void> {
    await this.#running.get(id)?.stop();
  }

  /** Ends everything that runs, and remembers it. */
  async end(): Promise<void> {
    const running = [...this.#running];
    await Promise.all(running.map(([, run]) => run.stop()));
    await Promise.all([...running.map(([id, run]) => this.#keep(id, run)), ...this.#keeping.values()]);
  }

  /** Deletes runs that have ended. */
  async delete(ids: readonly string[] | undefined): Promise<void> {
    await this.#load();
    const deleted = [...this.#ended.keys()].filter((id) => ids === undefined || ids.includes(id));
    for (const id of deleted) this.#ended.delete(id);
    await this.#history?.delete(deleted);
    this.#listener.listChanged();
  }

  /** A run has ended. */
  #keep(id: string, run: SkillRun): Promise<void> {
    const keeping = this.#keeping.get(id) ?? this.#keepNow(id, run).finally(() => this.#keeping.delete(id));
    this.#keeping.set(id, keeping);
    return keeping;
  }

  async #keepNow(id: string, run: SkillRun): Promise<void> {
    if (!this.#running.delete(id)) return;
    await this.#keepEnded(run.summary, run.parts.all());
  }

  async #keepEnded(summary: RunSummary, parts: readonly RunPart[]): Promise<void> {
    const { id } = summary;
    this.#ended.set(id, { summary, parts });
    await this.#history?.save(summary, parts);
    for (const removed of (await this.#history?.prune()) ?? []) this.#ended.delete(removed);
    this.#forgetParts();
    this.#listener.runChanged(id);
    this.#listener.listChanged();
  }

  /** Without a history, nothing else has them, so the oldest runs are forgotten. */
  #forgetParts(): void {
    const withParts = [...this.#ended].filter(([, { parts }]) => parts !== undefined);
    for (const [id, { summary }] of withParts.slice(0, -maxRemembered)) {
      if (this.#history) this.#ended.set(id, { summary, parts: undefined });
      else this.#ended.delete(id);
    }
  }

  async #partsOf({ summary, parts }: EndedRun): Promise<readonly RunPart[]> {
    return parts ?? (await this.#history?.parts(summary.id)) ?? [];
  }

  /** Reads the runs of former sessions, once. */
  #load(): Promise<void> {
    this.#loading ??= (async () => {
      for (const summary of (await this.#history?.summaries()) ?? []) {
        if (!this.#running.has(summary.id) && !this.#ended.has(summary.id)) {
          this.#ended.set(summary.id, { summary: interrupted(summary), parts: undefined });
        }
      }
    })();
    return this.#loading;
  }
}

/** A run whose end was never written: the server ended before. */
function interrupted(summary: RunSummary): RunSummary {
  if (summary.state !== 'starting' && summary.state !== 'running') return summary;
  return { ...summary, state: 'cancelled', problem: 'The editor was closed while it ran' };
}
