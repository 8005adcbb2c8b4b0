import type { Catalog } from '../../catalog/catalog.ts';
import type { OfferedPlugin, Repository } from '../../catalog/repository.ts';
import { isLost } from '../../catalog/resolve/skill-status.ts';
import type { OfferedShare, WhatIf } from '../../protocol.ts';

/**
 * The share of the listing that each plugin and collection of a folder would take if it was installed.
 *
 * @param own the skills of the session without any of them
 */
export function offeredShares(repository: Repository, own: Catalog): OfferedShare[] {
  const { plugins } = repository;
  const hasNone = plugins.length > 0 && own.listing().entries.every(({ skill }) => skill === undefined);
  const disjoint = plugins.filter(hasNothingOf(plugins));
  // Those that have no file and no name in common do not affect each other: one catalog is enough for all of them.
  const together = sharesOf(disjoint, repository);
  return plugins.map((plugin) => {
    const { key, kind, name, problem } = plugin;
    return {
      key,
      label: kind === 'plugin' ? `Plugin: ${name}` : name,
      ...(together.get(key) ?? sharesOf([plugin], repository).get(key)!),
      ...(problem ? { problem: problem.message } : hasNone && { atFirst: true as const }),
    };
  });
}

type Share = Pick<OfferedShare, 'skills' | 'full'>;

function sharesOf(plugins: readonly OfferedPlugin[], repository: Repository): Map<string, Share> {
  const shares = new Map(plugins.map(({ key }) => [key, { skills: 0, full: 0 }]));
  if (plugins.length === 0) return shares;
  for (const { skill, full } of repository.with(plugins.map(({ key }) => key)).catalog.listing().entries) {
    const share = shares.get(skill?.source.repository ?? '');
    if (!skill || !share || isLost(skill)) continue;
    share.skills += 1;
    // With the end of its line.
    share.full += full + 1;
  }
  return shares;
}

/** Whether no other plugin has one of its files or names. */
function hasNothingOf(plugins: readonly OfferedPlugin[]): (plugin: OfferedPlugin) => boolean {
  const owners = new Map<string, number>();
  const marks = ({ candidates }: OfferedPlugin) =>
    new Set(candidates.flatMap(({ name, identity }) => [`name ${name}`, `file ${identity}`]));
  for (const plugin of plugins) for (const mark of marks(plugin)) owners.set(mark, (owners.get(mark) ?? 0) + 1);
  return (plugin) => [...marks(plugin)].every((mark) => owners.get(mark) === 1);
}

/** The plugins and collections installed until the user chooses; undefined for none. */
export function installedAtFirst(offered: readonly OfferedShare[]): WhatIf | undefined {
  const installed = offered.flatMap(({ key, atFirst }) => (atFirst ? [key] : []));
  return installed.length === 0 ? undefined : { installed };
}
