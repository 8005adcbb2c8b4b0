import type { Catalog } from '../../catalog/catalog.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import type { Session } from '../../catalog/session.ts';
import { EFFORT_LEVELS } from '../../dialect/models.ts';
import { isNetworkPath } from '../../platform/network-path.ts';
import { slashedPath } from '../../platform/slashed-path.ts';
import { readTurn } from '../../runtime/invocation/invocation-turn.ts';
import type { TranscriptFacts } from './session-event.ts';
import type { TodaysSession } from './todays-text.ts';

/** The folder in which a session was started; undefined if it no longer exists. */
async function folderOfSession({ folder }: TranscriptFacts, { files }: Session): Promise<string | undefined> {
  if (folder === undefined || isNetworkPath(folder)) return undefined;
  const real = await files.realPath(slashedPath(folder));
  return real !== undefined && (await files.typeOf(real)) === 'folder' ? real : undefined;
}

/**
 * The session that would start today where another one did; undefined if its folder no longer exists.
 *
 * @param session like it, but for its folder
 * @param known the catalogs that need not be read, by their folders
 */
export async function todaysSession(
  sessionId: string,
  facts: TranscriptFacts,
  session: Session,
  known: ReadonlyMap<string, { readonly session: Session; readonly catalog: Catalog }> = new Map(),
): Promise<TodaysSession | undefined> {
  const folder = await folderOfSession(facts, session);
  if (folder === undefined) return undefined;
  const there = known.get(folder) ?? (await loadedIn({ ...session, folder }));
  const { effort: written } = facts;
  const effort = written !== undefined && EFFORT_LEVELS.includes(written) ? written : undefined;
  const within = { session: there.session, settings: there.catalog.settings };
  const { rendered } = await readTurn({ within, folder, sessionId, effort });
  return { ...there, rendered };
}

async function loadedIn(session: Session): Promise<{ readonly session: Session; readonly catalog: Catalog }> {
  const { catalog } = await loadCatalog(session);
  return { session, catalog };
}
