import { parseJson } from '../../document/json-values.ts';
/*
 * The tree is created by the server, node by node as it is expanded. An id says where a node is, so the server keeps
 * no state between requests.
 */

/**
 * The address of a node in the skill tree. Its text is the id of the node: the same whenever the catalog is read
 * again, and sufficient to find the node without any state.
 */
export interface TreeAddress {
  readonly kind:
    | 'session'
    | 'group'
    | 'skill'
    | 'folder'
    | 'file'
    | 'more'
    | 'agent'
    | 'error'
    | 'asked'
    | 'difference';
  /** The URI of the session that contains the group; empty at the root. */
  readonly scope: string;
  /** The key of the group; empty for a session. */
  readonly group: string;
  /** The URI of the session that the skill belongs to; empty if all sessions share it, or there is only one. */
  readonly session: string;
  /** The id of the skill; the message of an unreadable source, of which a file may have several; empty for other nodes. */
  readonly skill: string;
  /** The absolute path of a file, folder, agent or unreadable source; the number of a difference; empty for the others. */
  readonly path: string;
}

const kinds: ReadonlySet<unknown> = new Set<TreeAddress['kind']>([
  'session',
  'group',
  'skill',
  'folder',
  'file',
  'more',
  'agent',
  'error',
  'asked',
  'difference',
]);

export function toNodeId({ kind, scope, group, session, skill, path }: TreeAddress): string {
  return JSON.stringify([kind, scope, group, session, skill, path]);
}

/** The address in an id; undefined if it is not valid. */
export function readNodeId(id: string): TreeAddress | undefined {
  const parts = parseJson(id);
  if (!Array.isArray(parts) || parts.length !== 6 || !parts.every((part) => typeof part === 'string')) return undefined;
  const [kind, scope, group, session, skill, path] = parts as string[] & { length: 6 };
  return kinds.has(kind) ? ({ kind, scope, group, session, skill, path } as TreeAddress) : undefined;
}
