import { inTurns, type WorkTurns, withoutPause } from '../platform/work-turns.ts';
import type { Catalog } from './catalog.ts';
import type { SkillSource } from './catalog-skill.ts';
import { readAgents } from './discover/agent-files.ts';
import { findSources } from './discover/find-sources.ts';
import type { NestedFolders } from './discover/nested-folders.ts';
import { scanSource } from './discover/scan-source.ts';
import type { Session } from './session.ts';
import { type CatalogParts, SessionCatalog } from './session-catalog.ts';
import { readClaudeCodeState } from './settings/claude-code-state.ts';
import { readSettings } from './settings/session-settings.ts';

/** A session with its catalog. */
export interface LoadedSession {
  readonly session: Session;
  readonly catalog: Catalog;
}

/** A catalog and the locations that it was read from. */
export interface LoadedCatalog {
  readonly catalog: SessionCatalog;
  readonly sources: readonly SkillSource[];
  /** The folders below the session's folder; undefined if the release does not search there. */
  readonly below?: NestedFolders | undefined;
}

/**
 * Reads everything that a session would have. The sources are read in parallel; one that cannot be read is reported
 * among the errors and hides no other.
 *
 * @param turns for others, while much is read
 */
export async function loadCatalog(
  session: Session,
  turns: Pick<WorkTurns, 'pause'> = withoutPause,
): Promise<LoadedCatalog> {
  const [settings, claudeCodeState] = await Promise.all([readSettings(session), readClaudeCodeState(session)]);
  const { sources, errors, below } = await findSources(session, settings, claudeCodeState);
  const [scanned, { agents, errors: agentErrors }] = await Promise.all([
    Promise.all(sources.map((source) => scanSource(source, session, turns))),
    readAgents(session, sources),
  ]);
  const refused = session.refused?.() ?? [];
  const parts: CatalogParts = {
    session,
    settings,
    claudeCodeState,
    candidates: scanned.flatMap(({ candidates }) => candidates),
    agents,
    agentErrors,
    errors: [...settings.errors, ...errors, ...scanned.flatMap(({ errors }) => errors), ...refused],
  };
  const catalog = await inTurns(SessionCatalog.of(parts), turns);
  return { catalog, sources, below };
}
