/**
 * Where a line is in the skill tree. Its text is the id of the line: the same whenever the catalog is read
 * again, and enough to find the line without remembering anything.
 */
export interface TreeAddress {
  readonly kind: 'session' | 'group' | 'skill' | 'folder' | 'file' | 'more' | 'agent' | 'error';
  /** The URI of the session that contains the group; empty at the root. */
  readonly scope: string;
  /** The key of the group; empty for a session. */
  readonly group: string;
  /** The URI of the session whose skill it is; empty where all sessions share it, or there is only one. */
  readonly session: string;
  /** The id of the skill; empty above and beside skills. */
  readonly skill: string;
  /** The absolute path of a file, folder, agent or unreadable source; empty for the others. */
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
]);

/** The id of the line at an address. */
export function toNodeId({ kind, scope, group, session, skill, path }: TreeAddress): string {
  return JSON.stringify([kind, scope, group, session, skill, path]);
}

/** The address in an id; undefined for a text that is none. */
export function readNodeId(id: string): TreeAddress | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(id);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 6 || !parts.every((part) => typeof part === 'string')) return undefined;
  const [kind, scope, group, session, skill, path] = parts as string[] & { length: 6 };
  return kinds.has(kind) ? ({ kind, scope, group, session, skill, path } as TreeAddress) : undefined;
}
