import type { ReadSessions } from '../../jobs/sessions/read-sessions.ts';
import type { Invoker, TokenUsage } from '../../jobs/sessions/session-event.ts';
import type { SessionTimeline } from '../../jobs/sessions/session-timeline.ts';
import { type SkillUsage, timesUsed } from '../../jobs/sessions/skill-usage.ts';

/** The report of `sessions`. */
export interface SessionsReport extends ReadSessions {
  readonly usages: readonly SkillUsage[];
  /** The project; undefined for all. */
  readonly folder: string | undefined;
}

/** The report for programs. */
export function sessionsJson({ index, unread, usages, folder }: SessionsReport): object {
  return {
    folder: folder ?? null,
    sessions: index.sessions.map(({ id, facts, agents, listings, compactions }) => ({
      id,
      folder: facts.folder ?? null,
      started: isoTime(facts.started),
      version: facts.version ?? null,
      continues: facts.continues ?? null,
      agents,
      listings,
      compactions,
    })),
    skills: usages.map(skillJson),
    unread: { brokenLines: unread.broken, longLines: unread.tooLong, files: unread.files, names: index.dropped },
  };
}

function skillJson(usage: SkillUsage): object {
  const { name, isKnown, loaded, inAgents, forked, first, last, uses, reason, sessions } = usage;
  return {
    name,
    isLoaded: isKnown,
    used: {
      total: timesUsed(usage),
      ...byInvoker(loaded),
      inAgents,
      forked,
      first: isoTime(first),
      last: isoTime(last),
    },
    latest: uses.toReversed().map(({ time, ...use }) => ({ time: isoTime(time), ...use })),
    missing: byInvoker(usage.missing),
    denied: byInvoker(usage.denied),
    failed: byInvoker(usage.failed),
    reason: reason ?? null,
    sessions,
    cost: {
      loadedCharacters: usage.characters,
      loadedTokensEstimate: usage.tokens,
      listingCharacters: usage.listingCharacters,
      attributedAnswers: usage.answers,
      attributedTokens: usage.usage satisfies TokenUsage,
    },
  };
}

function byInvoker({ user, model }: Readonly<Record<Invoker, number>>) {
  return { byUser: user, byModel: model };
}

/** One session for programs. */
export function timelineJson({ id, facts, steps, more, unread }: SessionTimeline): object {
  const { started, folder, version, continues } = facts;
  return {
    id,
    folder: folder ?? null,
    started: isoTime(started),
    version: version ?? null,
    continues: continues ?? null,
    steps: steps.map(({ time, ...step }) => ({ time: isoTime(time), ...step })),
    more,
    unread: { brokenLines: unread.broken, longLines: unread.tooLong, files: unread.files },
  };
}

function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
