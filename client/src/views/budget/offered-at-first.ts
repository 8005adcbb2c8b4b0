import type { BudgetReport } from '../../../../server/src/protocol.ts';

/**
 * The keys of what is shown as installed at first: in a repository of skills, everything that it offers; nothing where the
 * session has skills of the user.
 */
export function offeredAtFirst({ entries, repository }: BudgetReport): readonly string[] {
  if (entries.some(({ id }) => id !== undefined)) return [];
  return repository.flatMap(({ key, problem }) => (problem === undefined ? [key] : []));
}
