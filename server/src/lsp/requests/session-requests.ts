import type { CancellationToken, Connection } from 'vscode-languageserver';
import { pathFromHome } from '../../catalog/shown-path.ts';
import { counted } from '../../document/text/numbers.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { loadedTexts } from '../../jobs/sessions/loaded-texts.ts';
import { useOfBundled } from '../../jobs/sessions/past-use.ts';
import { pastUse } from '../../jobs/sessions/past-use-words.ts';
import type { Reading } from '../../jobs/sessions/read-session.ts';
import type { TranscriptFacts } from '../../jobs/sessions/session-event.ts';
import { sessionList } from '../../jobs/sessions/session-list.ts';
import { invocationOf, sessionSteps } from '../../jobs/sessions/session-steps.ts';
import { sessionTimeline } from '../../jobs/sessions/session-timeline.ts';
import { skillSessions } from '../../jobs/sessions/skill-sessions.ts';
import { todaysSession } from '../../jobs/sessions/todays-session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PastSessionsProgress, PastUse, SessionSteps, SkillSessions } from '../../protocol.ts';
import { findCalled } from '../../runtime/skill-tool/find-called.ts';
import { answerRequest } from '../answer-request.ts';
import { notify } from '../notify.ts';
import type { Catalogs } from '../state/catalogs.ts';
import { type PastSessions, type PastSessionsListener, slugOf } from '../state/past-sessions.ts';
import { Throttle } from '../throttle.ts';
import { toResponse } from '../to-response.ts';

/** Texts of a session that have changed of which it is said how much. */
const maxCounted = 200;

/** Milliseconds between two notifications about the progress. */
const progressInterval = 100;

const noTranscript = 'there is no transcript of this session. Claude Code deletes old ones';

/** Answers the requests about past sessions, while they may be read. */
export function answerSessionRequests(
  connection: Connection,
  past: PastSessions,
  catalogs: Catalogs,
  platform: Platform,
): void {
  answerRequest(connection, 'skillwright/mayReadPastSessions', false, () => past.mayBeRead());
  answerRequest(connection, 'skillwright/readPastSessions', null, async (_, token) => {
    if (!(await past.mayBeRead())) return null;
    await read(token);
    const sessions = past.known.conversations.length;
    return { sessions, text: `Read ${counted(sessions, 'past session')}` };
  });
  answerRequest(connection, 'skillwright/pastUse', null, async ({ session }) => {
    if (!(await past.mayBeRead())) return null;
    const served = await catalogs.session(session);
    const use = served && past.useIn(served);
    if (!use || use.everywhere.sessions.sessions.length === 0) return null;
    return served.catalog.listing().entries.flatMap(({ name, skill }): PastUse[] => {
      const known = skill ? past.useOf(served, skill.id) : useOfBundled(name, use);
      return known ? [pastUse(name, known, Date.now())] : [];
    });
  });
  answerRequest(connection, 'skillwright/skillSessions', null, async ({ skill }, token) => {
    if (!(await past.mayBeRead())) return null;
    await read(token);
    const served = await catalogs.withSkill(skill);
    const known = served?.catalog.get(skill);
    const use = served && past.useOf(served, skill);
    if (!known || !use)
      return toResponse<SkillSessions>({ problem: 'nobody can invoke this skill, so no past session is about it' });
    const { folder, environment } = served.session;
    return skillSessions(known, use, pathFromHome(folder ?? '', environment), past.known, Date.now());
  });
  answerRequest(connection, 'skillwright/pastSessions', null, async (_, token) => {
    if (!(await past.mayBeRead())) return null;
    await read(token);
    const sessions = await catalogs.sessions();
    const own = new Set(sessions.flatMap(({ session }) => slugOf(session) ?? []));
    return sessionList(past.known.conversations, own, (path) => pathFromHome(path, platform.environment));
  });
  answerRequest(connection, 'skillwright/pastSession', null, async ({ id }, token) => {
    if (!(await past.mayBeRead())) return null;
    const [sessions, files] = await Promise.all([catalogs.sessions(), past.find(id)]);
    if (!files) return toResponse<SessionSteps>({ problem: noTranscript });
    const timeline = await reading(token, (how) => sessionTimeline(files, how, todays(id, sessions), maxCounted));
    return (
      timeline &&
      sessionSteps(
        timeline,
        files,
        (path) => pathFromHome(path, platform.environment),
        (name) => sessions.flatMap(({ catalog }) => findCalled(name, catalog) ?? [])[0]?.id,
      )
    );
  });
  answerRequest(connection, 'skillwright/loadedTexts', null, async ({ id, line }, token) => {
    if (!(await past.mayBeRead())) return null;
    const [sessions, files] = await Promise.all([catalogs.sessions(), past.find(id)]);
    const texts = files && (await reading(token, (how) => loadedTexts(files, line, how, todays(id, sessions))));
    if (!texts) return null;
    const { loaded, before, today } = texts;
    const { name, time } = loaded;
    return { invocation: invocationOf(name, loaded.arguments), ...(time !== undefined && { time }), before, today };
  });

  async function read(token: CancellationToken): Promise<void> {
    await unlessCancelled(token, (signal) => past.read(signal));
  }

  function reading<Result>(
    token: CancellationToken,
    work: (how: Reading) => Promise<Result>,
  ): Promise<Result | undefined> {
    const files = platform.largeFiles!;
    return unlessCancelled(token, (signal) => work({ files, signal }));
  }

  function todays(id: string, sessions: readonly ShownSession[]) {
    const known = new Map(sessions.flatMap((it) => (it.session.folder === undefined ? [] : [[it.session.folder, it]])));
    return async (facts: TranscriptFacts) => todaysSession(id, facts, sessions[0]!.session, known);
  }
}

/** Undefined once it is cancelled: nobody waits for an answer then. */
async function unlessCancelled<Result>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const controller = new AbortController();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    cancelling.dispose();
  }
}

/** Tells the editor how far reading is, and that other sessions are known than before. */
export function pastSessionsNotifications(connection: Connection): PastSessionsListener {
  let progress: PastSessionsProgress = { done: 0, total: 0 };
  const throttle = new Throttle(progressInterval, () => void notify(connection, 'pastSessionsProgress', progress));
  return {
    progressed(done, total) {
      progress = { done, total };
      throttle.schedule();
    },
    changed: () => void notify(connection, 'pastUseChanged'),
  };
}
