const DAY = 86_400_000;
const HALF_LIFE_DAYS = 7;
/** The weight that a use keeps, however old it is. */
const MIN_FRESHNESS = 0.1;

/**
 * How much a skill has been used, as the latest release computes it when a listing does not fit: the number of uses,
 * halved for every week since the last one, but never below a tenth. 0 for a skill without a valid record; numbers may
 * be written in any way that JavaScript converts to one.
 *
 * @param userState the content of `~/.claude.json`, valid or not
 * @param now milliseconds since 1970
 */
export function usageScore(userState: unknown, identifier: string, now: number): number {
  const record = member(member(userState, 'skillUsage'), identifier);
  const days = (now - numberIn(record, 'lastUsedAt')) / DAY;
  const freshness = Math.max(0.5 ** (days / HALF_LIFE_DAYS), MIN_FRESHNESS);
  const score = numberIn(record, 'usageCount') * freshness;
  return Number.isFinite(score) ? score : 0;
}

/** Whether any use of a skill was recorded, so that the time matters. */
export function hasUsage(userState: unknown): boolean {
  return member(userState, 'skillUsage') !== undefined;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function numberIn(value: unknown, name: string): number {
  const found = member(value, name);
  return typeof found === 'object' && found !== null ? Number.NaN : Number(found);
}
