import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema, RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { isNetworkPath } from '../../platform/network-path.ts';
import { slashedPath } from '../../platform/slashed-path.ts';

/** Milliseconds in which a host must say which folders are open. */
const patience = 5_000;

/** The folders in which the host lets a server work. They are asked for when they are needed, and again after a change. */
export class ClientRoots {
  readonly #server: Server;
  #asked: Promise<readonly string[] | undefined> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
      this.#asked = undefined;
    });
  }

  /** Absolute; undefined if the host declares none. */
  folders(): Promise<readonly string[] | undefined> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<readonly string[] | undefined> {
    if (!this.#server.getClientCapabilities()?.roots) return undefined;
    try {
      // Not `listRoots`, which fails for all roots if one of them is not a folder.
      const { roots } = await this.#server.request({ method: 'roots/list' }, ResultSchema, { timeout: patience });
      return Array.isArray(roots) && roots.length > 0 ? roots.flatMap(folderOf) : undefined;
    } catch {
      // A host that cannot say it is asked again by the next call.
      this.#asked = undefined;
      return undefined;
    }
  }
}

/** Roots can be anything that has an address; only folders of this machine are read. */
function folderOf(root: { readonly uri?: unknown } | null): readonly string[] {
  const uri = root?.uri;
  if (typeof uri !== 'string' || isNetworkPath(uri)) return [];
  try {
    return [slashedPath(fileURLToPath(uri)).replace(/(.)\/$/, '$1')];
  } catch {
    return [];
  }
}
