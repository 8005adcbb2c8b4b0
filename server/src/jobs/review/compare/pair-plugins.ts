import type { OfferedPlugin, Repository } from '../../../catalog/repository.ts';
import type { SkillPair } from './find-renames.ts';

/** A plugin or collection before and after; undefined where there is none, never twice. */
export type PluginPair = readonly [before: OfferedPlugin | undefined, after: OfferedPlugin | undefined];

/** Pairs the plugins of two states: by their folder, else if half of the skills of one that is gone are in a new one. */
export function pairPlugins(old: Repository, now: Repository, skills: readonly SkillPair[]): readonly PluginPair[] {
  const successors = new Map<OfferedPlugin, OfferedPlugin>();
  const predecessors = new Map<OfferedPlugin, OfferedPlugin>();
  const pair = (was: OfferedPlugin, is: OfferedPlugin): void => {
    successors.set(was, is);
    predecessors.set(is, was);
  };
  for (const was of old.plugins) {
    const is = now.plugin(was.key);
    if (is) pair(was, is);
  }
  for (const [was, moved] of skillsMoved(old, now, skills)) {
    for (const [is, count] of moved) {
      const isFree = !successors.has(was) && !predecessors.has(is);
      if (isFree && count * 2 >= was.candidates.length) pair(was, is);
    }
  }
  return [
    ...now.plugins.map((is): PluginPair => [predecessors.get(is), is]),
    ...old.plugins.filter((was) => !successors.has(was)).map((was): PluginPair => [was, undefined]),
  ];
}

/** How many skills of a plugin are now in which. */
function skillsMoved(
  old: Repository,
  now: Repository,
  skills: readonly SkillPair[],
): ReadonlyMap<OfferedPlugin, ReadonlyMap<OfferedPlugin, number>> {
  const counts = new Map<OfferedPlugin, Map<OfferedPlugin, number>>();
  for (const [from, to] of skills) {
    const [was, is] = [old.plugin(from?.source.repository ?? ''), now.plugin(to?.source.repository ?? '')];
    if (!was || !is) continue;
    const moved = counts.get(was) ?? new Map<OfferedPlugin, number>();
    counts.set(was, moved.set(is, (moved.get(is) ?? 0) + 1));
  }
  return counts;
}
