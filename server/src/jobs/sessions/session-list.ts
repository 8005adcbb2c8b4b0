import { counted } from '../../document/text/numbers.ts';
import type { PastSession, PastSessionList } from '../../protocol.ts';
import type { SessionDigest } from './session-digest.ts';

/** Sessions that a list offers. */
const maxSessions = 2_000;

/** Names of skills that a line shows. */
const maxNames = 4;

/**
 * Sessions to choose from, the newest first.
 *
 * @param own the folder names of the projects in the workspace
 * @param shownFolder a path as it is displayed to users
 */
export function sessionList(
  sessions: readonly SessionDigest[],
  own: ReadonlySet<string>,
  shownFolder: (path: string) => string,
): PastSessionList {
  const newest = sessions.toSorted((one, other) => (other.facts.started ?? 0) - (one.facts.started ?? 0));
  const shown = newest.slice(0, maxSessions).map((digest): PastSession => {
    const { started, folder } = digest.facts;
    const skills = usedSkills(digest);
    return {
      id: digest.id,
      ...(started !== undefined && { started }),
      ...(folder !== undefined && { folder: shownFolder(folder) }),
      isOwn: own.has(digest.project),
      skills: skills.map(([name]) => name),
      text: usesInWords(skills),
    };
  });
  return { sessions: shown, more: newest.length - shown.length };
}

/** The most used first. */
function usedSkills({ requests }: SessionDigest): readonly (readonly [name: string, times: number])[] {
  const times = new Map<string, number>();
  for (const { kind, name } of requests) if (kind === 'loaded') times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].sort(([, one], [, other]) => other - one);
}

function usesInWords(skills: readonly (readonly [name: string, times: number])[]): string {
  if (skills.length === 0) return 'no skill used';
  const total = skills.reduce((sum, [, times]) => sum + times, 0);
  const names = skills.slice(0, maxNames).map(([name]) => name);
  const more = skills.length > maxNames ? ` and ${skills.length - maxNames} more` : '';
  return `${counted(total, 'use')} of ${names.join(', ')}${more}`;
}
