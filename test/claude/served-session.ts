import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import type { ClaudeCode } from '../../server/src/platform/claude-code.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import type {
  EvaluationChanged,
  ParamsOf,
  ResultOf,
  RunChanged,
  RunDetails,
  RunPart,
  RunSummary,
  ServerRequestName,
} from '../../server/src/protocol.ts';
import { startServerInProcess } from '../protocol/server-in-process.ts';
import type { ScratchSession } from './scratch-session.ts';

/** How a server is started. */
export interface ServedOptions {
  /** The section `claudeCode` of the settings. */
  readonly claudeCode: Readonly<Record<string, unknown>>;
  /** The section `evaluations` of the settings. */
  readonly evaluations?: Readonly<Record<string, unknown>>;
  /** The whole environment of Claude Code. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isTrusted?: boolean;
}

/** The product's own server, with an editor that keeps the runs of a workspace. */
export interface ServedSession {
  request<Name extends ServerRequestName>(method: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>>;
  /** The URI of a file of the project. */
  uri(name: string): string;
  /** Starts a run that must start. */
  start(
    params: Omit<ParamsOf<'skillwright/startRun'>, 'arguments'> & { readonly arguments?: string },
  ): Promise<RunSummary>;
  /** Waits until a run has ended. */
  ended(id: string): Promise<RunDetails>;
  /** Waits until a run is as expected; asks each time that the server reports a change. */
  until(id: string, isAsExpected: (details: RunDetails) => boolean): Promise<RunDetails>;
  /** What was reported about evaluations, the latest last. */
  readonly evaluations: readonly EvaluationChanged[];
  /** Ends the server as an editor does. */
  shutDown(): Promise<void>;
}

/** Serves a project in this process. Claude Code is a process of its own, with the environment of the session. */
export async function serveSession(scratch: ScratchSession, options: ServedOptions): Promise<ServedSession> {
  const claudeCode: ClaudeCode = {
    ...nodeClaudeCode,
    start: (program, start) =>
      nodeClaudeCode.start(program, { ...start, environment: options.environment, isolated: true }),
  };
  const changed = new Map<string, () => void>();
  const evaluations: EvaluationChanged[] = [];
  const client = await startServerInProcess({
    platform: { environment: { home: scratch.home, managed: undefined, variable: () => undefined }, claudeCode },
    folder: scratch.project,
    initializationOptions: {
      workspaceTrusted: options.isTrusted ?? true,
      runsFolder: pathToFileURL(path.join(path.dirname(scratch.home), 'runs')).href,
    },
    configuration: (items) => items.map(() => ({ claudeCode: options.claudeCode, evaluations: options.evaluations })),
    onConnected(connected) {
      connected.onNotification('skillwright/runChanged', ({ id }: RunChanged) => changed.get(id)?.());
      connected.onNotification(
        'skillwright/evaluationChanged',
        (change: EvaluationChanged) => void evaluations.push(change),
      );
    },
  });

  const session: ServedSession = {
    evaluations,
    request: (method, params) => client.sendRequest(method, params),
    uri: (name) => pathToFileURL(path.join(scratch.project, name)).href,
    async start(params) {
      const started = await session.request('skillwright/startRun', { arguments: '', ...params });
      if ('problem' in started) expect.fail(started.problem);
      return started.run;
    },
    ended: (id) => session.until(id, ({ summary }) => summary.ms !== undefined),
    async until(id, isAsExpected) {
      const parts = new Map<string, RunPart>();
      for (let since = 0; ; ) {
        const change = new Promise<void>((resolve) => changed.set(id, resolve));
        const details = await session.request('skillwright/run', { id, since });
        if (!details) return expect.fail(`There is no run ${id}`);
        since = details.version;
        for (const part of details.parts) parts.set(part.id, part);
        for (const removed of details.removed) parts.delete(removed);
        const all = { ...details, parts: [...parts.values()].toSorted((a, b) => a.order - b.order) };
        if (isAsExpected(all)) return all;
        await change;
      }
    },
    async shutDown() {
      await client.sendRequest('shutdown');
    },
  };
  return session;
}
