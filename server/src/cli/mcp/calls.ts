import { nodeEnvironment } from '../../platform/node/node-environment.ts';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { isWithin } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import type { SessionOptions } from '../session-options.ts';
import type { ClientRoots } from './client-roots.ts';
import type { Call } from './tools/tool.ts';
import { CallFiles, findWorkspace, pathInside } from './workspace.ts';

/** How a server was started. */
interface StartedServer {
  readonly session: SessionOptions;
  /** The folder, without links. */
  readonly folder: string;
  /** Whether `fix` may write. */
  readonly writes: boolean;
}

/** A call, and what there is to say besides its answer. */
interface StartedCall {
  readonly call: Call;
  readonly notes: () => readonly string[];
}

/**
 * Prepares a call.
 *
 * @param folder the session directory that it names
 * @throws {UsageError} if that is not in the workspace
 */
export async function startCall(
  started: StartedServer,
  roots: ClientRoots,
  folder: string | undefined,
  signal: AbortSignal,
): Promise<StartedCall> {
  const workspace = await findWorkspace(started.folder, await roots.folders(), folder, nodeFileSystem);
  const reading = new CallFiles(nodeFileSystem, workspace, signal);
  const told = new Set<string>();
  const place = (written: string) => pathInside(written, workspace, nodeFileSystem);
  const call: Call = {
    options: { ...started.session, cwd: workspace.folder },
    workspace,
    source: { files: reading.files, tell: (message) => told.add(message) },
    machine: { files: reading.files, environment: nodeEnvironment },
    place,
    skill: async (written) => {
      // As it is typed to Claude Code, and not a folder of the whole disk.
      const name = written.replace(/^\/(?=[^\\/]*$)/, '');
      await place(name);
      return name;
    },
    writablePlace: async (written) => {
      if (!started.writes) throw new UsageError('Nothing is written: the server was started without --write');
      const path = await place(written);
      const real = (await nodeFileSystem.realPath(path)) ?? path;
      if (isWithin(real, started.folder)) return path;
      throw new UsageError(`Not written: it is outside of ${started.folder}, where the server was started: ${path}`);
    },
  };
  return { call, notes: () => [...told, ...reading.notes()] };
}
