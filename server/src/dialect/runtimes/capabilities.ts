import dialects from '../../../../schemas/dialects.json' with { type: 'json' };
import type { Capabilities, RuntimeId } from './generated/runtime-types.d.ts';

export type { Capabilities, RuntimeId } from './generated/runtime-types.d.ts';

/** A release of Claude Code, as far as reading a file depends on it. */
interface Runtime {
  readonly id: RuntimeId;
  /** Whether frontmatter is found after a byte order mark. */
  readonly bom: 'accepted' | 'rejected';
  readonly capabilities: Capabilities;
}

const runtimes = dialects.runtimes as readonly object[] as readonly Runtime[];
const byId = Object.fromEntries(runtimes.map((runtime) => [runtime.id, runtime])) as Record<RuntimeId, Runtime>;

/** The release whose rules apply if none is chosen: the latest verified one. */
export const DEFAULT_RUNTIME: RuntimeId = runtimes[0]!.id;

/** The behavior of a release in which releases differ. */
export function capabilities(runtime: RuntimeId): Capabilities {
  return byId[runtime].capabilities;
}

/** Whether a release finds frontmatter after a byte order mark. */
export function acceptsByteOrderMark(runtime: RuntimeId): boolean {
  return byId[runtime].bom === 'accepted';
}

/** The verified releases that are older than this one, newest first. */
export function olderRuntimes(runtime: RuntimeId): readonly RuntimeId[] {
  const ids = runtimes.map(({ id }) => id);
  return ids.slice(ids.indexOf(runtime) + 1);
}
