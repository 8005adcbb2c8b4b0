import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { counted, inThousands } from '../../document/text/numbers.ts';
import type { SessionFact, SessionFacts, SessionReference, SkillSessions } from '../../protocol.ts';
import type { KnownSessions } from './known-sessions.ts';
import type { UseOfSkill } from './past-use.ts';
import { daysInWords, timesInWords, useInWords } from './past-use-words.ts';
import type { Invoker } from './session-event.ts';
import type { SessionIndex } from './session-index.ts';
import { type SkillUsage, timesUsed } from './skill-usage.ts';
import { unreadRemarks } from './unread-words.ts';

/** Sessions that a fact leads to. */
const maxSessions = 20;

/**
 * Everything that the sessions say about a skill, in words.
 *
 * @param folder the one in which the sessions that count were started, as it is displayed; they may be of any if the skill is everywhere
 */
export function skillSessions(
  { name, path }: CatalogSkill,
  use: UseOfSkill,
  folder: string,
  { unread, hasMore }: Pick<KnownSessions, 'unread' | 'hasMore'>,
  now: number,
): SkillSessions {
  const { usage, sessions, isEverywhere } = use;
  const all = counted(sessions.sessions.length, 'session');
  return {
    name,
    uri: URI.file(path).toString(),
    summary: useInWords(use, now),
    scope: isEverywhere ? `${all} of all projects` : `${all} that started in ${folder}`,
    groups: [
      { title: 'Uses', facts: uses(usage, now) },
      { title: 'In the listings of sessions', facts: listings(usage, sessions) },
      { title: 'Asked for, but not loaded', facts: failures(usage) },
      { title: 'What it took', facts: costs(usage) },
    ].filter(({ facts }: SessionFacts) => facts.length > 0),
    uses: usage.uses.toReversed().map(({ time, by, session, inAgent }) => ({
      ...(time !== undefined && { time }),
      how: `by the ${by}${inAgent ? ', in an agent' : ''}`,
      session,
    })),
    moreUses: Math.max(0, timesUsed(usage) - usage.uses.length),
    remarks: [
      ...(hasMore ? ['Older sessions are not counted, because there are too many'] : []),
      ...unreadRemarks(unread, sessions.dropped),
    ],
  };
}

function uses(usage: SkillUsage, now: number): SessionFact[] {
  const { loaded, inAgents, forked, first, last, sessions } = usage;
  if (timesUsed(usage) === 0) return [];
  return [
    { label: 'By the user', value: inThousands(loaded.user) },
    { label: 'By the model', value: inThousands(loaded.model) },
    ...(inAgents > 0 ? [{ label: 'Of these, in agents', value: inThousands(inAgents) }] : []),
    ...(forked > 0 ? [{ label: 'Of these, as forks', value: inThousands(forked) }] : []),
    { label: 'Sessions with it', value: inThousands(sessions.used) },
    ...(first !== undefined && last !== undefined
      ? [{ label: 'First and last', value: daysInWords(first, last, now) }]
      : []),
  ];
}

function listings({ sessions }: SkillUsage, index: SessionIndex): SessionFact[] {
  const { described, shortened, nameOnly, notListed, nameOnlyIn, notListedIn } = sessions;
  if (described + shortened + nameOnly + notListed === 0) return [];
  return [
    { label: 'With its description', value: counted(described, 'session') },
    { label: 'With a shortened description', value: counted(shortened, 'session') },
    { label: 'By name only', value: counted(nameOnly, 'session'), ...leadingTo(nameOnlyIn, index) },
    { label: 'Not listed', value: counted(notListed, 'session'), ...leadingTo(notListedIn, index) },
  ];
}

/** The newest first. */
function leadingTo(ids: readonly string[], { sessions }: SessionIndex): Pick<SessionFact, 'sessions' | 'more'> {
  if (ids.length === 0) return {};
  const started = new Map(sessions.map(({ id, facts }) => [id, facts.started]));
  const newest = ids.toSorted((one, other) => (started.get(other) ?? 0) - (started.get(one) ?? 0));
  const shown = newest.slice(0, maxSessions).map((id): SessionReference => {
    const time = started.get(id);
    return time === undefined ? { id } : { id, started: time };
  });
  return { sessions: shown, more: ids.length - shown.length };
}

function failures({ missing, denied, failed, reason }: SkillUsage): SessionFact[] {
  const kinds = [
    ['Missing', missing],
    ['Denied', denied],
    ['Failed', failed],
  ] as const;
  const facts = kinds.flatMap(([label, count]) => (total(count) === 0 ? [] : [{ label, value: byInvoker(count) }]));
  return reason === undefined ? facts : [...facts, { label: 'Last reason', value: reason }];
}

function total({ user, model }: Readonly<Record<Invoker, number>>): number {
  return user + model;
}

/** `3 times: 1 by the user, 2 by the model`, `once by the user` */
function byInvoker(count: Readonly<Record<Invoker, number>>): string {
  const times = timesInWords(total(count));
  if (count.user === 0) return `${times} by the model`;
  if (count.model === 0) return `${times} by the user`;
  return `${times}: ${inThousands(count.user)} by the user, ${inThousands(count.model)} by the model`;
}

function costs({ characters, tokens, listingCharacters, answers, usage }: SkillUsage): SessionFact[] {
  const counts = [
    ['Input of these answers', usage.input],
    ['Read from the cache', usage.cacheRead],
    ['Written to the cache', usage.cacheWrite],
    ['Output of these answers', usage.output],
  ] as const;
  return [
    ...(listingCharacters > 0
      ? [{ label: 'Entries in listings', value: counted(listingCharacters, 'character') }]
      : []),
    ...(characters > 0
      ? [
          { label: 'Loaded texts', value: counted(characters, 'character') },
          {
            label: 'Tokens of loaded texts',
            value: `≈ ${inThousands(tokens)}`,
            detail: 'about four characters per token',
          },
        ]
      : []),
    ...(answers > 0
      ? [
          { label: 'Answers that Claude Code attributes to it', value: inThousands(answers) },
          ...counts.map(([label, count]) => ({ label, value: counted(count, 'token'), detail: 'counted by the API' })),
        ]
      : []),
  ];
}
