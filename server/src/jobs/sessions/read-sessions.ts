import { countedEvent } from './counted-event.ts';
import type { FoundTranscripts, SessionFiles } from './find-transcripts.ts';
import { type Reading, readSession, type Unread } from './read-session.ts';
import type { SessionEvent } from './session-event.ts';
import { SessionIndex } from './session-index.ts';

/** All sessions that were found, added up. */
export interface ReadSessions {
  readonly index: SessionIndex;
  readonly unread: Unread;
}

/**
 * Reads all sessions, one after the other.
 *
 * @param identify the identifier of a skill that is known by this name
 * @throws the reason of the signal, when reading is cancelled
 */
export async function readSessions(
  { sessions }: Pick<FoundTranscripts, 'sessions'>,
  reading: Reading,
  identify?: (name: string) => string,
): Promise<ReadSessions> {
  const index = new SessionIndex(identify);
  const unread: Unread = { broken: 0, tooLong: 0, files: [] };
  for (const session of sessions) {
    reading.signal?.throwIfAborted();
    if (isAgent(session)) {
      await readSession(
        session,
        reading,
        (event, { sessionId }) => add(index, index.session(sessionId ?? session.id, session.project), event),
        unread,
      );
      continue;
    }
    const number = index.session(session.id, session.project);
    const facts = await readSession(session, reading, (event) => add(index, number, event), unread);
    Object.assign(index.sessions[number]!, { facts, agents: session.files.length - 1 });
  }
  return { index, unread };
}

function add(index: SessionIndex, number: number, event: SessionEvent): void {
  const counted = countedEvent(event);
  if (counted) index.add(number, counted);
}

/** Whether these are the lines of an agent, whose session is named in them. */
export function isAgent({ id }: Pick<SessionFiles, 'id'>): boolean {
  return id.startsWith('agent-');
}
